import { newTranslation } from '../../l10n/translation/state.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader, SortKeyOptions } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getBranchFile } from '../projects/branches.ts'
import { countMainWork, getUnit } from '../translations/branch-view.ts'
import type { Unit } from '../translations/unit.ts'
import type { Candidate, Candidates, Position, WorkQuery } from './query.ts'
import { type Reservations, SHARES, type Share } from './reservations.ts'

/** Of one page: as many as can be reserved, and as many as a packet can have. */
const MAX_READ = 1000

/** The position of a locale that was listed to its end. */
const DONE = 'done'

/** Some rows of one share, and where to go on within it. */
interface Part {
  readonly share: Share
  readonly groups: readonly (readonly Unit[])[]
  readonly more: boolean
  readonly after: (count: number) => Promise<Position>
}

/** Where work is listed: entries that nobody touched in a gap, the others in an index of their units. */
interface Place {
  readonly gap: 'open' | 'open_file'
  readonly index: 'work' | 'file_work'
  readonly id: string
  readonly counted: Parameters<typeof countMainWork>[0]
}

const toProjectPlace = (id: string): Place => ({ gap: 'open', index: 'work', id, counted: { project: id } })
const toFilePlace = (id: string): Place => ({ gap: 'open_file', index: 'file_work', id, counted: { file: id } })

/** Work of the main branch, from the index of what waits: the cost is that of the answer, and of the reservations, not of the project. */
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

/** The reserved units of a share: few, so that all are read. */
async function readReservedPart(
  share: Share,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  read: Reader,
): Promise<Part> {
  const units = await Promise.all(
    held.listShare(share).map(async ({ entry_id, locale }) => {
      const entry = await read.entries.get(entry_id)
      return entry && getUnit(entry, locale, read)
    }),
  )
  const waiting = units.filter(unit => unit !== undefined)
  const own = waiting.filter(
    ({ work, project_id, file_id }) => work && (place.index === 'work' ? project_id : file_id) === place.id,
  )
  const all = groupByEntry(own).sort((a, b) => compareOrder(a[0], b[0]))
  const rest = all.filter(([first]) => start['.order'] === undefined || getOrder(first) > start['.order'])
  return {
    share,
    groups: rest.slice(0, room),
    more: rest.length > room,
    after: async count => ({ '.order': getOrder(rest[count - 1]?.[0]) }),
  }
}

/** A page of what nobody has for each locale, merged by the order of the entries. */
async function readFreePart(
  { locales }: WorkQuery,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  { read, computed }: ReadDeps,
): Promise<Part> {
  // Reserved ones between them count for nothing.
  const size = Math.min(MAX_READ, Math.max(room, 1) + held.size)
  const pace = computed.pace()
  const pages: Waiting[] = []
  for (const locale of locales) {
    if (pace.shouldYield) await pace.yieldNow()
    pages.push(start[locale] === DONE ? NOTHING : await listWaitingUnits(place, locale, start[locale], size, read))
  }
  const free = pages.map(({ units }) => units.filter(unit => held.getShare(unit) === 'free'))
  const ordered = groupByEntry(free.flat()).sort((a, b) => compareOrder(a[0], b[0]))
  // Behind the end of a page that goes on, another locale's units of the same entry may be missing.
  const ends = pages.flatMap(({ units, more }) => (more ? [units.at(-1)] : []))
  const groups = ordered.filter(([first]) => ends.every(end => compareOrder(first, end) <= 0)).slice(0, room)
  return {
    share: 'free',
    groups,
    more: groups.length < ordered.length || ends.length > 0,
    after: async count => {
      const last = groups[count - 1]?.[0]
      const places = locales.flatMap((locale, at) => {
        const { units = [], more = false } = pages[at] ?? {}
        const passed = units.findLast(unit => compareOrder(unit, last) <= 0)
        const isEnd = !more && passed === units.at(-1)
        const position = start[locale] === DONE || isEnd ? DONE : (passed?.order ?? start[locale])
        return position === undefined ? [] : [[locale, position] as const]
      })
      return Object.fromEntries(places)
    },
  }
}

/** Units of one locale that wait, in the order of their entries. */
interface Waiting {
  readonly units: readonly Unit[]
  /** Whether there are more behind them. */
  readonly more: boolean
}

const NOTHING: Waiting = { units: [], more: false }

/** The first units of a locale that wait behind a place: those that nobody touched, and those that wait again. */
async function listWaitingUnits(
  { gap, index, id }: Place,
  locale: string,
  behind: string | undefined,
  limit: number,
  read: Reader,
): Promise<Waiting> {
  const find = async (options: SortKeyOptions): Promise<readonly Unit[]> => {
    const untouched = await read.entries.gaps(gap, id, locale, options)
    const again = await read.translations.behind(index, compoundKey(id, locale), options)
    return [...untouched.map(entry => newTranslation(entry, locale)), ...again].sort(compareOrder)
  }
  const units = await find({ limit, behind })
  const isFull = units.length === limit && (await find({ limit: 1, behind: units.at(-1)?.order })).length > 0
  return { units: units.slice(0, limit), more: units.length > limit || isFull }
}

async function toMainCandidate(units: readonly Unit[], held: Reservations, read: Reader): Promise<Candidate> {
  const entry = await read.entries.get(units[0]?.entry_id ?? '')
  const file = entry && (await read.files.get(entry.file_id))
  if (entry === undefined || file === undefined) throw new Error(`unit ${units[0]?.id} has no entry or no file`)
  return { entry, key: entry.key, file: file.path, src: entry.src, units, worker: held.findOtherWorker(units) }
}

function groupByEntry(units: readonly Unit[]): Unit[][] {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) {
    const group = groups.get(unit.entry_id)
    if (group === undefined) groups.set(unit.entry_id, [unit])
    else group.push(unit)
  }
  return [...groups.values()]
}

const getOrder = (unit: Unit | undefined): string => unit?.order ?? ''

/** As the store orders units: by the sort key, which the units of one entry share. */
function compareOrder(a: Unit | undefined, b: Unit | undefined): number {
  const [one, other] = [getOrder(a), getOrder(b)]
  return one < other ? -1 : one > other ? 1 : 0
}
