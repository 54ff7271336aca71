import { z } from 'zod'
import type { Limits } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { formatUse, limitsOf, RESOURCES, type Resource } from './limits.ts'
import { readUsage, type Usage } from './usage.ts'

/** What an account may have, and what it has. */
export interface QuotaView extends Usage {
  readonly limits: Limits
  /** The limits that an operator set for this account; the others are the server's. */
  readonly own: { readonly [R in Resource]?: number | undefined }
}

type Account = Pick<Frozen<AccountRecord>, 'id' | 'limits'>

interface Reading {
  readonly read: Reader
  readonly limits: Limits
}

export async function viewQuota(account: Account, { read, limits }: Reading): Promise<QuotaView> {
  const usage = await readUsage(account.id, read)
  return { limits: limitsOf(account, limits), own: account.limits ?? {}, ...usage }
}

/** From this share of a limit on, people and agents are told of it. */
const NEAR = 0.8

/** In answers: the limits of which 80 % are used, as sentences. */
export const NearLimits = z.array(z.string()).optional()

/** `200,000 of 250,000 source strings used. Ask an operator to raise the limit.`, for each limit of which 80 % are used. */
export async function nearLimits(account: Account, reading: Reading): Promise<readonly string[]> {
  const quota = await viewQuota(account, reading)
  return nearResources(quota).map(
    resource =>
      `${formatUse(resource, quota.used[resource], quota.limits[resource])}. Ask an operator to raise the limit.`,
  )
}

/** The resources of which 80 % are used. */
export const nearResources = ({ used, limits }: Pick<QuotaView, 'used' | 'limits'>): readonly Resource[] =>
  RESOURCES.filter(resource => used[resource] >= limits[resource] * NEAR)
