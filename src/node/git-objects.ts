/** Objects of a git repository, from one process that answers one question after the other. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fail } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { atExit } from './at-exit.ts'

/** Of one object. */
const MAXIMUM_BYTES = 128 << 20
/** What git ends with when it does not know an option. */
const USAGE = 129

export interface GitObject {
  /** Its name in hexadecimal digits. */
  name: string
  type: string
  bytes: Buffer
}

interface Question {
  name: string
  path: string
  answer(object: GitObject | undefined): void
  refuse(error: Error): void
}

export class ObjectReader {
  private child: ChildProcess | undefined = undefined
  private release: (() => void) | undefined = undefined
  /** In the order in which they were asked, which is that of the answers. */
  private open: Question[] = []
  /** Those of one moment go together. */
  private asked: Question[] = []
  private parts: Buffer[] = []
  private size = 0
  /** How many bytes there have to be before the next step is possible. */
  private needed = 1
  private problem: Error | undefined = undefined
  /** Git up to 2.35 cannot be told when an answer has to be complete: it writes each object by itself. */
  private isOld = false

  constructor(
    private readonly program: string,
    private readonly cwd: string,
    private readonly env: Record<string, string | undefined>,
    private readonly onRead: (size: number) => void,
  ) {}

  /** What a name stands for, which has no line break; undefined when that is nothing. `path` is for messages. */
  find(name: string, path: string): Promise<GitObject | undefined> {
    return new Promise((answer, refuse) => {
      if (this.problem !== undefined) return refuse(this.problem)
      if (this.asked.push({ name, path, answer, refuse }) === 1) setImmediate(() => this.ask())
    })
  }

  /** The bytes of an object. */
  async read(name: string, path: string): Promise<Buffer> {
    const object = await this.find(name, path)
    if (object === undefined) throw new FileError('OTHER', path, 'its content is missing in the repository')
    return object.bytes
  }

  close(): void {
    this.release?.()
    this.problem ??= fail('GIT', 'the repository has been closed')
    this.child?.kill('SIGKILL')
  }

  private ask(): void {
    const questions = this.asked
    this.asked = []
    if (this.problem !== undefined) {
      for (const { refuse } of questions) refuse(this.problem)
      return
    }
    this.child ??= this.start()
    for (const question of questions) this.open.push(question)
    const lines = questions.map(({ name }) => (this.isOld ? `${name}\n` : `contents ${name}\n`)).join('')
    this.child.stdin?.write(this.isOld ? lines : `${lines}flush\n`)
  }

  private start(): ChildProcess {
    const words = this.isOld ? ['--batch'] : ['--batch-command', '--buffer']
    const child = spawn(this.program, ['cat-file', ...words], {
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
    child.on('close', (code) => {
      if (code === USAGE && !this.isOld && this.problem === undefined) this.startAnew()
      else this.end(fail('GIT', `git cat-file ended in ${this.cwd}`))
    })
    return child
  }

  private startAnew(): void {
    this.release?.()
    this.isOld = true
    this.child = undefined
    this.asked = [...this.open, ...this.asked]
    this.open = []
    this.ask()
  }

  private end(error: Error): void {
    this.problem ??= error
    for (const { refuse } of this.open.splice(0)) refuse(this.problem)
  }

  /** Answers what can be answered from what has come. */
  private take(): void {
    const bytes = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts)
    let at = 0
    let answered = 0
    for (;;) {
      const line = bytes.indexOf(10, at)
      if (line < 0) {
        this.needed = bytes.length - at + 1
        break
      }
      const question = this.open[answered] as Question
      const [name = '', type = '', size = ''] = bytes.toString('latin1', at, line).split(' ')
      // What is not there is said with the question's own words, in which there may be spaces.
      const isFound = /^[0-9a-f]{40,64}$/.test(name) && TYPES.has(type) && /^\d+$/.test(size)
      const length = isFound ? Number(size) : 0
      if (length > MAXIMUM_BYTES) {
        this.end(new FileError('OTHER', question.path, `file of ${length} bytes is too large`))
        return this.close()
      }
      const end = isFound ? line + 1 + length + 1 : line + 1
      if (bytes.length < end) {
        this.needed = end - at
        break
      }
      answered++
      this.onRead(length)
      question.answer(isFound ? { name, type, bytes: bytes.subarray(line + 1, end - 1) } : undefined)
      at = end
    }
    this.open.splice(0, answered)
    const rest = bytes.subarray(at)
    this.parts = [rest]
    this.size = rest.length
  }
}

const TYPES: ReadonlySet<string> = new Set(['blob', 'commit', 'tag', 'tree'])
