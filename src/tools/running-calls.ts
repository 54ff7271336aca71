/** Calls of one user that run at the same time: each holds what it read until it is answered. */
const MOST_RUNNING = 16

/** The calls of one user. */
interface Calls {
  running: number
  readonly waiting: (() => void)[]
}

const users = new Map<string, Calls>()

/** Runs a call as soon as fewer than 16 others of its user run. */
export async function whenRoom<T>(user: string, call: () => Promise<T>): Promise<T> {
  let own = users.get(user)
  if (own === undefined) users.set(user, (own = { running: 0, waiting: [] }))
  const { waiting } = own
  if (own.running < MOST_RUNNING) own.running += 1
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await call()
  } finally {
    const next = waiting.shift()
    if (next !== undefined) next()
    else {
      own.running -= 1
      if (own.running === 0) users.delete(user)
    }
  }
}
