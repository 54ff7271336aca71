import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey as keyOf } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { stringPageTemplate } from '../page-links.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch, getBranchFile, otherBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { Actors, isPublicReader } from '../translations/actors.ts'
import { BranchView } from '../translations/branch-view.ts'
import { assertFinding } from '../translations/check-rules.ts'
import { EntryFinder, type EntryName, type FoundEntry, toGivenName } from '../translations/find-entry.ts'
import { fileOn } from '../translations/records.ts'
import { compactRow } from './compact-row.ts'
import { filterInput, isTextFilter } from './filter.ts'
import { matchEntries } from './match-entries.ts'
import { type BranchEntry, entryRow } from './row.ts'
import type { Position, SearchCandidate, SearchQuery } from './search.ts'

/** Entries that one answer searches if no index serves the filter. */
const MAX_SCANNED = 2000
const MAX_NAMES = 100
/** Bytes of an answer without its rows. */
const FRAME_BYTES = 700

const Names = z.array(z.string().max(2000)).min(1).max(MAX_NAMES).optional()

/** Returns full entries by ID or key, or compact rows by filter. */
export const getEntries = readTool({
  name: 'get_entries',
  title: 'Get entries',
  description:
    'By ids or keys: whole entries with findings, suggestions, comments; full adds authors. Else rows, whole with full (text: anywhere). Pages can be empty: follow next_cursor.',
  scope: 'project:read',
  alsoReads: ['glossary:read'],
  toolset: 'core',
  rest: [ofProject('POST', '/entries/query')],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    ids: Names,
    keys: Names,
    locale: Locale.optional(),
    ...filterInput,
    full: z.boolean().optional(),
    limit: z.number().int().min(1).max(200).default(50),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().min(1).optional(),
  }),
  output: z.looseObject({ entries: z.array(z.looseObject({ id: z.string() })) }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async ({ limit, max_bytes, cursor, ...input }, call) => {
    const { read, principal, resource } = call
    const { project, target } = resource
    const branch = getBranch(project, input.branch)
    const query = [project.id, input]
    const from = cursor === undefined ? {} : decodeCursor(query, cursor)
    const locales = input.locale === undefined ? undefined : [targetLocale(project, input.locale)]
    const size = { limit, bytes: max_bytes - FRAME_BYTES }
    const { ids = [], keys = [], locale: _locale, project: _project, branch: _branch, full, ...filter } = input
    assertFinding(filter.finding)
    const toAnswer = ({ after, ...answer }: Found) => ({
      ...answer,
      ...(after !== undefined && { next_cursor: encodeCursor(query, after) }),
    })
    const isSearch = ids.length + keys.length === 0
    if (isSearch && filter.file !== undefined) await getBranchFile(project, branch, filter.file, read)
    const { file, ...others } = filter
    const [other] = Object.keys(others)
    if (!isSearch && other !== undefined) throw bothGivenError(ids.length > 0 ? 'ids' : 'keys', other)
    const wanted = locales ?? (isTextFilter(filter) ? project.target_locales : [])
    if (isSearch && full !== true) {
      const toBrief = async ({ at, translation, locale }: SearchCandidate, hasConflict: boolean) =>
        compactRow(at, translation, wanted.length > 1 ? locale : undefined, hasConflict)
      return toAnswer(await runSearch({ project, branch, locales: wanted, filter, from }, size, call, toBrief))
    }
    const names = [...ids.map(id => ({ id })), ...keys.map(key => ({ key, ...(file !== undefined && { file }) }))]
    const isOutsider = await isPublicReader(principal, target, read)
    const noTerms = await findWithheldReason('glossary:read', target, { principal, read })
    const onlooker = {
      actors: new Actors(read, isOutsider),
      seesAuthors: full === true,
      seesComments: !isOutsider,
      seesTerms: noTerms === undefined,
    }
    const view = new BranchView(project, branch, call)
    const toRow = (at: BranchEntry) => entryRow(at, locales ?? project.target_locales, onlooker, view, read)
    const withheld = noTerms !== undefined && { withheld: [`terms: ${noTerms}`] }
    if (isSearch) {
      const toWhole = ({ at, locale }: SearchCandidate) =>
        entryRow(at, locale === undefined ? [] : [locale], onlooker, view, read)
      const answer = await runSearch({ project, branch, locales: wanted, filter, from }, size, call, toWhole)
      return { ...toAnswer(answer), ...withheld }
    }
    const found = await findNamed(names, { project, branch, read }, toRow, Number(from['at'] ?? 0), size)
    const { name } = resource
    const page = stringPageTemplate(call.services.baseUrl, name, locales?.[0], otherBranch(project, branch))
    return { ...toAnswer(found), ...(found.entries.length > 0 && !isOutsider && { page }), ...withheld }
  },
})

interface Found {
  readonly entries: readonly { readonly id: string }[]
  readonly missing?: readonly object[]
  readonly looked_at?: number
  readonly after?: Position | undefined
}

interface Size {
  readonly limit: number
  readonly bytes: number
}

async function runSearch(
  query: SearchQuery,
  size: Size,
  reading: ReadDeps,
  toRow: (one: SearchCandidate, hasConflict: boolean) => Promise<{ readonly id: string }>,
): Promise<Found> {
  const entries: { readonly id: string }[] = []
  let { bytes } = size
  let looked = 0
  let after: Position | undefined
  for await (const { candidate, isMatch, hasConflict } of matchEntries(query, reading)) {
    if (looked === MAX_SCANNED || entries.length === size.limit) return { entries, ...describeSearch(looked), after }
    if (isMatch) {
      const row = await toRow(candidate, hasConflict)
      bytes -= jsonByteLength(row) + 1
      if (bytes < 0 && entries.length > 0) return { entries, ...describeSearch(looked), after }
      entries.push(row)
    }
    looked += 1
    after = candidate.position
  }
  return { entries, ...describeSearch(looked) }
}

/** An index without a match has nothing to look at. */
const describeSearch = (looked: number): Pick<Found, 'looked_at'> => (looked === 0 ? {} : { looked_at: looked })

interface Place {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly read: Reader
}

async function findNamed(
  names: readonly EntryName[],
  place: Place,
  toRow: (at: BranchEntry) => Promise<{ readonly id: string }>,
  start: number,
  size: Size,
): Promise<Found> {
  const known = await new EntryFinder(place.project, place.branch, place.read).findAll(names)
  const entries: { readonly id: string }[] = []
  const missing: object[] = []
  let { bytes } = size
  const make = async (name: EntryName, index: number) => {
    const found = known[index]
    const at = found && (await locateEntry(name, found, place))
    return at && ('code' in at ? toMissingRow(name, at) : await toRow(at))
  }
  const end = Math.min(names.length, start + size.limit + 1)
  // At once, because a database answers the lookups of many rows together.
  const rows = await Promise.all(names.slice(start, end).map((name, at) => make(name, start + at)))
  for (const [offset, row] of rows.entries()) {
    const index = start + offset
    if (row === undefined) continue
    bytes -= jsonByteLength(row) + 1
    const taken = entries.length + missing.length
    if (taken > 0 && (bytes < 0 || taken === size.limit))
      return { ...toFound(entries, missing), after: { at: String(index) } }
    if ('code' in row) missing.push(row)
    else entries.push(row)
  }
  return toFound(entries, missing)
}

const toFound = (entries: Found['entries'], missing: readonly object[]): Found => ({
  entries,
  ...(missing.length > 0 && { missing }),
})

type Missing = Extract<FoundEntry, { code: string }>

const toMissingRow = (name: EntryName, { code, why, fix }: Missing) => ({ ...toGivenName(name), code, why, fix })

/** An entry of the branch; an entry that the branch does not list is still found by its ID. */
async function locateEntry(
  name: EntryName,
  found: FoundEntry,
  { project, branch, read }: Place,
): Promise<BranchEntry | Missing> {
  const known =
    'code' in found && name.id !== undefined ? await read.entries.by('short', keyOf(project.id, name.id)) : undefined
  if ('code' in found && known === undefined) return found
  const entry = 'code' in found ? known : found.entry
  if (entry === undefined) throw new Error('an entry that was found is there')
  const fileId = fileOn(entry, branch)
  const file = await read.files.get(fileId)
  const line = 'code' in found ? entry : found.line
  const branchFile =
    branch === project.main_branch ? undefined : await read.branch_files.by('place', keyOf(project.id, branch, fileId))
  const key = branchFile?.items.find(item => item.entry_id === entry.id)?.key ?? entry.key
  return { entry, line, key, file: file?.path ?? '' }
}

const bothGivenError = (one: string, other: string): AppError =>
  new AppError('invalid_input', `${one} cannot be combined with ${other}.`, {
    fix: 'Give ids, keys (with file if several files have the key), or search filters.',
  })
