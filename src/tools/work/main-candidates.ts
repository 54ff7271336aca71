import { newTranslation } from '../../l10n/translation/state.ts'
import {
  compareOrder,
  DONE,
  groupByEntry,
  type LocalePage,
  mergePages,
  type Position,
  SHARES,
  type Share,
} from '../../l10n/work/candidates.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader, SortKeyOptions } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getBranchFile } from '../projects/branches.ts'
import { countMainWork, getTranslation } from '../translations/branch-view.ts'
import type { Translation } from '../translations/records.ts'
import type { Candidate, Candidates, WorkQuery } from './query.ts'
import type { Reservations } from './reservations.ts'

/** Translations per page: the limit of reservations, and of a packet. */
const MAX_READ = 1000

/** Groups of one share, and where the listing continues. */
interface Part {
  readonly share: Share
  readonly groups: readonly (readonly Translation[])[]
  readonly more: boolean
  readonly after: (count: number) => Promise<Position>
}

/** Where the store lists work: a gap of entries without a translation, and an index of translations. */
interface Place {
  readonly gap: 'open' | 'open_file'
  readonly index: 'work' | 'file_work'
  readonly id: string
  readonly counted: Parameters<typeof countMainWork>[0]
}

const toProjectPlace = (id: string): Place => ({ gap: 'open', index: 'work', id, counted: { project: id } })
const toFilePlace = (id: string): Place => ({ gap: 'open_file', index: 'file_work', id, counted: { file: id } })

/** Finds the work of the main branch in indexes. Cost grows with the result and the reservations, not with the project. */
export async function findMainWork(query: WorkQuery, held: Reservations, reading: ReadDeps): Promise<Candidates> {
  const { read } = reading
  const { project, branch, locales, file, limit, from } = query
  const place: Place =
    file === undefined
      ? toProjectPlace(project.id)
      : toFilePlace((await getBranchFile(project, branch, file, read)).file.id)
  const begin = SHARES.find(share => share === from?.['.share']) ?? 'own'
  const parts: Part[] = []
  let room = limit
  for (const share of SHARES.slice(SHARES.indexOf(begin))) {
    const start = share === begin && from !== undefined ? from : {}
    const part =
      share === 'free'
        ? await readFreePart(query, place, held, room, start, reading)
        : await readReservedPart(share, place, held, room, start, read)
    parts.push(part)
    room -= part.groups.length
  }
  const counts = await Promise.all(locales.map(locale => countMainWork(place.counted, locale, read)))
  const groups = parts.flatMap(part => part.groups)
  return {
    items: await Promise.all(groups.map(group => toMainCandidate(group, held, read))),
    left: counts.reduce((sum, { left }) => sum + left, 0),
    more: parts.some(part => part.more),
    after: async count => {
      let rest = count
      for (const part of parts) {
        if (rest > 0 && rest <= part.groups.length) {
          return { ...held.marks, '.share': part.share, ...(await part.after(rest)) }
        }
        rest -= part.groups.length
      }
      throw new Error(`there is no place behind item ${count} of ${groups.length}`)
    },
  }
}

/** Reads the reserved translations of a share. There are few, so it reads all. */
async function readReservedPart(
  share: Share,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  read: Reader,
): Promise<Part> {
  const translations = await Promise.all(
    held.listShare(share).map(async ({ entry_id, locale }) => {
      const entry = await read.entries.get(entry_id)
      return entry && getTranslation(entry, locale, read)
    }),
  )
  const waiting = translations.filter(translation => translation !== undefined)
  const own = waiting.filter(
    ({ work, project_id, file_id }) => work && (place.index === 'work' ? project_id : file_id) === place.id,
  )
  const all = groupByEntry(own)
  const rest = all.filter(([first]) => start['.order'] === undefined || getOrder(first) > start['.order'])
  return {
    share,
    groups: rest.slice(0, room),
    more: rest.length > room,
    after: async count => ({ '.order': getOrder(rest[count - 1]?.[0]) }),
  }
}

/** Reads free translations: one page per locale, merged. */
async function readFreePart(
  { locales }: WorkQuery,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  { read, computed }: ReadDeps,
): Promise<Part> {
  // The pages also hold reserved translations, which are skipped.
  const size = Math.min(MAX_READ, Math.max(room, 1) + held.size)
  const pace = computed.pace()
  const pages: LocalePage<Translation>[] = []
  for (const locale of locales) {
    if (pace.shouldYield) await pace.yieldNow()
    const behind = start[locale]
    const page =
      behind === DONE
        ? { translations: [], more: false }
        : await listWaitingTranslations(place, locale, behind, size, read)
    pages.push({ locale, ...page })
  }
  const { groups, more, after } = mergePages(pages, start, room, translation => held.getShare(translation) === 'free')
  return { share: 'free', groups, more, after: async count => after(count) }
}

/** Lists the next translations of a locale that need work: untranslated ones, and those that need work again. */
async function listWaitingTranslations(
  { gap, index, id }: Place,
  locale: string,
  behind: string | undefined,
  limit: number,
  read: Reader,
): Promise<Omit<LocalePage<Translation>, 'locale'>> {
  const find = async (options: SortKeyOptions): Promise<readonly Translation[]> => {
    const untouched = await read.entries.gaps(gap, id, locale, options)
    const again = await read.translations.behind(index, compoundKey(id, locale), options)
    return [...untouched.map(entry => newTranslation(entry, locale)), ...again].sort(compareOrder)
  }
  const translations = await find({ limit, behind })
  const isFull =
    translations.length === limit && (await find({ limit: 1, behind: translations.at(-1)?.order })).length > 0
  return { translations: translations.slice(0, limit), more: translations.length > limit || isFull }
}

async function toMainCandidate(
  translations: readonly Translation[],
  held: Reservations,
  read: Reader,
): Promise<Candidate> {
  const entry = await read.entries.get(translations[0]?.entry_id ?? '')
  const file = entry && (await read.files.get(entry.file_id))
  if (entry === undefined || file === undefined)
    throw new Error(`translation ${translations[0]?.id} has no entry or no file`)
  return {
    entry,
    key: entry.key,
    file: file.path,
    src: entry.src,
    translations,
    worker: held.findOtherWorker(translations),
  }
}

const getOrder = (translation: Translation | undefined): string => translation?.order ?? ''
