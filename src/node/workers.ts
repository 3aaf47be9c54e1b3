/** Workers that run what is the user's: each comes to an answer or a problem in its time, and all can be ended. */
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { fail } from '../core/error.ts'

export interface WorkerTask<Message, Result> {
  /** As messages name it. */
  name: string
  /** The worker's program. */
  text: string
  options: WorkerOptions
  /** The code of problems, and what is said when it ends without an answer. */
  code: string
  endedEarly: string
  seconds: number
  onMessage(message: Message, done: (result: Result) => void, failed: (problem: Error) => void): void
}

export class Workers {
  private readonly running = new Set<Worker>()

  run<Message, Result>(task: WorkerTask<Message, Result>): Promise<Result> {
    const { name, text, options, code, endedEarly, seconds, onMessage } = task
    const worker = new Worker(text, { ...options, eval: true })
    this.running.add(worker)
    let timer: NodeJS.Timeout | undefined
    return new Promise<Result>((done, failed) => {
      timer = setTimeout(
        () => failed(fail('PROGRAM_LATE', `'${name}' was ended: it took longer than ${seconds} s`)),
        seconds * 1000,
      )
      worker.on('error', (error) => failed(fail(code, `'${name}' was ended: ${error.message}`)))
      worker.on('exit', () => failed(fail(code, `'${name}' ${endedEarly}`)))
      worker.on('message', (message: Message) => onMessage(message, done, failed))
    }).finally(() => {
      clearTimeout(timer)
      this.end(worker)
    })
  }

  endAll(): void {
    for (const worker of this.running) this.end(worker)
  }

  private end(worker: Worker): void {
    this.running.delete(worker)
    void worker.terminate()
  }
}

/** It printed more than it may. */
export function tooLoud(name: string, maximumBytes: number): Error {
  return fail('PROGRAM_LOUD', `'${name}' was ended: it wrote more than ${maximumBytes} bytes`)
}
