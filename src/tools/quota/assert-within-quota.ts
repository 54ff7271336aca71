import type { AccountLimits } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import {
  type Amounts,
  formatAmount,
  formatUse,
  getLimits,
  QUOTA_RESOURCES,
  type QuotaResource,
  RESTORABLE_FACTOR,
} from './limits.ts'
import { readUsage, type Usage } from './usage.ts'

/** The net change of a call to an account's usage; negative if it frees space. */
export interface QuotaChange {
  readonly used?: Partial<Amounts>
  /** Net change of restorable content. */
  readonly restorable?: Partial<Amounts>
}

interface CheckOptions {
  readonly read: Reader
  /** Default limits of the server. */
  readonly limits: AccountLimits
  /** Whether `read` already includes the change. */
  readonly isWritten: boolean
}

/**
 * Rejects a change that exceeds a limit of the account. Changes that add nothing always pass, even above a limit.
 * @throws AppError `quota_exceeded`.
 */
export async function assertWithinQuota(
  account: Pick<Frozen<AccountRecord>, 'id' | 'handle' | 'limits'>,
  change: QuotaChange,
  { read, limits: defaults, isWritten }: CheckOptions,
): Promise<void> {
  if (!QUOTA_RESOURCES.some(resource => increasesUsage(resource, change))) return
  const usage = await readUsage(account.id, read)
  const before = isWritten ? subtractChange(change, usage) : usage
  const limits = getLimits(account, defaults)
  for (const resource of QUOTA_RESOURCES) {
    const fault = findExcess(resource, change, before, limits)
    if (fault !== undefined) {
      throw new AppError('quota_exceeded', `${account.handle}: ${fault.message} Nothing was written.`, {
        fix: `${fault.fix} Or ask an operator to raise the limit of ${account.handle}.`,
        limit: resource,
      })
    }
  }
}

const subtractChange = ({ used = {}, restorable = {} }: QuotaChange, usage: Usage): Usage => ({
  used: subtract(usage.used, used),
  restorable: subtract(usage.restorable, restorable),
})

const subtract = (from: Amounts, change: Partial<Amounts>): Amounts =>
  Object.fromEntries(QUOTA_RESOURCES.map(name => [name, from[name] - (change[name] ?? 0)])) as Amounts

const getAddedAmounts = (resource: QuotaResource, { used = {}, restorable = {} }: QuotaChange) => {
  const added = used[resource] ?? 0
  return { added, addedInAll: added + (restorable[resource] ?? 0) }
}

function increasesUsage(resource: QuotaResource, change: QuotaChange): boolean {
  const { added, addedInAll } = getAddedAmounts(resource, change)
  return added > 0 || addedInAll > 0
}

function findExcess(resource: QuotaResource, change: QuotaChange, { used, restorable }: Usage, limits: AccountLimits) {
  const { added, addedInAll } = getAddedAmounts(resource, change)
  const limit = limits[resource]
  if (added > 0 && used[resource] + added > limit) {
    return {
      message: `${formatUse(resource, used[resource], limit)}. This call would add ${formatAmount(resource, added)}.`,
      fix: FIXES[resource],
    }
  }
  const kept = used[resource] + restorable[resource]
  if (addedInAll <= 0 || kept + addedInAll <= limit * RESTORABLE_FACTOR) return undefined
  return {
    message: `${formatUse(resource, kept, limit * RESTORABLE_FACTOR)}, with what can be restored. This call would add ${formatAmount(resource, addedInAll)}.`,
    fix: 'Wait: deleted projects are purged 30 days after deletion. Strings that are on no branch are purged with their project.',
  }
}

const FIXES: Readonly<Record<QuotaResource, string>> = {
  projects: 'Delete a project you no longer need.',
  strings: 'Delete branches or projects you no longer need, or push fewer strings.',
  bytes: 'Delete branches or projects you no longer need, or send less.',
  history: 'Delete projects you no longer need: their history is deleted with them.',
}
