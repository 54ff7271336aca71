import type { AccountLimits } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'

/** The limited resources of an account; `bytes` and `history` are in bytes. */
export const QUOTA_RESOURCES = [
  'projects',
  'strings',
  'bytes',
  'history',
] as const satisfies readonly (keyof AccountLimits)[]

export type QuotaResource = (typeof QUOTA_RESOURCES)[number]

export type Amounts = Readonly<Record<QuotaResource, number>>

/** The limits of an account: set by an operator for it, or else the server's. */
export const getLimits = (
  { limits = {} }: Pick<Frozen<AccountRecord>, 'limits'>,
  defaults: AccountLimits,
): AccountLimits => ({ ...defaults, ...omitUndefined(limits) })

/** Used and restorable amounts (deleted projects, unused strings) together may be this many times a limit. */
export const RESTORABLE_FACTOR = 2

const NOUNS: Readonly<Record<QuotaResource, string>> = {
  projects: 'projects',
  strings: 'source strings',
  bytes: 'of files and translations',
  history: 'of history',
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `1.5 GiB`, rounded down, so that nothing looks full early. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = Math.floor((bytes / 1024 ** power) * 10) / 10
  return `${value.toLocaleString('en')} ${UNITS[power]}`
}

/** The exact amount, as it can be typed: `2GiB`, `500MB`, `1234`. */
export function formatExactBytes(bytes: number): string {
  const exact = [
    ['GiB', 2 ** 30],
    ['GB', 1e9],
    ['MiB', 2 ** 20],
    ['MB', 1e6],
  ] as const
  const [unit, size] = exact.find(([, one]) => bytes % one === 0) ?? ['', 1]
  return `${bytes / size}${unit}`
}

/** Whether a resource is counted in bytes. */
export const isByteResource = (resource: QuotaResource): boolean => resource === 'bytes' || resource === 'history'

/** `250,000`, or `1.5 GiB` for resources in bytes. */
export const formatAmount = (resource: QuotaResource, amount: number): string =>
  isByteResource(resource) ? formatBytes(amount) : amount.toLocaleString('en')

/** `250,000 source strings`. */
export const formatLimit = (resource: QuotaResource, limit: number): string =>
  `${formatAmount(resource, limit)} ${NOUNS[resource]}`

/** `200,000 of 250,000 source strings`. */
const formatShare = (resource: QuotaResource, used: number, limit: number): string =>
  `${formatAmount(resource, used)} of ${formatLimit(resource, limit)}`

/** `200,000 of 250,000 source strings used`. */
export const formatUse = (resource: QuotaResource, used: number, limit: number): string =>
  `${formatShare(resource, used, limit)} used`
