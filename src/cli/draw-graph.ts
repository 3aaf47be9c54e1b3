/** The forms a graph is printed in. */
import { drawnGraph, type FluxGraph } from '../flux/graph.ts'
import { graphText } from '../flux/graph-text.ts'
import type { GRAPH_FORMATS } from './flux-flags.ts'

export const DRAWN: Record<(typeof GRAPH_FORMATS)[number], (graph: FluxGraph) => Promise<string>> = {
  text: async (graph) => graphText(graph),
  dot: async (graph) => (await import('../krm/graph/dot.ts')).dotText(drawnGraph(graph)),
  mermaid: async (graph) => (await import('../krm/graph/mermaid.ts')).mermaidText(drawnGraph(graph)),
  svg: async (graph) => (await import('../krm/graph/svg.ts')).svgText(drawnGraph(graph)),
  json: async (graph) => `${JSON.stringify(graph, null, 2)}\n`,
}
