/**
 * `kustomize completion SHELL`: scripts that ask the program they complete, so that they fit whatever it is called and
 * whichever version it has.
 */
const NAMES = 'kustomize strake-kustomize'

const BASH = `# bash completion for kustomize: source <(kustomize completion bash)
__kustomize_complete() {
  local words=() line out i glued=
  # Bash takes --flag=value apart.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if [[ "\${COMP_WORDS[i]}" == "=" && \${#words[@]} -gt 0 ]]; then
      words[\${#words[@]}-1]+="="
      glued=1
    elif [[ -n "$glued" ]]; then
      words[\${#words[@]}-1]+="\${COMP_WORDS[i]}"
      glued=
    else
      words+=("\${COMP_WORDS[i]}")
    fi
  done
  COMPREPLY=()
  out=$("\${COMP_WORDS[0]}" __completeNoDesc "\${words[@]}" 2>/dev/null) || return
  while IFS= read -r line; do
    if [[ "$line" == :4 ]]; then compopt +o default 2>/dev/null
    elif [[ "$line" != :* ]]; then COMPREPLY+=("$line"); fi
  done <<< "$out"
}
complete -o default -F __kustomize_complete ${NAMES}
`

const ZSH = `#compdef ${NAMES}
# zsh completion for kustomize: save as _kustomize in a folder of $fpath, or source <(kustomize completion zsh)
_kustomize() {
  local out line
  local -a offers
  [[ "$PREFIX" == -*=* ]] && compset -P '*='
  out=$("\${(Q)words[1]}" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null) || return
  local files=1
  for line in "\${(@f)out}"; do
    if [[ "$line" == :4 ]]; then files=0
    elif [[ "$line" == *$'\\t'* ]]; then offers+=("\${line%%$'\\t'*}:\${line#*$'\\t'}")
    elif [[ "$line" != :* ]]; then offers+=("$line"); fi
  done
  if (( $#offers )); then _describe -V command offers
  elif (( files )); then _files; fi
}
if [ "$funcstack[1]" = "_kustomize" ]; then _kustomize "$@"; else compdef _kustomize ${NAMES}; fi
`

const FISH = `# fish completion for kustomize: kustomize completion fish | source
function __kustomize_answer
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  $words[1] __complete $words[2..-1] "$current" 2>/dev/null
end
function __kustomize_offers
  set -l before (string match -r '^-.*=' -- (commandline -ct))
  for line in (__kustomize_answer)
    string match -q ':*' -- $line; or echo "$before$line"
  end
end
function __kustomize_only_these
  contains -- :4 (__kustomize_answer)
end
for name in ${NAMES}
  complete -c $name -e
  complete -c $name -n __kustomize_only_these -f -a '(__kustomize_offers)'
end
`

const POWERSHELL = `# PowerShell completion for kustomize: kustomize completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${NAMES.split(' ')
  .map((name) => `'${name}'`)
  .join(', ')} -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  $program = $words[0]
  $before = @($words | Select-Object -Skip 1)
  # Versions before 7.3 drop an empty word, unless it is quoted once more.
  if ($word -eq '') { $before += if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' } }
  & $program __complete @before 2>$null | Where-Object { $_ -notlike ':*' } | ForEach-Object {
    $offer, $meaning = $_ -split "\`t", 2
    if (-not $meaning) { $meaning = $offer }
    [System.Management.Automation.CompletionResult]::new($offer, $offer, 'ParameterValue', $meaning)
  }
}
`

export const SCRIPTS: Record<string, string> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL }
