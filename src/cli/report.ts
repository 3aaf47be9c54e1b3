/**
 * What goes to stderr. Lines of the reference are printed to the letter, the error text last, because people and scripts
 * search for them; ours come before it and leave with `--quiet`. With the JSON format every line is one object.
 */
import type { Diagnostic, ToolError } from '../core/error.ts'
import type { Log } from '../core/host.ts'
import { jsonText, warningText } from './diagnostic-text.ts'
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
    stderr.write(warningText(diagnostic, quiet, cwd))
  }

  /** A line for people only, such as a deprecated flag's. */
  line(code: string, text: string): void {
    if (this.options.json) this.object({ severity: 'warning', code, message: text, at: [] })
    else this.options.stderr.write(`${text}\n`)
  }

  /** A user's mistake: everything known about it, and `Error: …` as the last line. `tail` follows that line. */
  async error(error: ToolError, tail = '', mark = 'Error:'): Promise<void> {
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
    stderr.write(`${mark} ${error.message}\n${tail}`)
  }

  private object(diagnostic: Diagnostic): void {
    this.options.stderr.write(`${jsonText(diagnostic, this.options.cwd)}\n`)
  }
}
