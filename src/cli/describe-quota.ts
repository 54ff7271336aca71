import type { ChangedQuota, Quota } from '../operator/quota.ts'
import { formatAmount, RESOURCES, type Resource } from '../tools/quota/limits.ts'

const NAMES: Readonly<Record<Resource, string>> = {
  projects: 'projects',
  strings: 'source strings',
  bytes: 'size of files and texts',
  history: 'size of history',
}

/** The limits of an account as a table, with what it uses of each. */
export function describeQuota({ account, used, limits, own, restorable }: Quota): string {
  const rows = RESOURCES.map(resource => [
    NAMES[resource],
    formatAmount(resource, used[resource]),
    formatAmount(resource, limits[resource]),
    `${Math.floor((used[resource] / limits[resource]) * 100)} %`,
    own[resource] === undefined ? '' : 'set for this account',
  ])
  const kept = RESOURCES.filter(resource => restorable[resource] > 0)
  const restored = kept.map(resource => `${formatAmount(resource, restorable[resource])} ${NAMES[resource]}`).join(', ')
  return [
    account,
    ...table([['', 'USED', 'LIMIT', '', ''], ...rows]),
    ...(restored === '' ? [] : [`Can be restored: ${restored}.`]),
  ].join('\n')
}

/** What changed, and what the account cannot add any more. */
export function describeChangedQuota(quota: ChangedQuota): string {
  const { account, before, limits, used, changed } = quota
  if (!changed) return `${account}: no limit changed.`
  const differing = RESOURCES.filter(resource => before[resource] !== limits[resource])
  const changes = differing.map(
    resource =>
      `${NAMES[resource]} ${formatAmount(resource, before[resource])} → ${formatAmount(resource, limits[resource])}`,
  )
  const full = RESOURCES.filter(resource => used[resource] > limits[resource])
  return [
    `${account}: ${changes.join(', ') || 'the limits are set to those of the server'}.`,
    ...full.map(
      resource =>
        `${account} already uses ${formatAmount(resource, used[resource])} (${NAMES[resource]}). It can delete and read, but not add.`,
    ),
  ].join('\n')
}

/** The first and the last column from the left, the others from the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row => {
    const cells = row.map((cell, column) =>
      column === 0 || column === row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
