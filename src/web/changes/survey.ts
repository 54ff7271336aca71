import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { findOpen } from '../../l10n/translation/findings.ts'
import { findCarriedSource } from '../../l10n/translation/sources.ts'
import type { Reader } from '../../store/store.ts'
import { mayReadTerms, redactFindings } from '../../tools/glossary/redact-findings.ts'
import { ChangeRowBuilder, type RevisionRow } from '../../tools/history/change-rows.ts'
import { decodeCursor, encodeCursor } from '../../tools/pipeline/paging.ts'
import { Actors } from '../../tools/translations/actors.ts'
import type { Entry } from '../../tools/translations/records.ts'
import type { Revision } from '../../tools/translations/text-history.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'
import { batchPath } from './paths.ts'
import type { BatchView } from './read-changes.ts'

export const SHOWN = ['all', 'replaced', 'new', 'findings'] as const

type Shown = (typeof SHOWN)[number]

/** What the address asks for: the kind of changes, and one file from a place in it. */
export interface SurveyQuery {
  readonly show: Shown
  readonly file: string | undefined
  readonly from: number
}

/** A change of a translation. */
export interface ChangeView {
  readonly row: RevisionRow
  /** The source that it translates, unless the string has lost it. */
  readonly source: Message | undefined
  readonly syntax: Syntax
  readonly findings: readonly Pick<Finding, 'id' | 'level' | 'message'>[]
}

export interface ChangedFile {
  readonly path: string
  readonly counts: Counts
  readonly changes: readonly ChangeView[]
  /** How many of the file match. */
  readonly matching: number
}

type Counts = Readonly<Record<Shown, number>> & { readonly errors: number }

export interface Survey {
  readonly counts: Counts
  readonly files: readonly ChangedFile[]
  /** Files after those. */
  readonly moreFiles: number
  /** Cursor of older changes of the batch. */
  readonly next: string | undefined
}

/** Revisions that a page reads of a batch. */
const MAX_REVISIONS = 1000
const PAGE = 500
const MAX_FILES = 60
/** Changes on a page: of each file, of all files, and of a page with one file. */
const MAX_OF_FILE = 6
const MAX_SHOWN = 24
export const FILE_PAGE = 24

interface Found {
  readonly revision: Revision
  readonly entry: Entry
  readonly isNew: boolean
  readonly findings: ChangeView['findings']
}

/** Reads the changes of a batch, by file. The caller has read the batch with `list_changes`. */
export async function surveyBatch(
  request: SignedInRequest,
  project: LoadedProject,
  { batch: { batch }, query }: { readonly batch: BatchView; readonly query: SurveyQuery },
): Promise<Survey> {
  const { read } = request.services.store
  const target = { kind: 'account', account: project.account, name: project.name } as const
  const withTerms = await mayReadTerms(target, { principal: sessionPrincipal(request.signedIn), read })
  const { found, next } = await readRevisions(request, batch, withTerms)
  const byFile = await groupByFile(found, read)
  const rows = new ChangeRowBuilder(read, {
    actors: new Actors(read, project.isOutsider),
    full: false,
    isOutsider: project.isOutsider,
  })
  const files: ChangedFile[] = []
  let room = query.file === undefined ? MAX_SHOWN : FILE_PAGE
  for (const [path, all] of byFile.slice(0, MAX_FILES)) {
    const matching = all.filter(one => matches(one, query.show))
    if (matching.length === 0) continue
    const isOpen = query.file === undefined || query.file === path
    const most = query.file === undefined ? Math.min(room, MAX_OF_FILE) : FILE_PAGE
    const start = query.file === undefined ? 0 : query.from
    const chosen = isOpen ? matching.slice(start, start + most) : []
    room -= chosen.length
    const changes: ChangeView[] = []
    for (const { revision, entry, findings } of chosen) {
      const source = findCarriedSource(entry, revision.src)
      const row = await rows.toRevisionRow(revision, true)
      changes.push({ row, source, syntax: entry.syntax as Syntax, findings })
    }
    files.push({ path, counts: countAll(all), changes, matching: matching.length })
  }
  return { counts: countAll(found), files, moreFiles: Math.max(0, byFile.length - MAX_FILES), next }
}

async function readRevisions(
  { services, query }: PageRequest,
  batch: string,
  withTerms: boolean,
): Promise<{ readonly found: readonly Found[]; readonly next: string | undefined }> {
  const { read } = services.store
  const cursor = query.get('cursor')
  const found: Found[] = []
  let after = cursor === null ? undefined : decodeCursor(['batch', batch], cursor)['after']
  do {
    const page = await read.revisions.page('batch', batch, { limit: PAGE, after })
    for (const revision of page.items) {
      const entry = await read.entries.get(revision.entry_id)
      if (entry === undefined) continue
      found.push({
        revision,
        entry,
        isNew: revision.rev === 1,
        findings: await findOpenFaults(revision, withTerms, read),
      })
    }
    after = page.next
  } while (after !== undefined && found.length < MAX_REVISIONS)
  return { found, next: after === undefined ? undefined : encodeCursor(['batch', batch], { after }) }
}

/** The open findings of a text that is still current. */
async function findOpenFaults(
  { translation_id, src, rev }: Revision,
  withTerms: boolean,
  read: Reader,
): Promise<Found['findings']> {
  const text = (await read.translations.get(translation_id))?.texts.find(one => one.src === src && one.rev === rev)
  if (text === undefined) return []
  const open = findOpen(text.findings, text.ignores).filter(({ level }) => level !== 'info')
  return redactFindings(open, withTerms)
}

/** The changes of each file, in the order of its strings. */
async function groupByFile(
  found: readonly Found[],
  read: Reader,
): Promise<readonly (readonly [string, readonly Found[]])[]> {
  const groups = new Map<string, Found[]>()
  for (const one of found) {
    const group = groups.get(one.entry.file_id) ?? []
    group.push(one)
    groups.set(one.entry.file_id, group)
  }
  const files: (readonly [string, readonly Found[]])[] = []
  for (const [id, changes] of groups) {
    const sorted = changes.toSorted((a, b) => (a.entry.order < b.entry.order ? -1 : 1))
    files.push([(await read.files.get(id))?.path ?? '', sorted])
  }
  return files.sort(([a], [b]) => (a < b ? -1 : 1))
}

function matches({ isNew, findings }: Found, show: Shown): boolean {
  if (show === 'findings') return findings.length > 0
  return show === 'all' || isNew === (show === 'new')
}

const countAll = (found: readonly Found[]): Counts => ({
  all: found.length,
  new: found.filter(one => matches(one, 'new')).length,
  replaced: found.filter(one => matches(one, 'replaced')).length,
  findings: found.filter(one => matches(one, 'findings')).length,
  errors: found.filter(({ findings }) => findings.some(({ level }) => level === 'error')).length,
})

/** What the address of the page of a batch asks for. */
export function readSurveyQuery({ query }: Pick<PageRequest, 'query'>): SurveyQuery {
  const from = query.get('from') ?? ''
  return {
    show: SHOWN.find(one => one === query.get('show')) ?? 'all',
    file: query.get('file') ?? undefined,
    from: /^\d{1,4}$/.test(from) ? Number(from) : 0,
  }
}

/** The address of the page of a batch with another choice. It keeps the part of a large batch. */
export function surveyPath(
  { query }: Pick<PageRequest, 'query'>,
  project: Pick<LoadedProject, 'name'>,
  batch: string,
  { show, file, from }: SurveyQuery,
): string {
  const cursor = query.get('cursor')
  const chosen = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(file !== undefined && { file }),
    ...(from > 0 && { from: String(from) }),
    ...(cursor !== null && { cursor }),
  })
  return chosen.size === 0 ? batchPath(project, batch) : `${batchPath(project, batch)}?${chosen}`
}
