import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'

/** The share of one body in the budget. Both methods throw AppError `rate_limited` or `unavailable` if there is no room, and then reserve nothing. */
export interface Lease {
  /** Checks the announced size of a body without reserving it: a client that announces much and sends little must not block others. */
  assertRoom(bytes: number): void
  /** Counts received bytes, before they are buffered. */
  take(bytes: number): void
}

/** The memory limit of request bodies until their requests end. */
export interface BodyBudget {
  lease(userId: string, request: IncomingMessage): Lease
  /** The user whose lease a request has. */
  findUserId(request: IncomingMessage): string | undefined
  /** Releases the memory of a request that ended or lost its connection. */
  release(request: IncomingMessage): void
}

/** Four files of maximum size: as many as one push sends at once. */
const MAX_USER_BYTES = 64 * 1024 * 1024
/** One user can use at most as many bytes as stay free, so another user always finds room: next to four users at their limit, 51 MiB. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

/** Creates the budget of the process. */
export function createBodyBudget(): BodyBudget {
  const ofUser = new Map<string, number>()
  const ofRequest = new Map<IncomingMessage, { readonly userId: string; readonly bytes: number }>()
  const users = new WeakMap<IncomingMessage, string>()
  let all = 0

  const take = (userId: string, bytes: number): void => {
    const own = (ofUser.get(userId) ?? 0) + bytes
    all += bytes
    if (own === 0) ofUser.delete(userId)
    else ofUser.set(userId, own)
  }

  const assertRoom = (userId: string, bytes: number): void => {
    const own = (ofUser.get(userId) ?? 0) + bytes
    if (own > MAX_USER_BYTES) throw userLimitError()
    if (own > MAX_TOTAL_BYTES - all - bytes) throw totalLimitError(all)
  }

  return {
    lease: (userId, request) => {
      users.set(request, userId)
      return {
        assertRoom: bytes => assertRoom(userId, bytes),
        take: bytes => {
          assertRoom(userId, bytes)
          take(userId, bytes)
          ofRequest.set(request, { userId, bytes: (ofRequest.get(request)?.bytes ?? 0) + bytes })
        },
      }
    },
    findUserId: request => users.get(request),
    release: request => {
      const taken = ofRequest.get(request)
      if (taken === undefined) return
      ofRequest.delete(request)
      take(taken.userId, -taken.bytes)
    },
  }
}

/** A lease without limit, for the control socket of the operator. */
export const UNLIMITED_LEASE: Lease = { assertRoom: () => undefined, take: () => undefined }

const userLimitError = (): AppError =>
  new AppError('rate_limited', `Your open requests may have at most ${MAX_USER_BYTES} bytes in total.`, {
    fix: 'Send fewer at once. Repeat this one after the others are answered.',
    retryAfter: 2,
  })

const totalLimitError = (all: number): AppError =>
  new AppError('unavailable', `The server is busy: open requests use ${all} of ${MAX_TOTAL_BYTES} bytes.`, {
    fix: 'Try again in a few seconds, with smaller requests if possible.',
    retryAfter: 5,
  })
