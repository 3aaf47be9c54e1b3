/** Files that a new package gets (kpt 15). */
import { emitKept } from '../yaml/emit.ts'
import { type Plain, plainNode } from './results.ts'

export const PACKAGE_CONTEXT = 'package-context.yaml'

const LOCAL = { 'config.kubernetes.io/local-config': 'true' }

export interface NewPackage {
  name: string
  description: string
  keywords: readonly string[]
  site: string
}

export function newKptfile({ name, description, keywords, site }: NewPackage): string {
  const file: Plain = {
    apiVersion: 'kpt.dev/v1',
    kind: 'Kptfile',
    metadata: { name, annotations: LOCAL },
    info: { site, description, keywords },
  }
  return emitKept(plainNode(file))
}

/** The resource that tells functions which package they work on. */
export function packageContext(name: string): string {
  const context: Plain = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kptfile.kpt.dev', annotations: LOCAL },
    data: { name },
  }
  return emitKept(plainNode(context))
}

export function newReadme({ name, description }: NewPackage): string {
  return `# ${name}

## Description
${description}

## Usage

### Fetch the package
\`kpt pkg get REPO_URI[.git]/PKG_PATH[@VERSION] ${name}\`
Details: https://kpt.dev/reference/cli/pkg/get/

### View package content
\`kpt pkg tree ${name}\`
Details: https://kpt.dev/reference/cli/pkg/tree/

### Apply the package
\`\`\`
kpt live init ${name}
kpt live apply ${name} --reconcile-timeout=2m --output=table
\`\`\`
Details: https://kpt.dev/reference/cli/live/
`
}
