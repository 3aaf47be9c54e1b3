/** When a user wonders what is being waited for. */
const SLOW_MILLISECONDS = 500

/** What work gives; `tell` is called when it has taken half a second. */
export async function toldWhenSlow<T>(tell: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(tell, SLOW_MILLISECONDS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
