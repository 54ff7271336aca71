import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord } from '../../../store/records/authorization.ts'

const THEFT_NOTICE_MS = 30 * 24 * 60 * 60 * 1000

/** Returns whether the user still sees the notice that a token of a family was reused: for 30 days. */
export const hasTheftNotice = ({ revoked_for, revoked_at }: Frozen<TokenFamilyRecord>, now: Date): boolean =>
  revoked_for === 'stolen' && revoked_at !== null && now.getTime() - Date.parse(revoked_at) < THEFT_NOTICE_MS
