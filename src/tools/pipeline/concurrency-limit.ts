/** Maximum concurrent calls per user: each keeps its data in memory. */
const MAX_RUNNING_CALLS = 16

interface UserCalls {
  running: number
  readonly waiting: (() => void)[]
}

const callsByUser = new Map<string, UserCalls>()

/** Runs a call once fewer than 16 other calls of the user are running. */
export async function withConcurrencyLimit<T>(user: string, call: () => Promise<T>): Promise<T> {
  let own = callsByUser.get(user)
  if (own === undefined) callsByUser.set(user, (own = { running: 0, waiting: [] }))
  const { waiting } = own
  if (own.running < MAX_RUNNING_CALLS) own.running += 1
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await call()
  } finally {
    const next = waiting.shift()
    if (next !== undefined) next()
    else {
      own.running -= 1
      if (own.running === 0) callsByUser.delete(user)
    }
  }
}
