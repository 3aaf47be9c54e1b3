/**
 * What goes to stderr. Lines of the reference are printed to the letter, the error text last, because people and scripts
 * search for them; ours come before it and leave with `--quiet`. With the JSON format every line is one object.
 */
import type { Diagnostic, ToolError } from '../core/error.ts'
import type { Log } from '../core/host.ts'
import { placeText, shownPath } from './places.ts'
import type { Output } from './terminal.ts'

export interface ReporterOptions {
  stderr: Output
  cwd: string
  quiet: boolean
  json: boolean
  /** Asked only when something is about to be drawn. */
  colour(): Promise<boolean>
}

export class Reporter implements Log {
  constructor(private readonly options: ReporterOptions) {}

  /** A warning of the engine. */
  emit(diagnostic: Diagnostic): void {
    const { stderr, json, quiet, cwd } = this.options
    if (json) {
      this.object(diagnostic)
      return
    }
    const { code, message, at, hint } = diagnostic
    if (code === 'LOG') {
      // What the reference writes with a log package, time first.
      stderr.write(`${timestamp(new Date())} ${message}\n`)
    } else if (message.startsWith('# Warning: ')) {
      stderr.write(`${message}\n`)
    } else if (!quiet) {
      stderr.write(`warning[${code}]: ${message}\n`)
    }
    if (quiet) return
    for (const location of at) stderr.write(`  --> ${placeText(location, cwd)}\n`)
    if (hint !== undefined) stderr.write(`  hint: ${hint}\n`)
  }

  /** A line for people only, such as a deprecated flag's. */
  line(code: string, text: string): void {
    if (this.options.json) this.object({ severity: 'warning', code, message: text, at: [] })
    else this.options.stderr.write(`${text}\n`)
  }

  /** A user's mistake: everything known about it, and `Error: …` as the last line. `tail` follows that line. */
  async error(error: ToolError, tail = ''): Promise<void> {
    const { stderr, json, quiet, cwd, colour } = this.options
    const first = error.toDiagnostic()
    if (json) {
      for (const diagnostic of error.also) this.object(diagnostic)
      this.object(first)
      return
    }
    if (!quiet && error.code !== 'USAGE') {
      const { draw } = await import('./print.ts')
      const style = { colour: await colour(), cwd }
      // A lone message stands in the last line already.
      let text = draw(first, style, error.also.length > 0)
      for (const diagnostic of error.also) text += draw(diagnostic, style, true)
      stderr.write(text)
    }
    stderr.write(`Error: ${error.message}\n${tail}`)
  }

  private object({ severity, code, message, at, hint }: Diagnostic): void {
    const places = at.map(({ source, offset }) => ({
      file: shownPath(source.path, this.options.cwd),
      ...source.position(offset),
    }))
    const object = { severity, code, message, at: places, ...(hint === undefined ? {} : { hint }) }
    this.options.stderr.write(`${JSON.stringify(object)}\n`)
  }
}

/** `2006/01/02 15:04:05`, local time. */
function timestamp(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}/${two(now.getMonth() + 1)}/${two(now.getDate())}`
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
}
