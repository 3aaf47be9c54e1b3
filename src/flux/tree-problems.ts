/** All that is wrong in a tree. */
import { fail, ToolError } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import type { Location } from '../core/source.ts'
import type { TreeProblem } from './tree.ts'

export class TreeProblems {
  readonly found: TreeProblem[] = []
  /** Where objects are written, by what problems with them are about. */
  private readonly places = new Map<string, Location>()

  isWrittenAt(about: string, place: Location): void {
    this.places.set(about, place)
  }

  note(severity: 'error' | 'warning', code: string, message: string, about: string, hint?: string): void {
    this.found.push({ severity, code, message, at: [], about, ...(hint === undefined ? {} : { hint }) })
  }

  /** Its message. What is no error of ours is thrown again. */
  report(error: unknown, about: string): string {
    const known = error instanceof FileError ? fail(error.code, `${error.path}: ${error.reason}`) : error
    if (!(known instanceof ToolError)) throw known
    this.found.push({ ...known.toDiagnostic(), about })
    return known.message
  }

  /** Each that has no place with the one of the object that it is about. */
  placed(): TreeProblem[] {
    return this.found.map((problem) => {
      const place = this.places.get(problem.about)
      return place === undefined || problem.at.length > 0 ? problem : { ...problem, at: [place] }
    })
  }
}
