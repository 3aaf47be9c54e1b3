/** `strake completion SHELL`: scripts made from the command table, so that they never fall behind it. */
import { fail } from '../../core/error.ts'
import { type Command, type CommandContext, GLOBAL_FLAGS } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { flagMeaning } from './help.ts'

const WRITERS: Record<string, (commands: readonly Typed[]) => string> = { bash, zsh, fish, powershell }

/** A command with the words that are typed for it. */
interface Typed {
  path: string
  command: Command
  /** The commands of a group. */
  inside: readonly Command[]
}

export async function run({ flags, stdout, commands }: CommandContext): Promise<number> {
  const { words } = flags
  if (words.length !== 1) throw fail('USAGE', `accepts 1 arg(s), received ${words.length}`)
  const writer = Object.hasOwn(WRITERS, words[0] as string) ? WRITERS[words[0] as string] : undefined
  if (writer === undefined) throw fail('USAGE', `invalid argument "${words[0]}" for "strake completion"`)
  stdout.write(writer(await withGroups(commands)))
  return 0
}

/** All commands, those of a group behind it. */
async function withGroups(commands: readonly Command[]): Promise<Typed[]> {
  const found: Typed[] = []
  for (const command of commands) {
    const inside = (await command.commands?.()) ?? []
    found.push({ path: command.path ?? command.name, command, inside }, ...(await withGroups(inside)))
  }
  return found
}

/** The commands that stand in no group. */
function topmost(commands: readonly Typed[]): Command[] {
  return commands.filter(({ path }) => !path.includes(' ')).map(({ command }) => command)
}

/** Words that can follow a command. */
function argumentWords({ command: { completes }, inside }: Typed): string[] {
  return inside.length > 0 ? inside.map(({ name }) => name) : Array.isArray(completes) ? [...completes] : []
}

interface Offer {
  spec: FlagSpec
  meaning: string
}

/** What can be typed after a command: its flags and the global ones, deprecated ones left out. */
function offers(command: Command): Offer[] {
  const own = command.flags.map((spec) => ({ spec, meaning: flagMeaning(spec, command) }))
  const all = [...own, ...GLOBAL_FLAGS.map((spec) => ({ spec, meaning: flagMeaning(spec, undefined) }))]
  return all.filter(({ spec }) => spec.deprecated === undefined)
}

function flagWords(command: Command): string[] {
  const words = offers(command).flatMap(({ spec }) =>
    spec.short ? [`--${spec.name}`, `-${spec.short}`] : [`--${spec.name}`],
  )
  return [...words, '--help', '-h']
}

function bash(commands: readonly Typed[]): string {
  const valueCases: string[] = []
  const files: string[] = []
  for (const { path, command } of commands) {
    for (const { spec } of offers(command)) {
      const forms = spec.short ? [`--${spec.name}`, `-${spec.short}`] : [`--${spec.name}`]
      const pattern = forms.map((form) => `"${path}:${form}"`).join('|')
      if (spec.values)
        valueCases.push(`    ${pattern}) COMPREPLY=($(compgen -W "${spec.values.join(' ')}" -- "$word")); return ;;`)
      else if (spec.type !== 'bool') files.push(pattern)
    }
  }
  const fileCase = `    ${files.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;`
  const commandCases = commands.map((typed) => {
    const { completes } = typed.command
    const words = `compgen -W "${argumentWords(typed).join(' ')}" -- "$word"`
    const argument =
      completes === 'folder' ? 'compgen -d -- "$word"' : completes === 'file' ? 'compgen -f -- "$word"' : words
    return `    "${typed.path}")
      if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "${flagWords(typed.command).join(' ')}" -- "$word"))
      else COMPREPLY=($(${argument})); fi ;;`
  })
  const names = topmost(commands).map(({ name }) => name)
  return `# bash completion for strake: source <(strake completion bash)
_strake() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="" command="" next="" i
  COMPREPLY=()
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in ${commands.map(({ path }) => `"${path}"`).join('|')}) command="$next" ;; esac
  done
  case "$command:$previous" in
${[...valueCases, fileCase].join('\n')}
  esac
  case "$command" in
${commandCases.join('\n')}
    *) COMPREPLY=($(compgen -W "${names.join(' ')} --help" -- "$word")) ;;
  esac
}
complete -o filenames -F _strake strake
`
}

function zsh(commands: readonly Typed[]): string {
  const quote = (text: string) => text.replace(/[[\]:'\\]/g, (c) => (c === "'" ? "'\\''" : `\\${c}`))
  const nameOf = (path: string) => `_strake_${path.replaceAll(' ', '_')}`
  const described = (list: readonly Command[]) =>
    list.map(({ name, short }) => `'${name}:${quote(short)}'`).join(' \\\n    ')
  const functions = commands.map(({ path, command, inside }) => {
    if (inside.length > 0) return `${nameOf(path)}() {\n  _strake_group ${nameOf(path)} \\\n    ${described(inside)}\n}`
    const lines = offers(command).flatMap(({ spec, meaning }) => {
      const action =
        spec.type === 'bool' ? '' : `:${spec.name}:${spec.values ? `(${spec.values.join(' ')})` : '_files'}`
      const repeat = spec.type === 'stringArray' ? '*' : ''
      const equals = spec.type === 'bool' ? '' : '='
      const long = `'${repeat}--${spec.name}${equals}[${quote(meaning)}]${action}'`
      return spec.short
        ? [long, `'${repeat}-${spec.short}${spec.type === 'bool' ? '' : '+'}[${quote(meaning)}]${action}'`]
        : [long]
    })
    const { completes } = command
    if (completes === 'folder') lines.push(`'1:folder:_files -/'`)
    else if (completes === 'file') lines.push(`'*:file:_files'`)
    else if (completes) lines.push(`'1:word:(${completes.join(' ')})'`)
    lines.push(`'(-h --help)'{-h,--help}'[help for ${command.name}]'`)
    return `${nameOf(path)}() {\n  _arguments -s \\\n    ${lines.join(' \\\n    ')}\n}`
  })
  return `#compdef strake
# zsh completion for strake: save as _strake in a folder of $fpath, or source <(strake completion zsh)
_strake_group() {
  local name=$1
  shift
  local -a commands_of_group=("$@")
  if (( CURRENT == 2 )); then
    _describe command commands_of_group
    return
  fi
  local next=$words[2]
  shift words
  (( CURRENT-- ))
  (( $+functions[\${name}_$next] )) && \${name}_$next
}
${functions.join('\n')}
_strake() {
  _strake_group _strake \\
    ${described(topmost(commands))}
}
if [ "$funcstack[1]" = "_strake" ]; then _strake "$@"; else compdef _strake strake; fi
`
}

function fish(commands: readonly Typed[]): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = [
    '# fish completion for strake: strake completion fish | source',
    '# Whether the words typed so far, flags left out, match a pattern.',
    'function __strake_at',
    '  set -l typed',
    '  for word in (commandline -opc)[2..-1]',
    '    if not string match -q -- "-*" $word',
    '      set typed $typed $word',
    '    end',
    '  end',
    '  string match -qr -- $argv[1] "$typed"',
    'end',
    'complete -c strake -f',
  ]
  const offer = (when: string, list: readonly Command[]) => {
    for (const { name, short } of list) lines.push(`complete -c strake ${when} -a ${name} -d ${quote(short)}`)
  }
  const at = (pattern: string) => `-n ${quote(`__strake_at '${pattern}'`)}`
  offer(at('^$'), topmost(commands))
  for (const { path, command, inside } of commands) {
    offer(at(`^${path}$`), inside)
    const when = at(`^${path}( |$)`)
    const { completes } = command
    if (completes === 'folder') lines.push(`complete -c strake ${when} -a '(__fish_complete_directories)'`)
    else if (completes === 'file') lines.push(`complete -c strake ${when} -F`)
    else if (completes) lines.push(`complete -c strake ${when} -a ${quote(completes.join(' '))}`)
    if (inside.length > 0) continue
    for (const { spec, meaning } of offers(command)) {
      const value = spec.type === 'bool' ? '' : spec.values ? ` -x -a ${quote(spec.values.join(' '))}` : ' -r -F'
      const short = spec.short ? ` -s ${spec.short}` : ''
      lines.push(`complete -c strake ${when} -l ${spec.name}${short}${value} -d ${quote(meaning)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function powershell(commands: readonly Typed[]): string {
  const quote = (text: string) => `'${text.replace(/'/g, "''")}'`
  const cases = commands.map((typed) => {
    const words = [...argumentWords(typed), ...flagWords(typed.command)]
    return `      ${quote(typed.path)} { $offers = @(${words.map(quote).join(', ')}) }`
  })
  const values = new Map<string, readonly string[]>()
  for (const { command } of commands) {
    for (const { spec } of offers(command)) if (spec.values) values.set(`--${spec.name}`, spec.values)
  }
  const valueCases = [...values].map(
    ([flag, list]) => `      ${quote(flag)} { $offers = @(${list.map(quote).join(', ')}) }`,
  )
  const names = topmost(commands).map(({ name }) => quote(name))
  return `# PowerShell completion for strake: strake completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName strake -ScriptBlock {
  param($word, $ast, $position)
  $commands = @(${commands.map(({ path }) => quote(path)).join(', ')})
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  $complete = if ($word -ne '' -and $typed.Count -gt 0) { @($typed | Select-Object -SkipLast 1) } else { $typed }
  $command = ''
  foreach ($one in $complete) {
    $next = if ($command) { "$command $one" } else { $one }
    if ($commands -contains $next) { $command = $next }
  }
  $before = if ($complete.Count -gt 0) { $complete[-1] } else { '' }
  if (-not $command) { $offers = @(${names.join(', ')}) }
  else {
    switch ($command) {
${cases.join('\n')}
    }
    switch ($before) {
${valueCases.join('\n')}
    }
  }
  $offers | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}
