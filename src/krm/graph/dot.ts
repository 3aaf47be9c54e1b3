/** A graph in the language of Graphviz. */
import { harmless } from '../../core/harmless.ts'
import type { Graph } from './graph.ts'

const SHAPES = { box: 'shape=box', round: 'shape=box,style=rounded', cylinder: 'shape=cylinder' }

/**
 * Text for `dot -Tsvg`.
 *
 * @example dotText({ nodes: [{ id: 'a', label: ['a'], shape: 'box' }], edges: [] })
 */
export function dotText({ nodes, edges }: Graph): string {
  const lines = [
    'digraph {',
    '  rankdir=LR',
    '  node [fontname="sans-serif"]',
    '  edge [fontname="sans-serif",fontsize=10]',
  ]
  for (const { id, label, shape, isWrong } of nodes) {
    const wrong = isWrong === true ? ',color=red,fontcolor=red' : ''
    lines.push(`  ${quoted(id)} [label="${label.map(escaped).join('\\n')}",${SHAPES[shape]}${wrong}]`)
  }
  for (const { from, to, label, line, isMarked, isWrong } of edges) {
    const more = `${isMarked === true ? ',penwidth=2.5' : ''}${isWrong === true ? ',color=red' : ''}`
    lines.push(`  ${quoted(from)} -> ${quoted(to)} [label="${escaped(label)}",style=${line}${more}]`)
  }
  return `${lines.join('\n')}\n}\n`
}

function quoted(text: string): string {
  return `"${escaped(text)}"`
}

function escaped(text: string): string {
  return harmless(text).replace(/[\\"]/g, '\\$&')
}
