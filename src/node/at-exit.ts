/** What has to be cleaned up when this process ends, however it does. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Cleans up when the process ends or is told to, until the returned function is called. */
export function atExit(clean: () => void): () => void {
  const release = () => {
    process.removeListener('exit', clean)
    for (const signal of SIGNALS) process.removeListener(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    release()
    clean()
    process.kill(process.pid, signal)
  }
  process.on('exit', clean)
  for (const signal of SIGNALS) process.on(signal, stop)
  return release
}
