/** The schema that merges follow: the built-in one, or the document a kustomization names (build 5.18). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import { parseJson } from '../yaml/json.ts'
import { parse } from '../yaml/parse.ts'
import type { BuildContext } from './context.ts'
import type { Target } from './target.ts'

const BUILT_IN = 'v1.21.2'

/** The top kustomization's setting counts; one further down only when none above it has any. */
export async function chooseSchema({ kustomization: k, loader }: Target, context: BuildContext): Promise<void> {
  const { path = '', version = '' } = k.openapi ?? {}
  const at = k.locate('openapi')
  if (path !== '' && version !== '') {
    throw fail('OPENAPI', 'builtin version and custom schema provided, cannot use both', { at })
  }
  if (version !== '' && version !== BUILT_IN) {
    throw fail('OPENAPI', 'the specified OpenAPI version is not built in', {
      at,
      hint: `the built-in version is ${BUILT_IN}`,
    })
  }
  if ((path === '' && version === '') || context.schemaChosen) return
  context.schemaChosen = true
  if (path === '') return
  const source = await loader.readSource(path)
  context.schema.useCustom(() => {
    try {
      return /^\s*\{/.test(source.text) ? parseJson(source) : parse(source, { comments: false })?.root
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw rephrase(`invalid schema file: ${error.message}`, error)
    }
  })
}
