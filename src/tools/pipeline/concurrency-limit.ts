/** Maximum concurrent calls per user: each keeps its data in memory. */
const MAX_RUNNING_CALLS = 16

interface UserCalls {
  running: number
  readonly waiting: (() => void)[]
}

const callsByUser = new Map<string, UserCalls>()

/** Runs the wait of a call, which needs little memory, while another call of the user takes its place. */
export type LeaveSlot = <T>(wait: () => Promise<T>) => Promise<T>

/** Runs a call once fewer than 16 other calls of the user are running. */
export async function withConcurrencyLimit<T>(user: string, call: (leaveSlot: LeaveSlot) => Promise<T>): Promise<T> {
  const turn = enter(user)
  if (turn !== undefined) await turn
  try {
    return await call(async wait => {
      leave(user)
      try {
        return await wait()
      } finally {
        await enter(user)
      }
    })
  } finally {
    leave(user)
  }
}

/** Takes a place; returns the wait for it if none is free. */
function enter(user: string): Promise<void> | undefined {
  let own = callsByUser.get(user)
  if (own === undefined) callsByUser.set(user, (own = { running: 0, waiting: [] }))
  const { waiting } = own
  if (own.running >= MAX_RUNNING_CALLS) return new Promise(resolve => waiting.push(resolve))
  own.running += 1
  return undefined
}

function leave(user: string): void {
  const own = callsByUser.get(user)
  if (own === undefined) return
  const next = own.waiting.shift()
  if (next !== undefined) return next()
  own.running -= 1
  if (own.running === 0) callsByUser.delete(user)
}
