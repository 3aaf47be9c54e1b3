/** The library in this process as a subject: what the command line would do, without the process. */
import type { Subject } from './subject.ts'

export async function librarySubject(): Promise<Subject> {
  throw new Error('not there yet')
}
