/** A tree drawn with lines, as the commands for packages print it. */

export interface Branch {
  label: string
  branches: Branch[]
}

export function drawTree({ label, branches }: Branch): string {
  return `${label}\n${drawBranches(branches, '')}`
}

function drawBranches(branches: readonly Branch[], margin: string): string {
  let out = ''
  branches.forEach(({ label, branches: inner }, i) => {
    const isLast = i === branches.length - 1
    const below = `${margin}${isLast ? '    ' : '│   '}`
    out += `${margin}${isLast ? '└── ' : '├── '}${label.replaceAll('\n', `\n${below}`)}\n${drawBranches(inner, below)}`
  })
  return out
}
