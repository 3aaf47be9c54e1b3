/** The part of a package's README that says how to use it; the same for every package but for names. */

export function usage(name: string, place: string, configs: readonly string[]): string {
  return `## Usage

1.  Clone the package:
    \`\`\`shell
    kpt pkg get ${place}@\${VERSION}
    \`\`\`
    Replace \`\${VERSION}\` with the desired repo branch or tag
    (for example, \`main\`).

1.  Move into the local package:
    \`\`\`shell
    cd "./${name}/"
    \`\`\`
${edits(configs)}
1.  Execute the function pipeline
    \`\`\`shell
    kpt fn render
    \`\`\`

1.  Initialize the resource inventory
    \`\`\`shell
    kpt live init --namespace \${NAMESPACE}
    \`\`\`
    Replace \`\${NAMESPACE}\` with the namespace in which to manage
    the inventory ResourceGroup (for example, \`config-control\`).

1.  Apply the package resources to your cluster
    \`\`\`shell
    kpt live apply
    \`\`\`

1.  Wait for the resources to be ready
    \`\`\`shell
    kpt live status --output table --poll-until current
    \`\`\`
`
}

function edits(configs: readonly string[]): string {
  if (configs.length === 0) return ''
  return `\n1.  Edit the function config file(s):\n${configs.map((path) => `    - ${path}\n`).join('')}`
}
