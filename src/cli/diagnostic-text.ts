/** Warnings as text and diagnostics as JSON: loaded when there is something to say. */
import type { Diagnostic } from '../core/error.ts'
import { placeText, shownPath } from './places.ts'

/** Lines of the reference as they are, ours only when it need not be quiet. */
export function warningText({ code, message, at, hint }: Diagnostic, quiet: boolean, cwd: string): string {
  let text = ''
  // What the reference writes with a log package has the time first.
  if (code === 'LOG') text = `${timestamp(new Date())} ${message}\n`
  else if (message.startsWith('# Warning: ')) text = `${message}\n`
  else if (!quiet) text = `warning[${code}]: ${message}\n`
  if (quiet) return text
  for (const location of at) text += `  --> ${placeText(location, cwd)}\n`
  return hint === undefined ? text : `${text}  hint: ${hint}\n`
}

/** One line for programs. */
export function jsonText({ severity, code, message, at, hint }: Diagnostic, cwd: string): string {
  const places = at.map(({ source, offset }) => ({ file: shownPath(source.path, cwd), ...source.position(offset) }))
  return JSON.stringify({ severity, code, message, at: places, ...(hint === undefined ? {} : { hint }) })
}

/** `2006/01/02 15:04:05`, local time. */
function timestamp(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}/${two(now.getMonth() + 1)}/${two(now.getDate())}`
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
}
