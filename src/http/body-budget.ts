import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** Counts the bytes of a body before they are kept. @throws AppError `rate_limited`, `unavailable`, and then counts none of them. */
export type Lease = (bytes: number) => void

/** The memory that bodies of requests may take until they are answered. */
export interface BodyBudget {
  lease(userId: string, request: IncomingMessage): Lease
  /** Gives back what a request took: it is answered, or its connection broke. */
  giveBack(request: IncomingMessage): void
}

/** Four of the largest files: as many as one push sends at once. */
const MOST_FOR_ONE = 64 * 1024 * 1024
const MOST_FOR_ALL = 256 * 1024 * 1024

/** Makes the budget of a process. */
export function createBodyBudget(): BodyBudget {
  const ofUser = new Map<string, number>()
  const ofRequest = new Map<IncomingMessage, { readonly userId: string; readonly bytes: number }>()
  let all = 0

  const take = (userId: string, bytes: number): void => {
    const own = (ofUser.get(userId) ?? 0) + bytes
    all += bytes
    if (own === 0) ofUser.delete(userId)
    else ofUser.set(userId, own)
  }

  return {
    lease: (userId, request) => bytes => {
      if ((ofUser.get(userId) ?? 0) + bytes > MOST_FOR_ONE) throw tooMuchOfOne()
      if (all + bytes > MOST_FOR_ALL) throw tooMuchOfAll()
      take(userId, bytes)
      ofRequest.set(request, { userId, bytes: (ofRequest.get(request)?.bytes ?? 0) + bytes })
    },
    giveBack: request => {
      const taken = ofRequest.get(request)
      if (taken === undefined) return
      ofRequest.delete(request)
      take(taken.userId, -taken.bytes)
    },
  }
}

/** Waits for nobody: the control socket is the operator's own. */
export const UNCOUNTED: Lease = () => undefined

const tooMuchOfOne = (): AppError =>
  new AppError('rate_limited', `Your requests that are under way have ${MOST_FOR_ONE} bytes, the most at once.`, {
    fix: 'Send fewer at once: repeat this one when others are answered.',
    retryAfter: 2,
  })

const tooMuchOfAll = (): AppError =>
  new AppError('unavailable', `The requests that are under way here have ${MOST_FOR_ALL} bytes, the most at once.`, {
    fix: 'Repeat this one in a few seconds.',
    retryAfter: 5,
  })
