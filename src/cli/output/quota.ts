import type { ChangedQuota, Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'

const RESOURCE_NAMES: Readonly<Record<QuotaResource, string>> = {
  projects: 'projects',
  strings: 'source strings',
  bytes: 'size of files and texts',
  history: 'size of history',
}

/** The limits of an account as a table, with what it uses of each. */
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
    ...formatTable([['', 'USED', 'LIMIT', '', ''], ...rows]),
    ...(restored === '' ? [] : [`Can be restored: ${restored}.`]),
  ].join('\n')
}

/** What changed, and what the account cannot add any more. */
export function describeChangedQuota(quota: ChangedQuota): string {
  const { account, before, limits, used, changed } = quota
  if (!changed) return `${account}: no limit changed.`
  const differing = QUOTA_RESOURCES.filter(resource => before[resource] !== limits[resource])
  const changes = differing.map(
    resource =>
      `${RESOURCE_NAMES[resource]} ${formatAmount(resource, before[resource])} → ${formatAmount(resource, limits[resource])}`,
  )
  const full = QUOTA_RESOURCES.filter(resource => used[resource] > limits[resource])
  return [
    `${account}: ${changes.join(', ') || 'the limits are set to those of the server'}.`,
    ...full.map(
      resource =>
        `${account} already uses ${formatAmount(resource, used[resource])} (${RESOURCE_NAMES[resource]}). It can delete and read, but not add.`,
    ),
  ].join('\n')
}

/** The first and the last column from the left, the others from the right. */
function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row => {
    const cells = row.map((cell, column) =>
      column === 0 || column === row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
