/** Validates items against schemas, in the words of kubeconform (functions 14). */
import { ended } from './ended.ts'
import type { CatalogFunction } from './function.ts'
import type { SchemaProblem } from './json-schema.ts'
import { validateItems } from './validate-items.ts'

export const kubeconform: CatalogFunction = {
  name: 'kubeconform',
  run: async (list, surroundings) =>
    ended(
      await validateItems(list, surroundings, {
        order: 'fields first',
        findings: (problem) => [{ message: messageOf(problem), path: problem.path.join('.') }],
      }),
    ),
}

const TYPES = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']

function messageOf({ keyword, wanted, found }: SchemaProblem): string {
  const names = wanted.map(quoted).join(', ')
  switch (keyword) {
    case 'type': {
      const types = [...wanted].sort((a, b) => TYPES.indexOf(a) - TYPES.indexOf(b))
      return `got ${found === 'integer' ? 'number' : found}, want ${types.join(' or ')}`
    }
    case 'required':
      return `missing ${wanted.length === 1 ? 'property' : 'properties'} ${names}`
    case 'additionalProperties':
      return `additional properties ${names} not allowed`
    case 'enum': {
      const values = wanted.map(valueText).join(', ')
      return wanted.length === 1 ? `value must be ${values}` : `value must be one of ${values}`
    }
    case 'pattern':
      return `${quoted(found)} does not match pattern ${names}`
    case 'format':
      return `${quoted(found)} is not valid ${wanted[0]}${found.length < 20 ? ': less than 20 characters long' : ''}`
    case 'uniqueItems':
      return `items at ${wanted.join(' and ')} are equal`
    case 'oneOf':
      return `'oneOf' failed, ${wanted.length === 0 ? 'none' : `subschemas ${wanted.join(', ')}`} matched`
    case 'anyOf':
    case 'not':
      return `'${keyword}' failed`
    case 'false':
      return 'false schema'
  }
  return `${keyword}: got ${found}, want ${wanted[0]}`
}

function valueText(json: string): string {
  if (json === 'null') return '<nil>'
  return json.startsWith('"') ? quoted(JSON.parse(json)) : json
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
