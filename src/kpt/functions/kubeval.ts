/** Validates items against schemas, in the words of kubeval (functions 14). */
import { type CatalogFunction, FunctionFailure } from './function.ts'
import type { SchemaProblem } from './json-schema.ts'
import { type Finding, validateItems } from './validate-items.ts'

export const kubeval: CatalogFunction = {
  name: 'kubeval',
  async run(list, surroundings) {
    const results = await validateItems(list, surroundings, { order: 'others first', findings })
    if (results.length > 0) throw new FunctionFailure('', results)
    return results
  },
}

function findings({ path, keyword, wanted, found }: SchemaProblem): Finding[] {
  // Of fields that are missing or too many, the program says the name and not the place.
  if (keyword === 'required') return wanted.map((name) => ({ message: `${name} is required`, path: name }))
  if (keyword === 'additionalProperties') {
    return wanted.map((name) => ({ message: `Additional property ${name} is not allowed`, path: name }))
  }
  const place = path.length === 0 ? '(root)' : path.join('.')
  return [{ message: messageOf(place, keyword, wanted, found), path: place }]
}

const LIMITS: Readonly<Record<string, string>> = {
  minimum: 'Must be greater than or equal to',
  maximum: 'Must be less than or equal to',
  exclusiveMinimum: 'Must be greater than',
  exclusiveMaximum: 'Must be less than',
  minLength: 'String length must be greater than or equal to',
  maxLength: 'String length must be less than or equal to',
  minItems: 'Array must have at least',
  maxItems: 'Array must have at most',
  minProperties: 'Must have at least',
  maxProperties: 'Must have at most',
  multipleOf: 'Must be a multiple of',
}

function messageOf(place: string, keyword: string, wanted: readonly string[], found: string): string {
  switch (keyword) {
    case 'type':
      return `Invalid type. Expected: ${wanted.length === 1 ? wanted[0] : `[${wanted.join(',')}]`}, given: ${found}`
    case 'enum':
      return `${place} must be one of the following: ${wanted.join(', ')}`
    case 'pattern':
      return `Does not match pattern '${wanted[0]}'`
    case 'format':
      return `Does not match format '${wanted[0]}'`
    case 'uniqueItems':
      return `array items[${wanted.join(',')}] must be unique`
    case 'oneOf':
      return 'Must validate one and only one schema (oneOf)'
    case 'anyOf':
      return 'Must validate at least one schema (anyOf)'
    case 'not':
      return 'Must not validate the schema (not)'
    case 'false':
      return 'False always fails validation'
  }
  const unit = /Items$/.test(keyword) ? ' items' : /Properties$/.test(keyword) ? ' properties' : ''
  return `${LIMITS[keyword]} ${wanted[0]}${unit}`
}
