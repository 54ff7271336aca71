import { newTranslation } from '../../../l10n/translation/state.ts'
import {
  compareOrder,
  mergeSources,
  type Position,
  SHARES,
  type Share,
  type Source,
  toSource,
} from '../../../l10n/work/candidates.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { getBranchFile } from '../../projects/branches.ts'
import { type countMainWork, getTranslation } from '../../translations/branch-view.ts'
import type { Entry, Translation } from '../../translations/records.ts'
import type { LeasedUnit } from '../leases.ts'
import type { NamedEntry, WorkQuery } from '../query.ts'
import { getShare, isSelected } from '../query.ts'

/** Maximum translations that are read at once from an index. */
const PAGE = 250

/** Where the store lists work: a gap of entries without a translation, and an index of translations. */
export interface Place {
  readonly gap: 'open' | 'open_file'
  readonly index: 'work' | 'file_work'
  readonly id: string
  readonly counted: Parameters<typeof countMainWork>[0]
}

const toProjectPlace = (id: string): Place => ({ gap: 'open', index: 'work', id, counted: { project: id } })
const toFilePlace = (id: string): Place => ({ gap: 'open_file', index: 'file_work', id, counted: { file: id } })

/** Strings that are read and examined at once, at least: each may be compared with others. */
const MIN_PAGE = 25

/** Where a query finds its translations. */
export interface MainPlaces {
  readonly places: readonly Place[]
  readonly named: readonly NamedEntry[] | undefined
}

interface ListedGroup {
  readonly entry: Entry | undefined
  /** Those that the query selects. */
  readonly translations: readonly Translation[]
  /** Number of further ones, which another row stands for. */
  readonly covered: number
  readonly position: Position
}

/** Lists the translations that a query may select by string, in the order of `SHARES`, and which of them it selects. */
export async function* listMain(
  query: WorkQuery,
  { places, named }: MainPlaces,
  read: Reader,
): AsyncGenerator<ListedGroup, void> {
  const { leases, limit, from } = query
  const files = query.files && new Set(places.map(({ id }) => id))
  const begin = SHARES.find(share => share === from?.['.share']) ?? 'revise'
  for (const share of SHARES.slice(SHARES.indexOf(begin))) {
    const start = share === begin ? from?.['.order'] : undefined
    const sources = await listSources(share, query, places, named, read)
    const examine = async (group: readonly Translation[]) => {
      const entry = await read.entries.get(group[0]?.entry_id ?? '')
      if (entry?.listed !== true || files?.has(entry.file_id) === false) return NO_ENTRY
      return { entry, ...(await selectTranslations(group, entry, share, query)) }
    }
    // One more than are wanted tells whether there are more.
    const page = Math.min(PAGE, Math.max(MIN_PAGE, limit + 1))
    for await (const [group, found] of readAhead(mergeSources(sources, start, page), examine, page)) {
      yield { ...found, position: { ...leases.marks, '.share': share, '.order': group[0]?.order ?? '' } }
    }
  }
}

const NO_ENTRY = { entry: undefined, translations: [], covered: 0 } as const

async function selectTranslations(
  group: readonly Translation[],
  entry: Entry,
  share: Share,
  query: WorkQuery,
): Promise<Pick<ListedGroup, 'translations' | 'covered'>> {
  const selected: Translation[] = []
  let covered = 0
  for (const one of group) {
    if (getShare(one, entry, query.leases) !== share || !isSelected(query, one, entry, entry)) continue
    if ((await query.repetitions?.isCovered(entry, one)) === true) covered += 1
    else selected.push(one)
  }
  return { translations: selected, covered }
}

/** Finds the files of a query, or its project. */
export async function findPlaces({ project, branch, files }: WorkQuery, read: Reader): Promise<readonly Place[]> {
  if (files === undefined) return [toProjectPlace(project.id)]
  const found = await Promise.all([...new Set(files)].map(file => getBranchFile(project, branch, file, read)))
  return found.map(({ file }) => toFilePlace(file.id))
}

/** Lists the translations that may belong to a part of the listing, from the smallest index that has all of them. */
async function listSources(
  share: Share,
  { project, locales, filter, leases }: WorkQuery,
  places: readonly Place[],
  named: readonly NamedEntry[] | undefined,
  read: Reader,
): Promise<readonly Source<Translation>[]> {
  if (named !== undefined) {
    const units = named.flatMap(({ entry }) => locales.map(locale => getTranslation(entry, locale, read)))
    return [toSource(await Promise.all(units))]
  }
  if (share === 'own' || share === 'others') {
    return [toSource(await readLeased(leases.list(share), locales, read))]
  }
  const { finding, outdated_voice } = filter
  return locales.flatMap(locale => {
    const fromIndex =
      (index: 'revise' | 'finding' | 'state', ...more: readonly string[]): Source<Translation> =>
      options =>
        read.translations.behind(index, compoundKey(project.id, locale, ...more), options)
    if (finding !== undefined) return [fromIndex('finding', finding)]
    if (outdated_voice !== undefined) return TRANSLATED.map(state => fromIndex('state', state))
    if (share === 'revise') return [fromIndex('revise')]
    return places.map(place => toWorkSource(place, locale, read))
  })
}

/** The states of translations that have a voice. */
const TRANSLATED = ['needs_review', 'translated', 'approved']

/** Reads translations with a lease. There are few, so it reads all. */
async function readLeased(
  units: readonly LeasedUnit[],
  locales: readonly string[],
  read: Reader,
): Promise<readonly Translation[]> {
  const wanted = units.filter(({ locale }) => locales.includes(locale))
  const found = await Promise.all(
    wanted.map(async ({ entry_id, locale }) => {
      const entry = await read.entries.get(entry_id)
      return entry && getTranslation(entry, locale, read)
    }),
  )
  return found.filter(one => one !== undefined)
}

/** Lists the translations of a locale that need work: untranslated ones, and those that need work again. */
const toWorkSource =
  ({ gap, index, id }: Place, locale: string, read: Reader): Source<Translation> =>
  async options => {
    const [untouched, again] = await Promise.all([
      read.entries.gaps(gap, id, locale, options),
      read.translations.behind(index, compoundKey(id, locale), options),
    ])
    // Both are complete up to the last of the first `limit`.
    const all = [...untouched.map(entry => newTranslation(entry, locale)), ...again]
    return all.sort(compareOrder).slice(0, options.limit)
  }
