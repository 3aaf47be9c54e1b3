/** A command of kustomize, as its help text describes it. */
export interface Row {
  /** The words of the command; '' for the program itself. */
  path: string
  short: string
  /** What help says before the usage, when that is not `short`. */
  about?: string
  /** What follows the command in the usage line; a group and a help topic have none. */
  use?: string
  aliases?: readonly string[]
  examples?: string
  /** Commands of it that no list names. */
  hidden?: readonly string[]
  flags: readonly RowFlag[]
}

export interface RowFlag {
  name: string
  short?: string
  type: 'bool' | 'string' | 'strings' | 'stringArray'
  default?: string
  meaning?: string
  deprecated?: string
}
