import type { Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import type { Scope } from '../../policy/scopes.ts'
import { mintSecret, type SecretValue } from '../../secrets.ts'
import { makeRoomForRequest } from '../pending-limit.ts'
import { mintUserCode, type UserCode } from './user-code.ts'

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
