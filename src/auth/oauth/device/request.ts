import { randomInt } from 'node:crypto'
import type { Frozen } from '../../../store/frozen.ts'
import type { DeviceCodeRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { isExpired } from '../../policy/active-credential.ts'
import type { Scope } from '../../policy/scopes.ts'
import { hashSecret, mintSecret, type SecretHash, type SecretValue } from '../../secrets.ts'
import { makeRoomForRequest } from '../pending-limit.ts'

type DeviceCode = Frozen<DeviceCodeRecord>

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

/** Finds the pending device request of a typed user code. */
export async function findDeviceRequest(
  typed: string,
  read: Pick<Reader, 'device_codes'>,
  now: Date,
): Promise<DeviceCode | undefined> {
  const hash = hashUserCode(typed)
  const found = hash && (await read.device_codes.by('user_code', hash))
  return found !== undefined && isPending(found, now) ? found : undefined
}

/** Finds the device request that this user already answered: a second click does not count as a wrong code. */
export async function findAnsweredDevice(
  typed: string,
  userId: string,
  read: Pick<Reader, 'device_codes'>,
  now: Date,
): Promise<DeviceCode | undefined> {
  const hash = hashUserCode(typed)
  const found = hash && (await read.device_codes.by('user_code', hash))
  const isOwn = found !== undefined && found.status !== 'pending' && found.user_id === userId
  return isOwn && !isExpired(found.expires_at, now) ? found : undefined
}

/** The answer to a device request. `scopes`: the ticked ones; default: all requested scopes that the grant has. */
export type DeviceAnswer =
  | {
      readonly allowed: true
      readonly userId: string
      readonly grantId: string
      readonly scopes?: readonly string[]
    }
  | { readonly allowed: false; readonly userId: string }

/** Stores the answer; false if the request was already answered or has expired. */
export async function answerDevice(
  tx: Transaction,
  { id }: Pick<DeviceCode, 'id'>,
  answer: DeviceAnswer,
  now: Date,
): Promise<boolean> {
  const record = await tx.device_codes.get(id)
  if (record === undefined || !isPending(record, now)) return false
  await tx.device_codes.put(
    answer.allowed
      ? {
          ...record,
          status: 'allowed',
          user_id: answer.userId,
          grant_id: answer.grantId,
          scopes: record.scopes.filter(scope => answer.scopes?.includes(scope) ?? true),
        }
      : { ...record, status: 'denied', user_id: answer.userId },
  )
  return true
}

const isPending = ({ status, expires_at }: DeviceCode, now: Date): boolean =>
  status === 'pending' && !isExpired(expires_at, now)

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
