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
  const words =
    shell === 'bash' ? ['--norc', '-c', script] : shell === 'zsh' ? ['-f', '-c', script] : ['-N', '-c', script]
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

/** What zsh offers: its completion system runs in a terminal of its own, in which a key lists what there is. */
function inZsh(line: string): string[] {
  const program = line.split(' ')[0] as string
  const script = `zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell 'PS1= PS2=; cd ${work}; autoload -Uz compinit; compinit -u -D -d ${top}/dump'
zpty -w shell 'source <(${program} completion zsh)'
zpty -w shell 'zstyle ":completion:*" verbose no; zstyle ":completion:*" list-grouped no; LISTMAX=0; stty columns 60'
zpty -w shell 'list() { compadd() { if [[ \${@[(I)-O]} -gt 0 ]]; then builtin compadd "$@"; else builtin compadd -O hits "$@"; print -rl -- $hits; fi }; _main_complete; echo END; }; zle -C offers complete-word list; bindkey "^T" offers; echo READY'
out=; while [[ $out != *READY*READY* ]]; do zpty -r shell chunk || break; out+=$chunk; done
zpty -w -n shell $'${line}\\C-T'
out=; while [[ $out != *END* ]]; do zpty -r shell chunk || break; out+=$chunk; done
print -r -- $out; zpty -d shell`
  return run('zsh', script)
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
      expect(inZsh(`${program} ${line}`).join('\n')).toContain(offered[0])
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
