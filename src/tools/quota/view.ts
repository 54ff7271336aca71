import { z } from 'zod'
import type { AccountLimits } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { formatUse, getLimits, QUOTA_RESOURCES, type QuotaResource } from './limits.ts'
import { readUsage, type Usage } from './usage.ts'

/** The limits and the usage of an account. */
export interface QuotaView extends Usage {
  readonly limits: AccountLimits
  /** Limits that an operator set for this account. The other limits are the server's. */
  readonly own: { readonly [R in QuotaResource]?: number | undefined }
}

type Account = Pick<Frozen<AccountRecord>, 'id' | 'limits'>

export interface QuotaDeps {
  readonly read: Reader
  /** Default limits of the server. */
  readonly limits: AccountLimits
}

/** Reads the limits and the usage of an account. */
export async function getQuota(account: Account, { read, limits }: QuotaDeps): Promise<QuotaView> {
  const usage = await readUsage(account.id, read)
  return { limits: getLimits(account, limits), own: account.limits ?? {}, ...usage }
}

/** From this share of a limit on, answers warn about it. */
const NEAR_LIMIT_RATIO = 0.8

/** The output field for limits that are at least 80 % used, as sentences. */
export const NearLimits = z.array(z.string()).optional()

/** One sentence per limit that is at least 80 % used: `200,000 of 250,000 source strings used. Ask an operator to raise the limit.` */
export async function describeNearLimits(account: Account, reading: QuotaDeps): Promise<readonly string[]> {
  const quota = await getQuota(account, reading)
  return findNearResources(quota).map(
    resource =>
      `${formatUse(resource, quota.used[resource], quota.limits[resource])}. Ask an operator to raise the limit.`,
  )
}

/** The resources that are at least 80 % used. */
export const findNearResources = ({ used, limits }: Pick<QuotaView, 'used' | 'limits'>): readonly QuotaResource[] =>
  QUOTA_RESOURCES.filter(resource => used[resource] >= limits[resource] * NEAR_LIMIT_RATIO)
