import { z } from 'zod'
import type { AccountLimits } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { formatUse, getLimits, QUOTA_RESOURCES, type QuotaResource } from './limits.ts'
import { readUsage, type Usage } from './usage.ts'

/** What an account may have, and what it has. */
export interface QuotaView extends Usage {
  readonly limits: AccountLimits
  /** The limits that an operator set for this account; the others are the server's. */
  readonly own: { readonly [R in QuotaResource]?: number | undefined }
}

type Account = Pick<Frozen<AccountRecord>, 'id' | 'limits'>

interface QuotaDeps {
  readonly read: Reader
  readonly limits: AccountLimits
}

export async function getQuota(account: Account, { read, limits }: QuotaDeps): Promise<QuotaView> {
  const usage = await readUsage(account.id, read)
  return { limits: getLimits(account, limits), own: account.limits ?? {}, ...usage }
}

/** From this share of a limit on, people and agents are told of it. */
const NEAR_LIMIT_RATIO = 0.8

/** In answers: the limits of which 80 % are used, as sentences. */
export const NearLimits = z.array(z.string()).optional()

/** `200,000 of 250,000 source strings used. Ask an operator to raise the limit.`, for each limit of which 80 % are used. */
export async function describeNearLimits(account: Account, reading: QuotaDeps): Promise<readonly string[]> {
  const quota = await getQuota(account, reading)
  return findNearResources(quota).map(
    resource =>
      `${formatUse(resource, quota.used[resource], quota.limits[resource])}. Ask an operator to raise the limit.`,
  )
}

/** The resources of which 80 % are used. */
export const findNearResources = ({ used, limits }: Pick<QuotaView, 'used' | 'limits'>): readonly QuotaResource[] =>
  QUOTA_RESOURCES.filter(resource => used[resource] >= limits[resource] * NEAR_LIMIT_RATIO)
