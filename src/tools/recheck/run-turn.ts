import { messageUnits } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { FileRecord } from '../../store/records/localization.ts'
import type { Page, Reader } from '../../store/store.ts'
import type { ReadDeps, Services } from '../pipeline/call.ts'
import { CheckRulesReader } from '../translations/check-rules.ts'
import type { Entry, Project } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import { type RecheckRequest, requestRecheck } from './requests.ts'
import type { SelectTexts, TermSelections } from './select-terms.ts'
import { type JudgedText, judgeStoredTexts, type StoredText, storeFindings } from './stored-text.ts'

/** Strings per turn. */
const PAGE = 50
/** Projects or accounts per transaction. */
const OWNERS_PAGE = 100
/** Translations, and UTF-16 units of them and their sources, that are checked and written together. */
const MAX_TEXTS = 200
const MAX_UNITS = 32_768

export type RecheckServices = Pick<Services, 'store' | 'compute' | 'now' | 'newId'>

/** Works on a request for one page of strings, then stores how far it is. A turn that ends early is repeated: it writes the same. */
export async function runTurn(
  request: RecheckRequest,
  services: RecheckServices,
  selections: TermSelections,
): Promise<void> {
  const { store, compute } = services
  const { scope } = request
  if (request.owner !== 'project') return expandRequest(request, services)
  const project = await store.read.projects.get(request.owner_id)
  if (project === undefined || project.deleted_at !== null) return saveProgress(request, undefined, [], services)
  const files = scope.kind === 'equal' ? [] : await listFiles(request, project, store.read)
  if (request.total === undefined) {
    // Begins before it reads the rules: a later change of them then adds a request of its own.
    const counts = await Promise.all(files.map(file => store.read.entries.count('file', file.id)))
    const ofFiles = counts.reduce((sum, count) => sum + count, 0)
    const total = scope.kind === 'equal' ? scope.sources.length + scope.values.length : ofFiles
    return saveProgress(request, { ...request, total, turns: request.turns + 1 }, [], services)
  }
  const computed = compute.forCall({ queue: 'recheck' })
  const page =
    scope.kind === 'equal'
      ? await loadEqualPage(scope, request.done, store.read)
      : await loadPage(files, request.cursor, store.read)
  if (page === undefined) return saveProgress(request, undefined, [], services)
  const judge = await createJudge(request, project, selections, { read: store.read, computed })
  const pace = computed.pace()
  let judged: readonly JudgedText[] = []
  let texts: StoredText[] = []
  let units = 0
  for (const entry of page.items) {
    for await (const text of listTexts(entry, store.read)) {
      if (pace.shouldYield) await pace.yieldNow()
      texts.push(text)
      units += messageUnits(text.source) + messageUnits(text.text.value)
      if (texts.length < MAX_TEXTS && units < MAX_UNITS) continue
      judged = await judge(texts)
      if (judged.length > 0) await saveProgress(request, request, judged, services)
      texts = []
      units = 0
    }
  }
  judged = await judge(texts)
  const { cursor } = page
  const done = request.done + (page.keys ?? page.items.length)
  const next = cursor === undefined ? undefined : { ...request, done, cursor, turns: request.turns + 1 }
  await saveProgress(request, next, judged, services)
}

/** Stores findings and the next state of a request, or removes it. Does nothing to a request that another one replaced, or that had other turns meanwhile. */
async function saveProgress(
  request: RecheckRequest,
  next: RecheckRequest | undefined,
  judged: readonly JudgedText[],
  { store }: Pick<RecheckServices, 'store'>,
): Promise<void> {
  await store.transaction(
    async tx => {
      if ((await tx.rechecks.get(request.id))?.turns !== request.turns) return
      await storeFindings(judged, tx)
      if (next === undefined) await tx.rechecks.remove(request.id)
      else if (next !== request) await tx.rechecks.put(next)
    },
    { lock: request.owner_id, user: 'recheck' },
  )
}

/** The files of a request, by path. */
async function listFiles(
  { scope }: RecheckRequest,
  { id }: Project,
  read: Reader,
): Promise<readonly Frozen<FileRecord>[]> {
  const files = await read.files.list('project', id)
  return scope.kind === 'files' ? files.filter(file => scope.file_ids.includes(file.id)) : files
}

interface EntryPage {
  readonly items: readonly Entry[]
  /** Absent for the last page. */
  readonly cursor?: string
  /** The number of keys that have them; absent for strings of files. */
  readonly keys?: number
}

/** The page of strings after a cursor, which is a path and the position in its file; undefined at the end. */
async function loadPage(
  files: readonly Frozen<FileRecord>[],
  cursor: string | undefined,
  read: Reader,
): Promise<EntryPage | undefined> {
  const [path = '', after] = cursor === undefined ? [] : (JSON.parse(cursor) as [string, string?])
  const [file, following] = files.filter(one => one.path >= path)
  if (file === undefined) return undefined
  const position = file.path === path ? after : undefined
  const { items, next }: Page<Entry> = await read.entries.page('file', file.id, { limit: PAGE, after: position })
  if (next !== undefined) return { items, cursor: JSON.stringify([file.path, next]) }
  return { items, ...(following !== undefined && { cursor: JSON.stringify([following.path]) }) }
}

/** Strings with the same source or the same translation that one key finds. Others keep their findings: a check compares few of them. */
const MAX_EQUAL = 20

/** The strings of the next keys. */
async function loadEqualPage(
  { sources, values }: Extract<RecheckRequest['scope'], { kind: 'equal' }>,
  done: number,
  read: Reader,
): Promise<EntryPage> {
  const found = new Map<string, Entry>()
  const end = done + PAGE
  for (const key of sources.slice(done, end)) {
    const { items } = await read.entries.page('source', key, { limit: MAX_EQUAL })
    for (const entry of items) found.set(entry.id, entry)
  }
  for (const key of values.slice(Math.max(0, done - sources.length), Math.max(0, end - sources.length))) {
    for (const { entry_id } of (await read.translations.page('value', key, { limit: MAX_EQUAL })).items) {
      const entry = await read.entries.get(entry_id)
      if (entry !== undefined) found.set(entry.id, entry)
    }
  }
  const isLast = end >= sources.length + values.length
  return { items: [...found.values()], keys: PAGE, ...(!isLast && { cursor: 'equal' }) }
}

/** The stored translations of a string in all locales, each for the source that it was written for. */
async function* listTexts(entry: Entry, read: Reader): AsyncGenerator<StoredText> {
  for (const translation of await read.translations.list('entry', entry.id)) {
    for (const text of translation.texts) {
      const source = await findSource(entry, text.src, read)
      if (source !== undefined) yield { entry, translation, text, source }
    }
  }
}

type Judge = (texts: readonly StoredText[]) => Promise<readonly JudgedText[]>

async function createJudge(
  { scope }: RecheckRequest,
  project: Project,
  selections: TermSelections,
  { read, computed }: ReadDeps,
): Promise<Judge> {
  const checker = new CheckRulesReader(project, project.main_branch, read, computed)
  const select: SelectTexts =
    scope.kind === 'terms'
      ? await selections.get(scope, project.source_locale, { read, computed })
      : async texts => texts
  return async texts => judgeStoredTexts(await select(texts, computed), checker, project.settings.levels, computed)
}

/** Replaces a request of an account by requests of its projects, and one of the server by requests of its accounts, page by page. */
async function expandRequest(request: RecheckRequest, services: RecheckServices): Promise<void> {
  const { owner, owner_id, scope, cursor, turns } = request
  const member = owner === 'server' ? 'account' : 'project'
  await services.store.transaction(
    async tx => {
      if ((await tx.rechecks.get(request.id))?.turns !== turns) return
      const options = { limit: OWNERS_PAGE, after: cursor }
      const { items, next } =
        owner === 'server'
          ? await tx.accounts.page('all', '', options)
          : await tx.projects.page('account', owner_id, options)
      for (const { id } of items) await requestRecheck({ owner: member, owner_id: id }, scope, tx, services)
      if (next === undefined) await tx.rechecks.remove(request.id)
      else await tx.rechecks.put({ ...request, cursor: next, turns: turns + 1 })
    },
    { lock: owner_id, user: 'recheck' },
  )
}
