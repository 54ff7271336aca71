import { randomInt } from 'node:crypto'
import type { Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import type { Scope } from '../../policy/scopes.ts'
import { hashSecret, mintSecret, type SecretHash, type SecretValue } from '../../secrets.ts'
import { makeRoomForRequest } from '../pending-limit.ts'

/** Lifetime of a device request, in milliseconds. */
export const DEVICE_LIFETIME_MS = 600_000
/** Initial poll interval, in seconds. */
export const POLL_SECONDS = 5

interface NewDeviceRequest {
  readonly clientId: string
  readonly scopes: readonly Scope[]
  readonly scopeGiven: boolean
  readonly resources: readonly string[]
  /** The `toCustomerNetwork` of the client address. */
  readonly network: string
}

/**
 * Starts a device authorization (RFC 8628 3.2): a device code for polling, and a user code to type.
 * @throws AppError as `makeRoomForRequest`.
 */
export async function createDeviceRequest(
  tx: Transaction,
  { clientId, scopes, scopeGiven, resources, network }: NewDeviceRequest,
  { now, newId }: Moment,
  mint: () => UserCode = mintUserCode,
): Promise<{ readonly deviceCode: SecretValue; readonly userCode: string }> {
  await makeRoomForRequest(tx.device_codes, network)
  const { value, hash } = mintSecret('svcd')
  let userCode = mint()
  while ((await tx.device_codes.by('user_code', userCode.hash)) !== undefined) userCode = mint()
  await tx.device_codes.insert({
    id: newId(),
    hash,
    user_code_hash: userCode.hash,
    client_id: clientId,
    scopes,
    scope_given: scopeGiven,
    resources,
    status: 'pending',
    interval: POLL_SECONDS,
    polled_at: null,
    network,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + DEVICE_LIFETIME_MS).toISOString(),
  })
  return { deviceCode: value, userCode: userCode.text }
}

/** No vowels, to avoid words, and no letters that look like digits (RFC 8628 6.1). 8 of 20 letters are 34 bits. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE_LENGTH = 8
const USER_CODE_PATTERN = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`, 'i')

/** A code that a user types: as shown (XXXX-XXXX), and as stored. */
export interface UserCode {
  readonly text: string
  readonly hash: SecretHash
}

export function mintUserCode(random: (below: number) => number = randomInt): UserCode {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(random(USER_CODE_LETTERS.length)),
  ).join('')
  return {
    text: `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`,
    hash: hashSecret(letters),
  }
}

/** The hash of a typed code, in any case, with or without hyphens and spaces; undefined if it can't be a code. */
export function hashUserCode(typed: string): SecretHash | undefined {
  const letters = typed.replace(/[\s\p{Pd}]/gu, '')
  return USER_CODE_PATTERN.test(letters) ? hashSecret(letters.toUpperCase()) : undefined
}
