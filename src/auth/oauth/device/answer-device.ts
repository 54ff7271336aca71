import type { Frozen } from '../../../store/frozen.ts'
import type { DeviceCodeRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashUserCode } from './request.ts'

type DeviceCode = Frozen<DeviceCodeRecord>

/** Finds the pending device request of a typed user code. */
export async function findDeviceRequest(
  typed: string,
  read: Pick<Reader, 'device_codes'>,
  now: Date,
): Promise<DeviceCode | undefined> {
  const found = await findByUserCode(typed, read)
  return found !== undefined && isPending(found, now) ? found : undefined
}

/** Finds the device request that this user already answered: a second click does not count as a wrong code. */
export async function findAnsweredDevice(
  typed: string,
  userId: string,
  read: Pick<Reader, 'device_codes'>,
  now: Date,
): Promise<DeviceCode | undefined> {
  const found = await findByUserCode(typed, read)
  const isOwn = found !== undefined && found.status !== 'pending' && found.user_id === userId
  return isOwn && !isExpired(found.expires_at, now) ? found : undefined
}

async function findByUserCode(typed: string, read: Pick<Reader, 'device_codes'>): Promise<DeviceCode | undefined> {
  const hash = hashUserCode(typed)
  return hash && read.device_codes.by('user_code', hash)
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
