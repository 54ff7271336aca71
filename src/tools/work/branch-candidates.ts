import { needsWork } from '../../l10n/translation/needs-work.ts'
import { isBehind, type Position, SHARES, type Share } from '../../l10n/work/candidates.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getBranchFile } from '../projects/branches.ts'
import { BranchView, listBranchEntries } from '../translations/branch-view.ts'
import type { Candidate, Candidates, NamedEntry, WorkQuery } from './query.ts'
import { getShare, isLeft, isSelected } from './select.ts'

interface Placed {
  readonly candidate: Candidate
  readonly position: Position
}

/** Finds the work of a branch in its full list: branches are small and short-lived. */
export async function findBranchWork(
  query: WorkQuery,
  named: readonly NamedEntry[] | undefined,
  reading: ReadDeps,
): Promise<Omit<Candidates, 'missing'>> {
  const { read } = reading
  const { project, branch, locales, files, leases, limit, from } = query
  for (const file of files ?? []) await getBranchFile(project, branch, file, read)
  const paths = files && new Set(files)
  const listed = (await listBranchEntries(project, branch, read)).filter(item => paths?.has(item.file) !== false)
  const wanted = named && new Set(named.map(({ entry }) => entry.id))
  const shares: Record<Share, Placed[]> = { revise: [], own: [], free: [], others: [] }
  const begin = { share: parseShare(from), at: Number(from?.['.at'] ?? -1) }
  let left = 0
  let unfiltered = 0
  const view = new BranchView(project, branch, reading)
  const pace = new Pacer()
  for (const [at, { entryId, key, file, line }] of listed.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(entryId, line)
    const translations = await Promise.all(locales.map(locale => view.getTranslation(entry, locale, line)))
    unfiltered += translations.filter(translation => needsWork(translation, entry, line)).length
    if (wanted?.has(entryId) === false) continue
    left += translations.filter(translation => isLeft(query, translation, entry, line)).length
    const selected = translations.filter(translation => isSelected(query, translation, entry, line))
    for (const share of SHARES) {
      if (!isBehind(share, at, begin)) continue
      const own = selected.filter(translation => getShare(translation, line, leases) === share)
      if (own.length === 0) continue
      const position = { ...leases.marks, '.share': share, '.at': String(at) }
      shares[share].push({ candidate: { entry, key, file, line, translations: own }, position })
    }
  }
  const all = SHARES.flatMap(share => shares[share])
  const items = all.slice(0, limit)
  return {
    items: items.map(({ candidate }) => candidate),
    countLeft: () => Promise.resolve({ left, unfiltered }),
    more: all.length > items.length,
    after: count => items[count - 1]?.position ?? {},
  }
}

const parseShare = (from: Position | undefined): Share => SHARES.find(share => share === from?.['.share']) ?? 'revise'
