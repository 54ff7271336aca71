import { z } from 'zod'
import { compoundKey, toSortKey } from '../../store/records/define.ts'
import { compactRow } from '../entries/compact-row.ts'
import { type EntryFilter, filterInput } from '../entries/filter.ts'
import { matchEntries } from '../entries/match-entries.ts'
import type { Position, SearchCandidate, SearchQuery } from '../entries/search.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import { assertFinding } from '../translations/check-rules.ts'
import type { Entry } from '../translations/records.ts'

/** Entries that one step of the search examines. */
const MAX_LOOKED = 800
/** How far before the entry a search begins, in entries for each wanted one: matches can be far apart. */
const SPANS = [1, 16, 256]

/** The matches of a filter before and after an entry: the list beside the open string. For pages only; agents page with get_entries. */
export const listAround = readTool({
  name: 'list_around',
  title: 'List strings around a string',
  description: 'The matches of a filter before and after a string.',
  scope: 'project:read',
  toolset: 'core',
  rest: [],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    locale: Locale,
    id: z.string().max(40),
    ...filterInput,
    before: z.number().int().min(0).max(50),
    after: z.number().int().min(0).max(50),
  }),
  output: z.object({
    before: z.array(z.looseObject({ id: z.string() })),
    /** The entry itself, if it matches. */
    self: z.array(z.looseObject({ id: z.string() })),
    after: z.array(z.looseObject({ id: z.string() })),
    /** Whether `before` has every match before the entry. */
    is_start: z.boolean(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async ({ before, after, ...input }, call) => {
    const { project } = call.resource
    const branch = getBranch(project, input.branch)
    const { id, locale, project: _project, branch: _branch, ...filter } = input
    assertFinding(filter.finding)
    const entry = await call.read.entries.by('short', compoundKey(project.id, id))
    if (entry === undefined) return { before: [], self: [], after: [], is_start: true }
    const query = { project, branch, locales: [targetLocale(project, locale)], filter }
    return findAround(entry, query, { before, after }, call)
  },
})

interface Wanted {
  readonly before: number
  readonly after: number
}

type Row = ReturnType<typeof compactRow>

interface Around {
  readonly before: Row[]
  readonly self: Row[]
  readonly after: Row[]
  readonly is_start: boolean
}

async function findAround(
  entry: Entry,
  query: Omit<SearchQuery, 'from'>,
  wanted: Wanted,
  reading: ReadDeps,
): Promise<Around> {
  const place = await locate(entry, query, reading)
  let best: Around | undefined
  for (const span of SPANS) {
    const start = place.positionBefore(span * wanted.before)
    const found = await collect({ ...query, from: start.from }, place, wanted, reading)
    // The search ended before it came to the entry: the nearer start was better.
    if (!found.hasArrived && best !== undefined) return best
    best = { ...found.rows, is_start: start.isFirst && !found.isCut && found.hasArrived }
    if (start.isFirst || found.isCut || best.before.length >= wanted.before) return best
  }
  return best ?? { before: [], self: [], after: [], is_start: false }
}

async function collect(query: SearchQuery, place: Place, wanted: Wanted, reading: ReadDeps) {
  const rows: Omit<Around, 'is_start'> = { before: [], self: [], after: [] }
  let looked = 0
  let isCut = false
  let hasArrived = false
  for await (const { candidate, isMatch, hasConflict } of matchEntries(query, reading)) {
    const side = place.compare(candidate)
    hasArrived ||= side >= 0
    if (isMatch) {
      const row = () => compactRow(candidate.at, candidate.translation, undefined, hasConflict)
      if (side === 0) rows.self.push(row())
      else if (side > 0) rows.after.push(row())
      else {
        rows.before.push(row())
        if (rows.before.length > wanted.before) {
          rows.before.shift()
          isCut = true
        }
      }
    }
    looked += 1
    if (looked === MAX_LOOKED || rows.after.length === wanted.after) break
  }
  // A search that ends without the entry has passed its place.
  return { rows, isCut, hasArrived: hasArrived || looked < MAX_LOOKED }
}

/** Where an entry is in the order of a search. */
interface Place {
  /** A position this many entries before it, or a few more. */
  readonly positionBefore: (count: number) => { readonly from: Position; readonly isFirst: boolean }
  /** Negative for a candidate before it. */
  readonly compare: (candidate: SearchCandidate) => number
}

async function locate(
  entry: Entry,
  { project, branch, filter }: Omit<SearchQuery, 'from'>,
  { read }: ReadDeps,
): Promise<Place> {
  if (branch !== project.main_branch) {
    const listed = (await listBranchEntries(project, branch, read)).filter(({ file }) => isInFile(file, filter))
    const at = listed.findIndex(({ entryId }) => entryId === entry.id)
    const places = new Map(listed.map(({ entryId }, place) => [entryId, place]))
    return {
      positionBefore: count => {
        const place = Math.max(-1, at - count - 1)
        return { from: place < 0 ? {} : { place: String(place) }, isFirst: place < 0 }
      },
      compare: candidate => (places.get(candidate.at.entry.id) ?? 0) - at,
    }
  }
  const path = (await read.files.get(entry.file_id))?.path ?? ''
  const anchor = Number(entry.order.slice(0, 12))
  return {
    positionBefore: count => {
      const first = Math.max(0, anchor - count)
      return { from: { file: path, order: toSortKey(first) }, isFirst: first === 0 }
    },
    compare: ({ at, position }) => {
      const file = position['file']
      if (file !== undefined && file !== path) return file < path ? -1 : 1
      return at.entry.order === entry.order ? 0 : at.entry.order < entry.order ? -1 : 1
    },
  }
}

const isInFile = (file: string, filter: EntryFilter): boolean => filter.file === undefined || filter.file === file
