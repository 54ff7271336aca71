import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { assertMaySeeAuthors } from '../authority/change-authors.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { Actors, isPublicReader } from '../translations/actors.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import type { Translation } from '../translations/records.ts'
import type { Revision } from '../translations/text-history.ts'
import { type BatchView, changeInput, matchesFilter, pageBatches, parseChangeFilter } from './change-filter.ts'
import { ChangeRowBuilder } from './change-rows.ts'
import { type Listing, type MergedPage, mergeListings } from './matching-revisions.ts'

/** Records that a filtered call scans at most. */
const MAX_RECORDS_SCANNED = 1000

/** The batches of a project, or the revisions of a batch or an entry, newest first. */
export const listChanges = readTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'List batches, newest first; with batch, id or key: their revisions. was = the previous translation, current = still in use.',
  scope: 'project:read',
  toolset: 'core',
  rest: [ofProject('GET', '/changes')],
  input: z.object({
    project: ProjectName,
    ...changeInput,
    kind: z.enum(['submit', 'push', 'import', 'review', 'annotate', 'revert', 'run']).optional(),
    id: z.string().min(1).max(40).optional(),
    key: z.string().min(1).max(2000).optional(),
    file: z.string().min(1).optional(),
    locale: Locale.optional(),
    full: z.boolean().optional(),
    limit: z.number().int().min(1).max(200).default(50),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().min(1).optional(),
  }),
  output: z.object({
    of: z.unknown().optional(),
    changes: z.array(z.unknown()).optional(),
    revisions: z.array(z.unknown()).optional(),
    next_cursor: z.string().optional(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { read, principal, resource: { project, target } }) => {
    const { limit, max_bytes, cursor, ...query } = input
    const isOutsider = await isPublicReader(principal, target, read)
    assertMaySeeAuthors(input, isOutsider)
    if (input.file !== undefined && input.key === undefined) throw fileAloneError()
    const filter = await parseChangeFilter(input, project, read)
    const rows = new ChangeRowBuilder(read, {
      actors: new Actors(read, isOutsider),
      full: input.full === true,
      isOutsider,
    })
    const from = cursor === undefined ? {} : decodeCursor(query, cursor)
    const size = { limit, bytes: max_bytes }
    const locale = input.locale === undefined ? undefined : targetLocale(project, input.locale)
    const ofEntry = input.id !== undefined || input.key !== undefined
    if (!ofEntry && filter.batch === undefined) {
      const next = await mergeListings(
        [createBatchListing(filter, read)],
        isUnfiltered(input) ? limit : MAX_RECORDS_SCANNED,
        from,
      )
      const fits = async (batch: BatchView) =>
        matchesFilter(filter, batch) && (locale === undefined || (await changesLocale(batch, locale, read)))
      const taken = await takeRows(next, fits, batch => rows.toBatchRow(batch), size)
      return { changes: taken.rows, ...nextCursor(query, taken.after) }
    }
    const listings = ofEntry
      ? await createEntryListings(input, locale, project, read)
      : [
          {
            name: 'batch',
            page: (options: RevisionPageOptions) => read.revisions.page('batch', filter.batch?.id ?? '', options),
          },
        ]
    const next = await mergeListings(listings, locale === undefined || ofEntry ? limit : MAX_RECORDS_SCANNED, from)
    const fits = async (revision: Revision) =>
      (locale === undefined || revision.locale === locale) && matchesFilter(filter, await rows.getBatch(revision))
    const isAlone = !ofEntry && filter.batch !== undefined
    const taken = await takeRows(next, fits, revision => rows.toRevisionRow(revision, isAlone), size)
    return {
      ...(isAlone && filter.batch !== undefined && { of: await rows.toBatchRow(filter.batch) }),
      revisions: taken.rows,
      ...nextCursor(query, taken.after),
    }
  },
})

type RevisionPageOptions = Parameters<Listing<Revision>['page']>[0]

const createBatchListing = (filter: Parameters<typeof pageBatches>[0], read: Reader): Listing<BatchView> => ({
  name: 'batches',
  page: options => pageBatches(filter, options, read),
})

/** Revisions that are read of a batch that does not list its locales. */
const MAX_REVISIONS_READ = 50

async function changesLocale({ id, locales }: BatchView, locale: string, read: Reader): Promise<boolean> {
  if (locales !== undefined) return locales.includes(locale)
  const { items } = await read.revisions.page('batch', id, { limit: MAX_REVISIONS_READ })
  return items.some(revision => revision.locale === locale)
}

/** Whether every batch matches. */
const isUnfiltered = (input: Readonly<Record<string, unknown>>): boolean =>
  ['token', 'client', 'person', 'since', 'until', 'kind', 'locale'].every(name => input[name] === undefined)

/** The history of an entry, in one locale or all. An entry that is on no branch any more is found by id only. */
async function createEntryListings(
  name: { readonly id?: string | undefined; readonly key?: string | undefined; readonly file?: string | undefined },
  locale: string | undefined,
  project: Frozen<ProjectRecord>,
  read: Reader,
): Promise<readonly Listing<Revision>[]> {
  const byId = name.id === undefined ? undefined : await read.entries.by('short', compoundKey(project.id, name.id))
  const found =
    byId === undefined ? await new EntryFinder(project, project.main_branch, read).find(name) : { entry: byId }
  if ('code' in found) throw new AppError(found.code === 'unknown_key' ? 'not_found' : found.code, found.why, found)
  const translations: readonly Translation[] = await read.translations.list('entry', found.entry.id)
  return translations
    .filter(translation => locale === undefined || translation.locale === locale)
    .map(translation => ({
      name: translation.locale,
      page: options => read.revisions.page('translation', translation.id, options),
    }))
}

/** The rows of matching items up to a size. The first one always fits, so that a long translation does not block the listing. */
async function takeRows<T, R>(
  { items, after }: MergedPage<T>,
  fits: (item: T) => Promise<boolean>,
  toRow: (item: T) => Promise<R>,
  { limit, bytes }: { readonly limit: number; readonly bytes: number },
): Promise<{ rows: readonly R[]; after: Readonly<Record<string, string>> | undefined }> {
  const rows: R[] = []
  let room = bytes - FRAME_BYTES
  let looked = 0
  for (const item of items) {
    if (rows.length === limit) break
    if (await fits(item)) {
      const row = await toRow(item)
      room -= jsonByteLength(row) + 1
      if (room < 0 && rows.length > 0) break
      rows.push(row)
    }
    looked += 1
  }
  return { rows, after: await after(looked) }
}

/** Size of an answer without its rows. */
const FRAME_BYTES = 600

const nextCursor = (query: unknown, after: Readonly<Record<string, string>> | undefined) =>
  after === undefined ? {} : { next_cursor: encodeCursor(query, after) }

const fileAloneError = () =>
  new AppError('invalid_input', 'file is no filter of batches: it only says in which file the key is.', {
    fix: 'Give key, or leave file out. get_entries with file lists the strings of a file.',
  })
