/** Strongly connected parts of a graph, without recursion: chains of dependencies may be long. */
export function componentsOf<Node>(nodes: Iterable<Node>, edges: (node: Node) => readonly Node[]): Map<Node, number> {
  const component = new Map<Node, number>()
  const order = new Map<Node, number>()
  const low = new Map<Node, number>()
  const open: Node[] = []
  let count = 0
  const enter = (node: Node) => {
    order.set(node, order.size)
    low.set(node, order.size - 1)
    open.push(node)
    return { node, next: edges(node), at: 0 }
  }
  const lower = (node: Node, value: number) => low.set(node, Math.min(low.get(node) as number, value))
  for (const start of nodes) {
    if (order.has(start)) continue
    const path = [enter(start)]
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const target = last.next[last.at++]
      if (target !== undefined) {
        if (!order.has(target)) path.push(enter(target))
        else if (!component.has(target)) lower(last.node, order.get(target) as number)
        continue
      }
      path.pop()
      const above = path.at(-1)
      if (above !== undefined) lower(above.node, low.get(last.node) as number)
      if (low.get(last.node) !== order.get(last.node)) continue
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        component.set(node, count)
        if (node === last.node) break
      }
      count++
    }
  }
  return component
}
