/** A graph in the language of Mermaid, which GitHub and GitLab draw in Markdown. */
import { harmless } from '../../core/harmless.ts'
import type { Graph, GraphNode } from './graph.ts'

const ARROWS = { solid: '-->', dashed: '-.->', dotted: '-.->' }

/**
 * A flowchart; names become labels only, so that none can be taken for the language.
 *
 * @example mermaidText({ nodes: [{ id: 'a', label: ['a'], shape: 'box' }], edges: [] })
 */
export function mermaidText({ nodes, edges }: Graph): string {
  const ids = new Map(nodes.map(({ id }, i) => [id, `n${i}`]))
  const lines = ['flowchart LR', ...nodes.map((node) => `  ${ids.get(node.id)}${shaped(node)}`)]
  const styles: string[] = []
  for (const [i, { from, to, label, line, isMarked, isWrong }] of edges.entries()) {
    lines.push(`  ${ids.get(from)} ${ARROWS[line]}|"${escaped(label)}"| ${ids.get(to)}`)
    if (isWrong === true) styles.push(`  linkStyle ${i} stroke:red`)
    else if (isMarked === true) styles.push(`  linkStyle ${i} stroke-width:4px`)
  }
  const wrong = nodes.filter(({ isWrong }) => isWrong === true).map(({ id }) => `  style ${ids.get(id)} stroke:red`)
  return `${[...lines, ...styles, ...wrong].join('\n')}\n`
}

function shaped({ label, shape }: GraphNode): string {
  const text = `"${label.map(escaped).join('<br>')}"`
  return shape === 'cylinder' ? `[(${text})]` : shape === 'round' ? `(${text})` : `[${text}]`
}

/** Its entities are written with a number sign. */
function escaped(text: string): string {
  return harmless(text).replace(/[#"&<>`|[\](){}\\;]/g, (character) => `#${character.charCodeAt(0)};`)
}
