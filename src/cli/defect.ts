/** What a user is told when the fault is ours. */
import { VERSION } from '../core/version.ts'

export function defectText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  const lines = text.split('\n').slice(0, 8)
  return [
    `Error: this is a defect of strake ${VERSION}, not of your configuration; nothing was written`,
    'Please report it with the lines below and, if you can, the folder that was built.',
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n')
}
