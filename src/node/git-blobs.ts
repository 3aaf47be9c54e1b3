/** Contents of a git repository, from one process that answers one question after the other. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fail } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { atExit } from './at-exit.ts'

/** Of one file. */
const MAXIMUM_BYTES = 128 << 20

interface Question {
  path: string
  answer(bytes: Uint8Array): void
  refuse(error: Error): void
}

export class BlobReader {
  private child: ChildProcess | undefined = undefined
  private release: (() => void) | undefined = undefined
  /** In the order in which they were asked, which is that of the answers. */
  private readonly open: Question[] = []
  private parts: Buffer[] = []
  private size = 0
  /** How many bytes there have to be before the next step is possible. */
  private needed = 1
  private problem: Error | undefined = undefined
  /** What is about to be written: questions of one moment go together. */
  private asked = ''

  constructor(
    private readonly program: string,
    private readonly cwd: string,
    private readonly env: Record<string, string | undefined>,
  ) {}

  /** The bytes of a blob; `path` is for messages. */
  read(object: string, path: string): Promise<Uint8Array> {
    return new Promise((answer, refuse) => {
      if (this.problem !== undefined) return refuse(this.problem)
      const child = (this.child ??= this.start())
      this.open.push({ path, answer, refuse })
      if (this.asked === '') setImmediate(() => this.ask(child))
      this.asked += `${object}\n`
    })
  }

  close(): void {
    this.release?.()
    this.problem ??= fail('GIT', 'the repository has been closed')
    this.child?.kill('SIGKILL')
  }

  private ask(child: ChildProcess): void {
    child.stdin?.write(this.asked)
    this.asked = ''
  }

  private start(): ChildProcess {
    const child = spawn(this.program, ['cat-file', '--batch'], {
      ...{ cwd: this.cwd, env: this.env, stdio: ['pipe', 'pipe', 'ignore'] },
    })
    this.release = atExit(() => child.kill('SIGKILL'))
    child.stdout?.on('data', (bytes: Buffer) => {
      this.parts.push(bytes)
      this.size += bytes.length
      if (this.size >= this.needed) this.take()
    })
    child.stdin?.on('error', () => undefined)
    child.on('error', (error) => this.end(error))
    child.on('close', () => this.end(fail('GIT', `git cat-file ended in ${this.cwd}`)))
    return child
  }

  private end(error: Error): void {
    this.problem ??= error
    for (const { refuse } of this.open.splice(0)) refuse(this.problem)
  }

  /** Answers what can be answered from what has come. */
  private take(): void {
    let bytes = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts)
    for (;;) {
      const line = bytes.indexOf(10)
      if (line < 0) {
        this.needed = bytes.length + 1
        break
      }
      const question = this.open[0] as Question
      const [, , size = ''] = bytes.toString('latin1', 0, line).split(' ')
      const length = /^\d+$/.test(size) ? Number(size) : undefined
      if (length !== undefined && length > MAXIMUM_BYTES) {
        this.end(new FileError('OTHER', question.path, `file of ${length} bytes is too large`))
        return this.close()
      }
      const end = length === undefined ? line + 1 : line + 1 + length + 1
      if (bytes.length < end) {
        this.needed = end
        break
      }
      this.open.shift()
      if (length === undefined)
        question.refuse(new FileError('OTHER', question.path, 'its content is missing in the repository'))
      else question.answer(new Uint8Array(bytes.subarray(line + 1, end - 1)))
      bytes = bytes.subarray(end)
    }
    this.parts = [bytes]
    this.size = bytes.length
  }
}
