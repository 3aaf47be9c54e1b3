/** Variables of a repository as text. */
import type { KustomizationVariables, Variable, VariableReport } from './vars.ts'

/** Longer values are cut. */
const LONGEST_VALUE = 60

/** Each variable with its definitions and uses, Kustomization by Kustomization; findings are not in it. */
export function variablesText({ kustomizations }: VariableReport): string {
  return kustomizations
    .filter(({ variables }) => variables.length > 0)
    .map(kustomizationText)
    .join('\n')
}

function kustomizationText({ id, variables }: KustomizationVariables): string {
  return [id, ...variables.flatMap(variableLines)].map((line) => `${line}\n`).join('')
}

function variableLines({ name, value, isSecret, definitions, uses }: Variable): string[] {
  const shown = isSecret ? ' (secret)' : value === undefined ? '' : ` = ${shownValue(value)}`
  const last = definitions.length - 1
  return [
    `  ${name}${shown}`,
    ...(definitions.length === 0 ? ['    not defined'] : []),
    ...definitions.map(({ object, field }, i) => `    defined in ${object} ${field}${i < last ? ' (overridden)' : ''}`),
    ...(uses.length === 0 ? ['    not used'] : []),
    ...uses.map(
      ({ object, field, hasDefault }) => `    used in ${object} ${field}${hasDefault ? ' (has a default)' : ''}`,
    ),
  ]
}

function shownValue(value: string): string {
  const characters = [...value]
  const cut = characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE).join('')}…` : value
  return JSON.stringify(cut)
}
