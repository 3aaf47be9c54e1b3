/**
 * `npm run cases:record -- NAME…`: runs cases on the reference program and writes what it gives into their files.
 * `--missing` takes every case without a result, `--all` all of them, `--check` compares all and writes nothing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutRoot, programSubject, referenceProgram } from '../subject.ts'
import { listCases, loadCase, writeCase } from './case-file.ts'
import { runCase } from './run-case.ts'

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const program = referenceProgram()
  if (program === undefined) {
    process.stderr.write('cases are recorded from kustomize 5.8.2, which is not on this machine (PATH or $KUSTOMIZE)\n')
    return 1
  }
  const folder = join(checkoutRoot(), 'tests/cases')
  const cases = listCases(folder)
  const check = words.includes('--check')
  const all = words.includes('--all') || check
  const names = words.filter((word) => !word.startsWith('--'))
  for (const name of names) {
    if (!existsSync(join(folder, `${name}.case`)) && !cases.some((found) => found.name.includes(name))) {
      process.stderr.write(`no case ${name}\n`)
      return 1
    }
  }
  let written = 0
  let different = 0
  for (const { name, file } of cases) {
    const found = loadCase(file)
    const missing = found.output === undefined && found.error === undefined
    const wanted = all || names.some((part) => name.includes(part)) || (missing && words.includes('--missing'))
    if (!wanted) continue
    const { output, error, warnings, ...input } = found
    void output
    void error
    void warnings
    const text = writeCase({ ...input, ...(await runCase(found, programSubject(program))) })
    if (text === readFileSync(file, 'utf8')) continue
    if (check) {
      different++
      process.stdout.write(`DIFFERENT ${name}\n`)
    } else {
      written++
      writeFileSync(file, text)
      process.stdout.write(`recorded ${name}\n`)
    }
  }
  process.stdout.write(check ? `${different} different of ${cases.length}\n` : `${written} recorded\n`)
  return different > 0 ? 1 : 0
}

process.exitCode = await main()
