/** Runs a case in a folder of its own and brings the result into the form that case files hold. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorText, type Subject, warningLines } from '../subject.ts'
import { type CaseFile, layOut } from './case-file.ts'

export type CaseResult = Pick<CaseFile, 'output' | 'error' | 'warnings'>

export async function runCase(found: CaseFile, subject: Subject): Promise<CaseResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-case-')))
  try {
    layOut(found, folder)
    const result = await subject.run({ cwd: folder, args: found.arguments })
    const warnings = settled(warningLines(result.stderr).join('\n'), folder)
    const out: CaseResult =
      result.code === 0 ? { output: result.stdout } : { error: settled(errorText(result.stderr), folder) }
    if (warnings !== '') out.warnings = warnings
    return out
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without what differs from run to run: the folder, addresses in memory, the time, the order of a hash map. */
function settled(text: string, folder: string): string {
  const out = text
    .replaceAll(folder, '$ROOT')
    .replace(/&\{0x[0-9a-f]+ (<nil>|0x[0-9a-f]+)/g, '&{$PTR <nil>')
    .replace(/\(\*yaml\.Node\)\(0x[0-9a-f]+\)/g, '(*yaml.Node)($PTR)')
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /gm, '$LOG ')
    .replace(
      /(were never replaced: )(.*)$/gm,
      (_, head: string, names: string) => head + names.split(',').sort().join(','),
    )
  return out === '' ? '' : `${out}\n`
}
