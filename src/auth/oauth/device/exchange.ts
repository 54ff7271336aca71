import type { Frozen } from '../../../store/frozen.ts'
import type { DeviceCodeRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashSecret, parseSecretKind } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import type { TokenRefusal } from '../token/fault.ts'
import { issueFirstTokens, type TokenContext } from '../token/first-tokens.ts'
import type { IssuedTokens } from '../token/issue.ts'
import type { RequestedAccess } from '../token/narrow.ts'
import { POLL_SECONDS } from './request.ts'

/** `grant_type=urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 3.4). */
interface DeviceCodeRequest extends RequestedAccess {
  readonly caller: Caller
  readonly deviceCode: string
}

/** Exchanges a device code for tokens, once, after the user approved it. Until then, tells the device how to poll (RFC 8628 3.5). */
export async function exchangeDeviceCode(
  tx: Transaction,
  request: DeviceCodeRequest,
  context: TokenContext,
): Promise<IssuedTokens | TokenRefusal> {
  const { caller, deviceCode } = request
  const { now } = context
  const device =
    parseSecretKind(deviceCode) === 'svcd' ? await tx.device_codes.by('hash', hashSecret(deviceCode)) : undefined
  if (device === undefined) return { fault: 'unknown_device_code' }
  if (device.client_id !== caller.client.id) return { fault: 'device_code_of_other_client' }
  if (device.status === 'used') return { fault: 'device_code_used' }
  if (isExpired(device.expires_at, now)) return { fault: 'device_code_expired' }
  if (device.status === 'denied') return { fault: 'device_denied' }
  const { grant_id, user_id } = device
  if (grant_id === undefined || user_id === undefined) return recordPoll(tx, device, now)
  const issued = await issueFirstTokens(tx, request, { ...device, grant_id, user_id }, context)
  if ('fault' in issued) return { ...issued, userId: user_id }
  await tx.device_codes.put({ ...device, status: 'used' })
  return issued
}

/** RFC 8628 3.5: polling too soon increases the interval for all later polls. */
async function recordPoll(tx: Transaction, device: Frozen<DeviceCodeRecord>, now: Date): Promise<TokenRefusal> {
  const { polled_at, interval } = device
  const isTooFast = polled_at !== null && now.getTime() < Date.parse(polled_at) + interval * 1000
  await tx.device_codes.put({
    ...device,
    polled_at: now.toISOString(),
    interval: isTooFast ? interval + POLL_SECONDS : interval,
  })
  return { fault: isTooFast ? 'device_too_fast' : 'device_pending' }
}
