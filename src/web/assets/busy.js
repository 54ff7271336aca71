// A busy server (429 or 503) says how long to wait. It did nothing, so the same request is sent again then.

/** The most that one request waits. */
const MAX_WAIT_MS = 120_000
const MIN_WAIT_MS = 1000

/** The milliseconds that a response asks to wait; undefined if it asks for none. */
export const waitOf = ({ status, headers }) => {
  const text = [429, 503].includes(status) ? headers.get('retry-after') : null
  if (text === null) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(MIN_WAIT_MS, wait)
}

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Fetches, and again after each wait, two minutes in all. `onWait` gets each response that asks for one. */
export const fetchPatiently = async (address, options = {}, onWait = () => undefined) => {
  for (let left = MAX_WAIT_MS; ; ) {
    const response = await fetch(address, options)
    const wait = waitOf(response)
    if (wait === undefined || wait > left) return response
    left -= wait
    onWait(response)
    await pause(wait, options.signal)
  }
}
