/** `strake completion SHELL`: scripts made from the command table, so that they never fall behind it. */
import { fail } from '../../core/error.ts'
import { type Command, type CommandContext, GLOBAL_FLAGS } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { flagMeaning } from './help.ts'

const WRITERS: Record<string, (commands: readonly Command[]) => string> = { bash, zsh, fish, powershell }

export async function run({ flags, stdout, commands }: CommandContext): Promise<number> {
  const { words } = flags
  if (words.length !== 1) throw fail('USAGE', `accepts 1 arg(s), received ${words.length}`)
  const writer = Object.hasOwn(WRITERS, words[0] as string) ? WRITERS[words[0] as string] : undefined
  if (writer === undefined) throw fail('USAGE', `invalid argument "${words[0]}" for "strake completion"`)
  stdout.write(writer(commands))
  return 0
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

function bash(commands: readonly Command[]): string {
  const values = new Map<string, readonly string[]>()
  const files = new Set<string>()
  for (const command of commands) {
    for (const { spec } of offers(command)) {
      const forms = `--${spec.name}${spec.short ? `|-${spec.short}` : ''}`
      if (spec.values) values.set(`${command.name}:${forms.replace('|', `|${command.name}:`)}`, spec.values)
      else if (spec.type !== 'bool') files.add(`${command.name}:${forms.replace('|', `|${command.name}:`)}`)
    }
  }
  const valueCases = [...values].map(
    ([key, list]) => `    ${key}) COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$word")); return ;;`,
  )
  const fileCase = `    ${[...files].join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;`
  const commandCases = commands.map((command) => {
    const words = Array.isArray(command.completes) ? command.completes.join(' ') : ''
    const argument = command.completes === 'folder' ? 'compgen -d -- "$word"' : `compgen -W "${words}" -- "$word"`
    return `    ${command.name})
      if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "${flagWords(command).join(' ')}" -- "$word"))
      else COMPREPLY=($(${argument})); fi ;;`
  })
  return `# bash completion for strake: source <(strake completion bash)
_strake() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="" command="" i
  COMPREPLY=()
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in ${commands.map(({ name }) => name).join('|')}) command="\${COMP_WORDS[i]}"; break ;; esac
  done
  case "$command:$previous" in
${[...valueCases, fileCase].join('\n')}
  esac
  case "$command" in
${commandCases.join('\n')}
    *) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help" -- "$word")) ;;
  esac
}
complete -o filenames -F _strake strake
`
}

function zsh(commands: readonly Command[]): string {
  const quote = (text: string) => text.replace(/[[\]:'\\]/g, (c) => (c === "'" ? "'\\''" : `\\${c}`))
  const functions = commands.map((command) => {
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
    else if (completes) lines.push(`'1:word:(${completes.join(' ')})'`)
    lines.push(`'(-h --help)'{-h,--help}'[help for ${command.name}]'`)
    return `_strake_${command.name}() {\n  _arguments -s \\\n    ${lines.join(' \\\n    ')}\n}`
  })
  const list = commands.map(({ name, short }) => `    '${name}:${quote(short)}'`)
  return `#compdef strake
# zsh completion for strake: save as _strake in a folder of $fpath, or source <(strake completion zsh)
${functions.join('\n')}
_strake() {
  local -a words_of_strake=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command words_of_strake
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  (( $+functions[_strake_$command] )) && _strake_$command
}
if [ "$funcstack[1]" = "_strake" ]; then _strake "$@"; else compdef _strake strake; fi
`
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = ['# fish completion for strake: strake completion fish | source', 'complete -c strake -f']
  for (const command of commands) {
    lines.push(`complete -c strake -n __fish_use_subcommand -a ${command.name} -d ${quote(command.short)}`)
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`
    if (command.completes === 'folder') lines.push(`complete -c strake ${when} -a '(__fish_complete_directories)'`)
    else if (command.completes) lines.push(`complete -c strake ${when} -a ${quote(command.completes.join(' '))}`)
    for (const { spec, meaning } of offers(command)) {
      const value = spec.type === 'bool' ? '' : spec.values ? ` -x -a ${quote(spec.values.join(' '))}` : ' -r -F'
      const short = spec.short ? ` -s ${spec.short}` : ''
      lines.push(`complete -c strake ${when} -l ${spec.name}${short}${value} -d ${quote(meaning)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function powershell(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replace(/'/g, "''")}'`
  const cases = commands.map((command) => {
    const words = Array.isArray(command.completes) ? [...command.completes] : []
    return `      ${quote(command.name)} { $offers = @(${[...words, ...flagWords(command)].map(quote).join(', ')}) }`
  })
  const values = new Map<string, readonly string[]>()
  for (const command of commands) {
    for (const { spec } of offers(command)) if (spec.values) values.set(`--${spec.name}`, spec.values)
  }
  const valueCases = [...values].map(
    ([flag, list]) => `      ${quote(flag)} { $offers = @(${list.map(quote).join(', ')}) }`,
  )
  return `# PowerShell completion for strake: strake completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName strake -ScriptBlock {
  param($word, $ast, $position)
  $commands = @(${commands.map(({ name }) => quote(name)).join(', ')})
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  $command = $typed | Where-Object { $commands -contains $_ } | Select-Object -First 1
  $before = if ($word -ne '' -and $typed.Count -gt 1) { $typed[-2] } elseif ($word -eq '' -and $typed.Count -gt 0) { $typed[-1] } else { '' }
  if (-not $command -or $command -eq $word) { $offers = $commands }
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
