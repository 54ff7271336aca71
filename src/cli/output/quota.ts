import type { ChangedQuota, Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { alignRows } from './table.ts'

const RESOURCE_NAMES: Readonly<Record<QuotaResource, string>> = {
  projects: 'projects',
  strings: 'source strings',
  bytes: 'size of files and translations',
  history: 'size of history',
}

/** Formats the limits of an account and their usage as a table. */
export function describeQuota({ account, used, limits, own, restorable }: Quota): string {
  const rows = QUOTA_RESOURCES.map(resource => [
    RESOURCE_NAMES[resource],
    formatAmount(resource, used[resource]),
    formatAmount(resource, limits[resource]),
    `${Math.floor((used[resource] / limits[resource]) * 100)} %`,
    own[resource] === undefined ? '' : 'set for this account',
  ])
  const kept = QUOTA_RESOURCES.filter(resource => restorable[resource] > 0)
  const restored = kept
    .map(resource => `${formatAmount(resource, restorable[resource])} ${RESOURCE_NAMES[resource]}`)
    .join(', ')
  return [
    account,
    ...alignRows([['', 'USED', 'LIMIT', '', ''], ...rows], column => column > 0 && column < 4).map(line => `  ${line}`),
    ...(restored === '' ? [] : [`Also restorable: ${restored}.`]),
  ].join('\n')
}

/** Formats the changed limits of an account, and those that it already exceeds. */
export function describeChangedQuota(quota: ChangedQuota): string {
  const { account, before, limits, used, changed } = quota
  if (!changed) return `The limits of ${account} already had these values.`
  const differing = QUOTA_RESOURCES.filter(resource => before[resource] !== limits[resource])
  const changes = differing.map(
    resource =>
      `${RESOURCE_NAMES[resource]} ${formatAmount(resource, before[resource])} → ${formatAmount(resource, limits[resource])}`,
  )
  const full = QUOTA_RESOURCES.filter(resource => used[resource] > limits[resource])
  return [
    `${account}: ${changes.join(', ') || 'uses the limits of the server'}.`,
    ...full.map(
      resource =>
        `${account} uses ${formatAmount(resource, used[resource])} (${RESOURCE_NAMES[resource]}), more than the limit. It can read and delete, but not add.`,
    ),
  ].join('\n')
}
