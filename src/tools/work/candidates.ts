import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Page, Reader } from '../../store/store.ts'
import { branchFile } from '../projects/branches.ts'
import { type Listed, listBranch, unitOf } from './branch-view.ts'
import { type Entry, isWork, type Unit } from './unit.ts'

type Project = Frozen<ProjectRecord>

/** An entry with the units of it that wait for a text. */
export interface Candidate {
  readonly entry: Entry
  /** As the branch has it. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly units: readonly Unit[]
}

/** The next work, at most `limit` entries of it in the order of the files, and how to go on behind any of them. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Units that wait, these included. */
  readonly left: number
  /** Whether there is work behind the items. */
  readonly more: boolean
  /** Where to go on when the first `count` items were taken. */
  readonly after: (count: number) => Promise<Position>
}

export type Position = Readonly<Record<string, string>>

/** The position of a locale that was listed to its end. */
const DONE = 'done'

export interface WorkQuery {
  readonly project: Project
  readonly branch: string
  readonly locales: readonly string[]
  /** Path of a source file. */
  readonly file: string | undefined
  readonly limit: number
  readonly from: Position
}

export function findWork(query: WorkQuery, read: Reader): Promise<Candidates> {
  return query.branch === query.project.main_branch ? mainWork(query, read) : branchWork(query, read)
}

/** From the index of what waits: a page for each locale, merged by the order of the entries. */
async function mainWork({ project, branch, locales, file, limit, from }: WorkQuery, read: Reader): Promise<Candidates> {
  const index = file === undefined ? 'work' : 'file_work'
  const place = file === undefined ? project.id : (await branchFile(project, branch, file, read)).file.id
  const pageOf = async (locale: string, size: number): Promise<Page<Unit>> =>
    from[locale] === DONE
      ? { items: [] }
      : read.translations.page(index, key(place, locale), { limit: size, after: from[locale] })
  const pages = await Promise.all(locales.map(locale => pageOf(locale, limit)))
  const units = pages.flatMap(({ items }) => items)
  const ordered = groupByEntry(units).sort((a, b) => compare(a[0], b[0]))
  // Behind the end of a page that goes on, another locale's units of the same entry may be missing.
  const ends = pages.flatMap(({ items, next }) => (next === undefined ? [] : [items.at(-1)]))
  const complete = ordered.filter(([first]) => ends.every(end => compare(first, end) <= 0)).slice(0, limit)
  const counts = await Promise.all(locales.map(locale => read.translations.count(index, key(place, locale))))
  const items = await Promise.all(complete.map(group => mainCandidate(group, read)))
  return {
    items,
    left: counts.reduce((sum, count) => sum + count, 0),
    more: complete.length < ordered.length || ends.length > 0,
    after: async count => {
      const taken = complete.slice(0, count).flat()
      const next = await Promise.all(
        locales.map(async locale => {
          const size = taken.filter(unit => unit.locale === locale).length
          const position = size === 0 ? from[locale] : ((await pageOf(locale, size)).next ?? DONE)
          return position === undefined ? [] : [[locale, position] as const]
        }),
      )
      return Object.fromEntries(next.flat())
    },
  }
}

async function mainCandidate(units: readonly Unit[], read: Reader): Promise<Candidate> {
  const entry = await read.entries.get(units[0]?.entry_id ?? '')
  const file = entry && (await read.files.get(entry.file_id))
  if (entry === undefined || file === undefined) throw new Error(`unit ${units[0]?.id} has no entry or no file`)
  return { entry, key: entry.key, file: file.path, src: entry.src, units }
}

/** From the branch's own list, all of it: branches are few and short-lived. */
async function branchWork(
  { project, branch, locales, file, limit, from }: WorkQuery,
  read: Reader,
): Promise<Candidates> {
  const listed = await listBranch(project, branch, read)
  const wanted = file === undefined ? listed : listed.filter(item => item.file === file)
  if (file !== undefined && wanted.length === 0) await branchFile(project, branch, file, read)
  const start = Number(from['at'] ?? 0)
  const items: Candidate[] = []
  const positions: number[] = []
  let left = 0
  let more = false
  for (const [position, item] of wanted.entries()) {
    const candidate = await branchCandidate(item, locales, read)
    left += candidate?.units.length ?? 0
    if (candidate === undefined || position < start) continue
    if (items.length === limit) more = true
    else {
      items.push(candidate)
      positions.push(position)
    }
  }
  return { items, left, more, after: async count => ({ at: String((positions[count - 1] ?? start - 1) + 1) }) }
}

async function branchCandidate(
  { entryId, key: name, file, src }: Listed,
  locales: readonly string[],
  read: Reader,
): Promise<Candidate | undefined> {
  const entry = await read.entries.get(entryId)
  if (entry === undefined) throw new Error(`a branch lists the entry ${entryId}, which is gone`)
  const units = await Promise.all(locales.map(locale => unitOf(entry, locale, read)))
  const waiting = units.filter(unit => isWork(unit, entry, src))
  return waiting.length === 0 ? undefined : { entry, key: name, file, src, units: waiting }
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

/** As the store orders units: by the sort key, then by id; the units of one entry share the key. */
function compare(a: Unit | undefined, b: Unit | undefined): number {
  const [one, other] = [a?.order ?? '', b?.order ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}
