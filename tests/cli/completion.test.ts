/**
 * The completion scripts at work: bash, zsh and fish where they are installed; what a script offers is what a shell would
 * show. PowerShell's are only read for the words they offer.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DROP_IN, dropIn, PROGRAM, strake, writeFiles } from './program.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-completion-')))
afterAll(() => rmSync(top, { recursive: true }))
writeFiles(top, { 'work/keep/.keep': '', 'work/kustomization.yaml': '', 'bin/.keep': '' })
const work = join(top, 'work')
symlinkSync(DROP_IN, join(top, 'bin/strake-kustomize'))
symlinkSync(DROP_IN, join(top, 'bin/kustomize'))
symlinkSync(PROGRAM, join(top, 'bin/strake'))

const environment = {
  ...process.env,
  PATH: `${join(top, 'bin')}:${join(process.execPath, '..')}:${process.env.PATH}`,
  HOME: top,
  TERM: 'dumb',
}

function hasShell(name: string): boolean {
  return spawnSync(name, ['-c', 'exit 0'], { env: environment }).status === 0
}

function run(shell: string, script: string): string[] {
  const options = { encoding: 'utf8', cwd: work, env: environment } as const
  const words = shell === 'bash' ? ['--norc', '-c', script] : ['-N', '-c', script]
  return execFileSync(shell, words, options)
    .split('\n')
    .filter((line) => line !== '')
}

/** What bash offers for a line, which it takes apart at blanks and `=`. */
function inBash(line: string): string[] {
  const words = line.split(/(=)| /).filter((word) => word !== undefined)
  const program = words[0] as string
  const script = `source <(${program} completion bash)
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
compopt() { no_files=1; }
$(complete -p ${program} | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "\${COMPREPLY[@]}"; [ -z "$no_files" ] || echo NO FILES`
  return run('bash', script)
}

/** What fish offers, without its descriptions. */
function inFish(line: string): string[] {
  const program = line.split(' ')[0] as string
  const lines = run('fish', `${program} completion fish | source; complete -C '${line}'`)
  return lines.map((text) => text.split('\t')[0] as string)
}

/**
 * What zsh offers: its completion system works in a terminal of its own, in which the tabulator is pressed behind the line
 * and everything that is handed to `compadd` is printed.
 */
const ZSH = String.raw`zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; RPS1=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'
zpty -w shell "source <($1 completion zsh)"
zpty -w shell 'null-line () { echo -E - $'"'\0'"' }; compprefuncs=(null-line); comppostfuncs=(null-line exit)
compadd () {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  typeset -a hits
  builtin compadd -A hits "$@"
  builtin compadd "$@"
  for hit in $hits; do echo -E - "HIT $hit"; done
}
bindkey "^I" complete-word; echo all-ready'
zpty -r shell out '*all-ready*all-ready*'
zpty -w -n shell "$2"$'\t'
while zpty -r shell out; do
  print -r -- $out
  [[ $out == *$'\0'*$'\0'* ]] && break
  ((++n > 100)) && break
done
zpty -d shell`.replaceAll('\\${', '${')

function inZsh(line: string): string[] {
  const words = ['-f', '-c', ZSH, 'zsh', line.split(' ')[0] as string, line]
  const out = execFileSync('zsh', words, { encoding: 'utf8', cwd: work, env: environment, timeout: 20_000 })
  return [...out.matchAll(/HIT (\S+)/g)].map(([, hit]) => hit as string)
}

describe('bash, of strake-kustomize', () => {
  test.each<[string, string[]]>([
    ['strake-kustomize bu', ['build', 'NO FILES']],
    ['kustomize edit ', ['add', 'alpha-list-builtin-plugin', 'fix', 'remove', 'set', 'NO FILES']],
    ['kustomize edit set im', ['image', 'NO FILES']],
    ['kustomize build --load-r', ['--load-restrictor', 'NO FILES']],
    ['kustomize build --load-restrictor LoadRestrictionsN', ['LoadRestrictionsNone', 'NO FILES']],
    ['kustomize build --load-restrictor=LoadRestrictionsR', ['LoadRestrictionsRootOnly', 'NO FILES']],
    ['kustomize build k', []],
    ['kustomize completion z', ['zsh', 'NO FILES']],
    ['kustomize lo', ['localize', 'NO FILES']],
  ])('%s', (line, offered) => {
    expect(inBash(line)).toEqual(offered)
  })
})

const LINES: [string, string[]][] = [
  ['bu', ['build']],
  ['edit set im', ['image']],
  ['build --load-r', ['--load-restrictor']],
  ['build --load-restrictor LoadRestrictionsN', ['LoadRestrictionsNone']],
  ['completion z', ['zsh']],
]

describe.each(['kustomize', 'strake'])('of %s', (program) => {
  describe.skipIf(!hasShell('fish'))('fish', () => {
    test.each(LINES)('%s', (line, offered) => {
      expect(inFish(`${program} ${line}`)).toEqual(offered)
    })
    test('a folder to build', () => {
      expect(inFish(`${program} build k`)).toContain('keep/')
    })
  })

  describe.skipIf(!hasShell('zsh'))('zsh', () => {
    test.each(LINES)('%s', (line, offered) => {
      expect(inZsh(`${program} ${line}`)).toEqual(offered)
    })
  })
})

test.each(['bash', 'zsh', 'fish', 'powershell'])(
  'the %s script of the drop-in asks the program it completes',
  (shell) => {
    const { stdout, stderr, code } = dropIn(top, ['completion', shell])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/__complete/)
    expect(stdout).toContain('strake-kustomize')
  },
)

describe.each(['bash', 'zsh'])('%s', (shell) => {
  test.skipIf(!hasShell(shell))('reads the scripts without a complaint', () => {
    for (const { stdout } of [dropIn(top, ['completion', shell]), strake(top, ['completion', shell])]) {
      const file = join(top, `script.${shell}`)
      writeFileSync(file, stdout)
      expect(spawnSync(shell, ['-n', file], { encoding: 'utf8', env: environment })).toMatchObject({
        status: 0,
        stderr: '',
      })
    }
  })
})
