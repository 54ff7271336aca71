import type { Limits } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
export const RESOURCES = ['projects', 'strings', 'bytes', 'history'] as const satisfies readonly (keyof Limits)[]

export type Resource = (typeof RESOURCES)[number]

/** An amount of each resource. */
export type Amounts = Readonly<Record<Resource, number>>

/** The limits of an account: those that an operator set for it, else the server's. */
export const limitsOf = ({ limits = {} }: Pick<Frozen<AccountRecord>, 'limits'>, defaults: Limits): Limits => ({
  projects: limits.projects ?? defaults.projects,
  strings: limits.strings ?? defaults.strings,
  bytes: limits.bytes ?? defaults.bytes,
  history: limits.history ?? defaults.history,
})

/** What can be restored (deleted projects, unused strings) and what is used may together be this many times a limit. */
export const RESTORABLE_FACTOR = 2

const NOUNS: Readonly<Record<Resource, string>> = {
  projects: 'projects',
  strings: 'source strings',
  bytes: 'of files and texts',
  history: 'of history',
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `1.5 GiB`: rounded down, so that nothing looks full before it is. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = Math.floor((bytes / 1024 ** power) * 10) / 10
  return `${value.toLocaleString('en')} ${UNITS[power]}`
}

/** The same without a loss, as it can be typed: `2GiB`, `500MB`, `1234`. */
export function spellBytes(bytes: number): string {
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
export const isSize = (resource: Resource): boolean => resource === 'bytes' || resource === 'history'

export const formatAmount = (resource: Resource, amount: number): string =>
  isSize(resource) ? formatBytes(amount) : amount.toLocaleString('en')

/** `250,000 source strings`. */
export const formatLimit = (resource: Resource, limit: number): string =>
  `${formatAmount(resource, limit)} ${NOUNS[resource]}`

/** `200,000 of 250,000 source strings`. */
export const formatShare = (resource: Resource, used: number, limit: number): string =>
  `${formatAmount(resource, used)} of ${formatLimit(resource, limit)}`

export const formatUse = (resource: Resource, used: number, limit: number): string =>
  `${formatShare(resource, used, limit)} used`
