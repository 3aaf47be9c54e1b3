/** JSON Schemas of the kinds that Kubernetes itself has, made of {@link TYPES} as they are asked for. */
import type { Schema } from './json-schema.ts'
import { KINDS, TYPES } from './kubernetes-types.ts'

/** In the schemas of Kubernetes that are published as files, what may be left out may be null. */
type Types = string | readonly string[]

function typed(type: string, isNullable: boolean): { type: Types } {
  return { type: isNullable ? [type, 'null'] : type }
}

/**
 * The schemas by version and kind. With `isStrict` fields that are not known are problems.
 *
 * @example kubernetesSchemas(true)('apps/v1', 'Deployment') // { type: ['object', 'null'], properties: … }
 */
export function kubernetesSchemas(isStrict: boolean): (apiVersion: string, kind: string) => Schema | undefined {
  const lines = TYPES.split('\n')
  const kinds = new Map(
    KINDS.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  )
  const made = new Map<string, Schema>()

  function schemaOf(type: string, isNullable: boolean): Schema {
    const key = `${type} ${isNullable}`
    const known = made.get(key)
    if (known !== undefined) return known
    const schema = /^\d+$/.test(type) ? objectOf(lines[Number(type)] as string, isNullable) : simple(type, isNullable)
    made.set(key, schema)
    return schema
  }

  function simple(type: string, isNullable: boolean): Schema {
    switch (type[0]) {
      case '[':
        return { ...typed('array', isNullable), ...inside('items', type.slice(1)) }
      case '{':
        return { ...typed('object', isNullable), ...inside('additionalProperties', type.slice(1)) }
      case 's':
        return typed('string', isNullable)
      case 'd':
        return { ...typed('string', isNullable), format: 'date-time' }
      case 'i':
        return typed('integer', isNullable)
      case 'n':
        return typed('number', isNullable)
      case 'b':
        return typed('boolean', isNullable)
      case 'o':
        return typed('object', isNullable)
      case 'x':
        return { oneOf: [typed('string', isNullable), { type: 'integer' }] }
      case 'q':
        return { oneOf: [typed('string', isNullable), { type: 'number' }] }
    }
    return true
  }

  function inside(keyword: string, type: string) {
    return { [keyword]: schemaOf(type, true) }
  }

  /** Types contain themselves: what is in a field is made when a value has it. */
  function objectOf(line: string, isNullable: boolean): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const part of line.split(' ')) {
      const [, name = '', mark, type = ''] = /^(.+?)(!?)=(.*)$/.exec(part) ?? []
      if (mark === '!') required.push(name)
      const isOptional = mark !== '!'
      Object.defineProperty(properties, name, { enumerable: true, get: () => schemaOf(type, isOptional) })
    }
    const closed = isStrict ? { additionalProperties: false } : {}
    return { ...typed('object', isNullable), required, properties, ...closed }
  }

  return (apiVersion, kind) => {
    const type = kinds.get(`${apiVersion} ${kind}`)
    return type === undefined ? undefined : schemaOf(type, false)
  }
}
