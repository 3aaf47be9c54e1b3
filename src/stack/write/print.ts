/** The text of one object, byte for byte as the files of a tree hold it (flux-crds §1). */

import { formatFloat } from '../../yaml/floats.ts'
import { doubleQuoted, foldPlain, padOf, singleQuoted } from '../../yaml/folding.ts'
import { naturalOrder } from '../../yaml/key-order.ts'
import { MAX_DEPTH } from '../../yaml/node.ts'
import { fitsSimpleKey, literalLines } from '../../yaml/quoted.ts'
import {
  blockHints,
  formOf,
  isBreakCode,
  isPlainString,
  LITERAL_FORM,
  PLAIN_FORM,
  SINGLE_FORM,
} from '../../yaml/string-form.ts'
import type { KubernetesObject } from '../object.ts'
import { type Cleaning, cleanObject } from './clean.ts'
import { inKubernetesOrder } from './kubernetes-order.ts'
import { checked, definedKeys, numberOrWord, ValueProblem } from './values.ts'

export interface PrintOptions {
  /** How much of what only a cluster sets is left out. Default: `full`. */
  cleaning?: Cleaning
  /** `natural`: all keys sorted, digit runs as numbers. `kubernetes`: the usual fields first, the rest by code point. */
  order?: 'natural' | 'kubernetes'
}

/** Longer keys, in bytes, and keys with line breaks are written in the explicit form `? key`. */
const LONGEST_SIMPLE_KEY = 128

/**
 * The YAML of an object, ending in a line break.
 *
 * @example
 * printObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'web' }, data: { debug: 'no' } })
 * // apiVersion: v1
 * // data:
 * //   debug: "no"
 * // kind: ConfigMap
 * // metadata:
 * //   name: web
 *
 * @throws ToolError for values that JSON does not have and characters that YAML does not allow
 */
export function printObject(object: KubernetesObject, options: PrintOptions = {}): string {
  const cleaned = cleanObject(object, options.cleaning ?? 'full')
  try {
    return options.order === 'kubernetes' ? inKubernetesOrder(cleaned) : new Printer().document(cleaned)
  } catch (error) {
    throw error instanceof ValueProblem ? error.of(object) : error
  }
}

class Printer {
  private out = ''
  private depth = 0

  document(object: object): string {
    const keys = Object.keys(object)
    if (keys.length === 0) return '{}\n'
    this.mapping(object as Record<string, unknown>, keys, 0, true)
    return this.out
  }

  /** Entries at `indent`; the first one continues the current line when `onLine`. */
  private mapping(map: Record<string, unknown>, keys: string[], indent: number, onLine: boolean): void {
    if (++this.depth > MAX_DEPTH) throw new ValueProblem(`nested deeper than ${MAX_DEPTH} levels`)
    // The natural order is none for odd mixes of digits and signs: beginning from a fixed one makes the result so, too.
    keys.sort()
    const pad = padOf(indent)
    for (const i of naturalOrder(keys)) {
      const key = keys[i] as string
      const value = map[key]
      if (value === undefined) continue
      try {
        if (onLine) onLine = false
        else this.out += pad
        if (isPlainString(key) && key.length <= LONGEST_SIMPLE_KEY) {
          this.out += `${key}:`
          this.value(value, indent, indent + key.length + 2)
        } else {
          this.unusualKey(key, value, indent)
        }
      } catch (error) {
        throw error instanceof ValueProblem ? error.within(`.${key}`) : error
      }
    }
    this.depth--
  }

  private unusualKey(written: string, value: unknown, indent: number): void {
    const key = checked(written)
    // In quotes, too, kustomize reads it as the merge of a map into this one, and drops it.
    if (key === '<<') throw new ValueProblem('kustomize takes the key "<<" for the merge of a map, quoted or not')
    const form = formOf(key)
    if (form !== LITERAL_FORM && fitsSimpleKey(key, LONGEST_SIMPLE_KEY)) {
      const text =
        form === PLAIN_FORM
          ? key
          : form === SINGLE_FORM
            ? singleQuoted(key, 0, indent, false)
            : doubleQuoted(key, 0, indent, false)
      this.out += `${text}:`
      this.value(value, indent, indent + text.length + 2)
      return
    }
    this.out += '? '
    this.text(key, indent, indent + 2)
    this.out += `${padOf(indent)}:`
    const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (!isBlock) this.value(value, indent, indent + 2)
    else if (Array.isArray(value)) this.list(value, indent + 2, ' ')
    else {
      this.out += ' '
      this.mapping(value as Record<string, unknown>, Object.keys(value), indent + 2, true)
    }
  }

  /** What follows `key:`, to the end of its line or lines. */
  private value(value: unknown, indent: number, column: number): void {
    if (typeof value !== 'object' || value === null) {
      this.out += ' '
      this.scalar(value, indent, column)
    } else if (Array.isArray(value)) {
      if (value.length === 0) this.out += ' []\n'
      else this.list(value, indent, '\n')
    } else {
      const keys = definedKeys(value)
      if (keys.length === 0) {
        this.out += ' {}\n'
        return
      }
      this.out += '\n'
      this.mapping(value as Record<string, unknown>, keys, indent + 2, false)
    }
  }

  /** Items at `indent`. `before` the first one stands a line break, or what the list goes on after. */
  private list(items: readonly unknown[], indent: number, before: string): void {
    if (++this.depth > MAX_DEPTH) throw new ValueProblem(`nested deeper than ${MAX_DEPTH} levels`)
    this.out += before
    const pad = padOf(indent)
    let isFirst = before !== '\n'
    for (let i = 0; i < items.length; i++) {
      const item = items[i]
      this.out += isFirst ? '- ' : `${pad}- `
      isFirst = false
      try {
        if (typeof item !== 'object' || item === null) {
          this.scalar(item, indent, indent + 2)
        } else if (Array.isArray(item)) {
          if (item.length === 0) this.out += '[]\n'
          else this.list(item, indent + 2, '')
        } else {
          const keys = definedKeys(item)
          if (keys.length === 0) this.out += '{}\n'
          else this.mapping(item as Record<string, unknown>, keys, indent + 2, true)
        }
      } catch (error) {
        throw error instanceof ValueProblem ? error.within(`[${i}]`) : error
      }
    }
    this.depth--
  }

  private scalar(value: unknown, indent: number, column: number): void {
    if (typeof value === 'string') {
      if (isPlainString(value)) this.out += `${foldPlain(value, column, indent)}\n`
      else this.text(checked(value), indent, column)
    } else {
      this.out += `${numberOrWord(value, formatFloat)}\n`
    }
  }

  private text(text: string, indent: number, column: number): void {
    const form = formOf(text)
    if (form === LITERAL_FORM) {
      this.out += `|${blockHints(text)}\n${literalLines(text, padOf(indent + 2))}`
      if (!isBreakCode(text.charCodeAt(text.length - 1))) this.out += '\n'
    } else if (form === PLAIN_FORM) this.out += `${foldPlain(text, column, indent)}\n`
    else if (form === SINGLE_FORM) this.out += `${singleQuoted(text, column, indent, true)}\n`
    else this.out += `${doubleQuoted(text, column, indent, true)}\n`
  }
}
