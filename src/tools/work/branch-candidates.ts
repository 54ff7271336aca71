import { needsWork } from '../../l10n/translation/needs-work.ts'
import { isBehind, type Position, SHARES, type Share } from '../../l10n/work/candidates.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getBranchFile } from '../projects/branches.ts'
import { BranchView, type ListedBranchEntry, listBranchEntries } from '../translations/branch-view.ts'
import type { Candidate, Candidates, WorkQuery } from './query.ts'
import type { Reservations } from './reservations.ts'

interface Placed {
  readonly candidate: Candidate
  readonly position: Position
}

/** Finds the work of a branch in its full list: branches are small and short-lived. */
export async function findBranchWork(
  { project, branch, locales, file, limit, from }: WorkQuery,
  held: Reservations,
  reading: ReadDeps,
): Promise<Candidates> {
  const { read } = reading
  const listed = await listBranchEntries(project, branch, read)
  const wanted = file === undefined ? listed : listed.filter(item => item.file === file)
  if (file !== undefined && wanted.length === 0) await getBranchFile(project, branch, file, read)
  const shares: Record<Share, Placed[]> = { own: [], free: [], others: [] }
  const begin = { share: parseShare(from), at: Number(from?.['.at'] ?? -1) }
  let left = 0
  const view = new BranchView(project, branch, reading)
  const pace = new Pacer()
  for (const [at, item] of wanted.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const candidate = await toBranchCandidate(item, locales, view)
    if (candidate === undefined) continue
    left += candidate.translations.length
    for (const share of SHARES) {
      if (isBehind(share, at, begin)) {
        const translations = candidate.translations.filter(translation => held.getShare(translation) === share)
        const position = { ...held.marks, '.share': share, '.at': String(at) }
        if (translations.length > 0) {
          shares[share].push({
            candidate: { ...candidate, translations, worker: held.findOtherWorker(translations) },
            position,
          })
        }
      }
    }
  }
  const all = SHARES.flatMap(share => shares[share])
  const items = all.slice(0, limit)
  return {
    items: items.map(({ candidate }) => candidate),
    left,
    more: all.length > items.length,
    after: async count => items[count - 1]?.position ?? {},
  }
}

const parseShare = (from: Position | undefined): Share => SHARES.find(share => share === from?.['.share']) ?? 'own'

async function toBranchCandidate(
  { entryId, key: name, file, src }: ListedBranchEntry,
  locales: readonly string[],
  view: BranchView,
): Promise<Candidate | undefined> {
  const entry = await view.getEntry(entryId, src)
  const translations = await Promise.all(locales.map(locale => view.getTranslation(entry, locale, src)))
  const waiting = translations.filter(translation => needsWork(translation, entry, src))
  return waiting.length === 0 ? undefined : { entry, key: name, file, src, translations: waiting }
}
