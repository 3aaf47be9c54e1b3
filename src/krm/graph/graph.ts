/** A graph to be drawn: what its nodes and edges are about is the caller's affair. */

export interface GraphNode {
  id: string
  /** Its lines; the first one is the name. */
  label: readonly string[]
  shape: 'box' | 'round' | 'cylinder'
  /** Something is wrong with it. */
  isWrong?: boolean
}

export interface GraphEdge {
  from: string
  to: string
  label: string
  line: 'solid' | 'dashed' | 'dotted'
  /** It belongs to the way that the drawing is to show. */
  isMarked?: boolean
  isWrong?: boolean
}

/** Edges lead to nodes that are there. */
export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}
