import { key } from '../../store/records/collection.ts'
import type { Page, Reader } from '../../store/store.ts'
import { branchFile } from '../projects/branches.ts'
import type { Unit } from '../translations/unit.ts'
import type { Candidate, Candidates, Position, WorkQuery } from './candidates.ts'
import { type Reservations, SHARES, type Share } from './reservations.ts'

/** Of one page: as many as can be reserved, and as many as a packet can have. */
const MOST_READ = 1000

/** The position of a locale that was listed to its end. */
const DONE = 'done'

/** Some rows of one share, and where to go on within it. */
interface Part {
  readonly share: Share
  readonly groups: readonly (readonly Unit[])[]
  readonly more: boolean
  readonly after: (count: number) => Promise<Position>
}

interface Place {
  readonly index: 'work' | 'file_work'
  readonly id: string
}

/** Work of the main branch, from the index of what waits: the cost is that of the answer, and of the reservations, not of the project. */
export async function mainWork(query: WorkQuery, held: Reservations, read: Reader): Promise<Candidates> {
  const { project, branch, locales, file, limit, from } = query
  const place: Place =
    file === undefined
      ? { index: 'work', id: project.id }
      : { index: 'file_work', id: (await branchFile(project, branch, file, read)).file.id }
  const begin = SHARES.find(share => share === from?.['.share']) ?? 'own'
  const parts: Part[] = []
  let room = limit
  for (const share of SHARES.slice(SHARES.indexOf(begin))) {
    const start = share === begin && from !== undefined ? from : {}
    const part =
      share === 'free'
        ? await freePart(query, place, held, room, start, read)
        : await heldPart(share, place, held, room, start, read)
    parts.push(part)
    room -= part.groups.length
  }
  const counts = await Promise.all(locales.map(locale => read.translations.count(place.index, key(place.id, locale))))
  const groups = parts.flatMap(part => part.groups)
  return {
    items: await Promise.all(groups.map(group => candidateOf(group, held, read))),
    left: counts.reduce((sum, count) => sum + count, 0),
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
async function heldPart(
  share: Share,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  read: Reader,
): Promise<Part> {
  const units = await Promise.all(
    held.in(share).map(({ entry_id, locale }) => read.translations.by('unit', key(entry_id, locale))),
  )
  const waiting = units.filter(
    unit => unit?.work === true && (place.index === 'work' ? unit.project_id : unit.file_id) === place.id,
  )
  const all = groupByEntry(waiting.flatMap(unit => unit ?? [])).sort((a, b) => compare(a[0], b[0]))
  const rest = all.filter(([first]) => start['.order'] === undefined || placeOf(first) > start['.order'])
  return {
    share,
    groups: rest.slice(0, room),
    more: rest.length > room,
    after: async count => ({ '.order': placeOf(rest[count - 1]?.[0]) }),
  }
}

/** A page of what nobody has for each locale, merged by the order of the entries. */
async function freePart(
  { locales }: WorkQuery,
  place: Place,
  held: Reservations,
  room: number,
  start: Position,
  read: Reader,
): Promise<Part> {
  // Reserved ones between them count for nothing.
  const size = Math.min(MOST_READ, Math.max(room, 1) + held.size)
  const pageOf = (locale: string, limit: number): Promise<Page<Unit>> =>
    start[locale] === DONE || limit === 0
      ? Promise.resolve({ items: [] })
      : read.translations.page(place.index, key(place.id, locale), { limit, after: start[locale] })
  const pages = await Promise.all(locales.map(locale => pageOf(locale, size)))
  const free = pages.map(({ items }) => items.filter(unit => held.shareOf(unit) === 'free'))
  const ordered = groupByEntry(free.flat()).sort((a, b) => compare(a[0], b[0]))
  // Behind the end of a page that goes on, another locale's units of the same entry may be missing.
  const ends = pages.flatMap(({ items, next }) => (next === undefined ? [] : [items.at(-1)]))
  const groups = ordered.filter(([first]) => ends.every(end => compare(first, end) <= 0)).slice(0, room)
  return {
    share: 'free',
    groups,
    more: groups.length < ordered.length || ends.length > 0,
    after: async count => {
      const last = groups[count - 1]?.[0]
      const places = locales.map(async (locale, at) => {
        const passed = (pages[at]?.items ?? []).filter(unit => compare(unit, last) <= 0).length
        const position = passed === 0 ? start[locale] : ((await pageOf(locale, passed)).next ?? DONE)
        return position === undefined ? [] : [[locale, position] as const]
      })
      return Object.fromEntries((await Promise.all(places)).flat())
    },
  }
}

async function candidateOf(units: readonly Unit[], held: Reservations, read: Reader): Promise<Candidate> {
  const entry = await read.entries.get(units[0]?.entry_id ?? '')
  const file = entry && (await read.files.get(entry.file_id))
  if (entry === undefined || file === undefined) throw new Error(`unit ${units[0]?.id} has no entry or no file`)
  return { entry, key: entry.key, file: file.path, src: entry.src, units, worker: held.holderOf(units) }
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

const placeOf = (unit: Unit | undefined): string => unit?.order ?? ''

/** As the store orders units: by the sort key, which the units of one entry share. */
function compare(a: Unit | undefined, b: Unit | undefined): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}
