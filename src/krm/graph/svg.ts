/** A graph as a drawing. */
import { Graph as Layout, layout } from '@dagrejs/dagre'
import { escapeMarkup } from '../../core/harmless.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

/** The drawing does not measure text: letters count as this wide. */
const LETTER = 7.6
const LINE = 18
const PADDING = 12

interface Point {
  x: number
  y: number
}

/**
 * An SVG file that needs nothing else: no script, no font, no style sheet.
 *
 * @example svgText({ nodes: [{ id: 'a', label: ['a'], shape: 'box' }], edges: [] })
 */
export function svgText({ nodes, edges }: Graph): string {
  const drawing = new Layout({ multigraph: true })
  drawing.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 70, marginx: 12, marginy: 12 })
  for (const { id, label } of nodes) {
    const width = Math.max(...label.map((text) => text.length)) * LETTER + 2 * PADDING
    drawing.setNode(id, { width, height: label.length * LINE + 2 * PADDING })
  }
  for (const [i, { from, to, label }] of edges.entries())
    drawing.setEdge(from, to, { width: label.length * LETTER, height: LINE, labelpos: 'c' }, `${i}`)
  layout(drawing)
  const { width = 0, height = 0 } = drawing.graph()
  const lines = edges.map((edge, i) => {
    const {
      points = [],
      x = 0,
      y = 0,
    } = drawing.edge(edge.from, edge.to, `${i}`) as { points?: Point[] } & Partial<Point>
    return edgeText(edge, points, { x, y })
  })
  const boxes = nodes.map((node) => nodeText(node, drawing.node(node.id) as Box))
  const size = [width, height].map((one) => Math.max(1, Math.ceil(one)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" width="${size[0]}" height="${size[1]}">
<style>${STYLE}</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="paper" width="100%" height="100%"/>
${[...lines, ...boxes].join('\n')}
</svg>
`
}

const STYLE = `text{font:13px ui-monospace,monospace;fill:#24292f}.more,.edge text{fill:#57606a;font-size:11px}
.paper{fill:#fff}.node rect{fill:#f6f8fa;stroke:#57606a}.edge path{fill:none;stroke:#57606a}marker path{fill:#57606a}
.dashed path{stroke-dasharray:6 4}.dotted path{stroke-dasharray:2 3}.marked path{stroke-width:2.5}
.wrong rect,.wrong path{stroke:#cf222e}.wrong text{fill:#cf222e}`

interface Box extends Point {
  width: number
  height: number
}

function nodeText({ label, shape, isWrong }: GraphNode, { x, y, width, height }: Box): string {
  const radius = shape === 'box' ? 2 : shape === 'round' ? 10 : height / 2
  const [left, top] = [x - width / 2, y - height / 2].map(rounded)
  const lines = label.map((text, i) => {
    const at = rounded(y + (i - (label.length - 1) / 2) * LINE + 4)
    return `<text${i === 0 ? '' : ' class="more"'} x="${rounded(x)}" y="${at}" text-anchor="middle">${escapeMarkup(text)}</text>`
  })
  const box = `<rect x="${left}" y="${top}" width="${rounded(width)}" height="${rounded(height)}" rx="${rounded(radius)}"/>`
  return `<g class="node${isWrong === true ? ' wrong' : ''}">${box}${lines.join('')}</g>`
}

function edgeText({ label, line, isMarked, isWrong }: GraphEdge, points: readonly Point[], at: Point): string {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('')
  const classes = ['edge', line, ...(isMarked === true ? ['marked'] : []), ...(isWrong === true ? ['wrong'] : [])]
  const text = `<text x="${rounded(at.x)}" y="${rounded(at.y - 4)}" text-anchor="middle">${escapeMarkup(label)}</text>`
  return `<g class="${classes.join(' ')}"><path d="${path}" marker-end="url(#arrow)"/>${text}</g>`
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10
}
