/** The schema that merges follow: the built-in one, or the document a kustomization names (build 5.18). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { Definitions } from '../krm/custom-schema.ts'
import { objectsOf } from '../krm/objects.ts'
import { Resource } from '../krm/resource.ts'
import { readResources } from '../yaml/documents.ts'
import { parseJson } from '../yaml/json.ts'
import type { Node } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { type BuildContext, locate } from './context.ts'
import type { Target } from './target.ts'

const BUILT_IN = 'v1.21.2'

/** The top kustomization's setting counts; one further down only when none above or before it has any. */
export async function chooseSchema({ kustomization: k, loader }: Target, context: BuildContext): Promise<void> {
  const { path, version } = k.openapi ?? {}
  const at = k.locate('openapi')
  let source: Source | undefined
  try {
    source = path === undefined ? undefined : await loader.readSource(path)
  } catch (error) {
    throw locate(error, at)
  }
  if (context.schemaChosen) return
  if (source !== undefined) {
    if (version !== undefined) {
      throw fail('OPENAPI', 'builtin version and custom schema provided, cannot use both', { at })
    }
    context.schemaChosen = true
    await useDocument(source, context)
  } else if (version) {
    if (version !== BUILT_IN) {
      throw fail('OPENAPI', 'the specified OpenAPI version is not built in', {
        at,
        hint: `the built-in version is ${BUILT_IN}`,
      })
    }
    context.schemaChosen = true
  }
}

/** The document replaces the built-in schema, unless a build that is under way has consulted that: then both are joined. */
async function useDocument(source: Source, context: BuildContext): Promise<void> {
  consultScopes(context)
  const { schema } = context
  const { consulted } = schema
  const builtin = consulted === 'not' ? undefined : await import('../krm/definitions-data.ts')
  schema.useCustom(() => {
    const definitions = new Definitions()
    const add = () => builtin !== undefined && definitions.addBuiltin(builtin.definitionTypes, builtin.definitionKinds)
    // Scopes alone are answered before the built-in types are read, so those come last then, and win.
    if (consulted === 'types') add()
    definitions.addDocument(read(source))
    if (consulted === 'scopes') add()
    return definitions
  })
}

function read(source: Source): Node | undefined {
  try {
    return source.text.startsWith('{') ? parseJson(source) : parse(source, { comments: false })?.root
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`invalid schema file: ${error.message}`, error)
  }
}

/**
 * The schema is asked for the scopes of all objects read from files so far. The reference does that when it reads
 * them; here identities are found out late, which only shows when a schema is chosen in between.
 */
function consultScopes({ seen, schema }: BuildContext): void {
  for (const [path, { text }] of seen) {
    const source = new Source(path, text)
    for (const root of objectsOf(readResources(source), source)) new Resource(root, schema).presentId()
  }
}
