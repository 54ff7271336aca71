import { newTranslation } from '../../l10n/translation/state.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { BranchView, getTranslation, listBranchEntries } from '../translations/branch-view.ts'
import type { Entry, Translation } from '../translations/records.ts'
import type { EntryFilter } from './filter.ts'
import type { BranchEntry } from './row.ts'

/** An entry to examine, with its translation if a locale is searched, and the cursor position after it. */
export interface SearchCandidate {
  readonly at: BranchEntry
  readonly translation: Translation | undefined
  readonly locale: string | undefined
  readonly position: Position
}

export type Position = Readonly<Record<string, string>>

export interface SearchQuery {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  /** Searched one after the other; empty = source strings only. */
  readonly locales: readonly string[]
  readonly filter: EntryFilter
  readonly from: Position
}

const PAGE = 250

/** Every entry that a search must examine, in order: from an index if one serves the filter, else the whole branch. */
export async function* searchEntries(query: SearchQuery, reading: ReadDeps): AsyncGenerator<SearchCandidate> {
  const { read } = reading
  const { project, branch, locales, from } = query
  const places = locales.length === 0 ? [undefined] : locales
  const begin = Number(from['locale'] ?? 0)
  for (const [index, locale] of [...places.entries()].slice(begin)) {
    const start = index === begin ? from : {}
    const one =
      branch !== project.main_branch
        ? searchBranch(query, locale, start, reading)
        : locale === undefined
          ? searchFiles(query, locale, start, read)
          : selectIndex(query, locale) !== undefined
            ? searchIndex(query, locale, start, read)
            : query.filter.state === 'untranslated'
              ? searchUntranslated(query, locale, start, read)
              : searchFiles(query, locale, start, read)
    for await (const { position, ...looked } of one) {
      yield { ...looked, position: { ...position, locale: String(index) } }
    }
  }
}

/** The smallest index that contains every match. None has the untranslated entries: most of them have no record. */
function selectIndex({ project, filter }: SearchQuery, locale: string): readonly [Index, string] | undefined {
  const place = compoundKey(project.id, locale)
  const { suggested, finding, stale, state, ignored, request, conflict } = filter
  if (conflict === true) return ['conflict', compoundKey(place, project.main_branch)]
  if (request !== undefined) return [request === 'open' ? 'revise' : 'revised', place]
  if (ignored === true) return ['ignored', place]
  if (suggested === true) return ['suggested', place]
  if (finding !== undefined) return ['finding', compoundKey(place, finding)]
  if (stale === true) return ['stale', place]
  return state === undefined || state === 'untranslated' ? undefined : ['state', compoundKey(project.id, locale, state)]
}

type Index = 'suggested' | 'finding' | 'stale' | 'state' | 'conflict' | 'revise' | 'revised' | 'ignored'

async function* searchIndex(
  query: SearchQuery,
  locale: string,
  from: Position,
  read: Reader,
): AsyncGenerator<SearchCandidate> {
  const [index, place] = selectIndex(query, locale) ?? ['state', '']
  const loadPage: LoadPage<Translation> = behind => read.translations.behind(index, place, { limit: PAGE, behind })
  for await (const { item: translation, position } of listPages(loadPage, from)) {
    const entry = await read.entries.get(translation.entry_id)
    const file = entry && (await read.files.get(entry.file_id))
    if (entry?.listed !== true || file === undefined) continue
    yield { at: { entry, src: entry.src, key: entry.key, file: file.path }, translation, locale, position }
  }
}

/** Untranslated entries: without a record in the locale, or with a record that has no translation. */
async function* searchUntranslated(
  { project }: SearchQuery,
  locale: string,
  from: Position,
  read: Reader,
): AsyncGenerator<SearchCandidate> {
  const pace = new Pacer()
  let behind = from['order']
  for (;;) {
    if (pace.shouldYield) await pace.yieldNow()
    const options = { limit: PAGE, behind }
    const untouched = await read.entries.gaps('listed', project.id, locale, options)
    const blank = await read.translations.behind('state', compoundKey(project.id, locale, 'untranslated'), options)
    const translations = [...untouched.map(entry => newTranslation(entry, locale)), ...blank]
    translations.sort((a, b) => (a.order < b.order ? -1 : 1))
    for (const translation of translations.slice(0, PAGE)) {
      behind = translation.order
      const entry = await read.entries.get(translation.entry_id)
      const file = entry && (await read.files.get(entry.file_id))
      if (entry?.listed !== true || file === undefined) continue
      const at = { entry, src: entry.src, key: entry.key, file: file.path }
      yield { at, translation, locale, position: { order: translation.order } }
    }
    if (translations.length === 0) return
  }
}

async function* searchFiles(
  { project, filter }: SearchQuery,
  locale: string | undefined,
  from: Position,
  read: Reader,
): AsyncGenerator<SearchCandidate> {
  const files = (await read.files.list('project', project.id)).filter(
    ({ path }) => (filter.file === undefined || filter.file === path) && path >= (from['file'] ?? ''),
  )
  for (const file of files) {
    const loadPage: LoadPage<Entry> = behind => read.entries.behind('file', file.id, { limit: PAGE, behind })
    for await (const { item: entry, position } of listPages(loadPage, file.path === from['file'] ? from : {})) {
      if (!entry.listed) continue
      const translation = locale === undefined ? undefined : await getTranslation(entry, locale, read)
      const at = { entry, src: entry.src, key: entry.key, file: file.path }
      yield { at, translation, locale, position: { ...position, file: file.path } }
    }
  }
}

async function* searchBranch(
  { project, branch, filter }: SearchQuery,
  locale: string | undefined,
  from: Position,
  reading: ReadDeps,
): AsyncGenerator<SearchCandidate> {
  const listed = await listBranchEntries(project, branch, reading.read)
  const view = new BranchView(project, branch, reading)
  const pace = new Pacer()
  for (const [place, { entryId, src, key: name, file }] of listed.entries()) {
    if (place <= Number(from['place'] ?? -1) || (filter.file !== undefined && filter.file !== file)) continue
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(entryId, src)
    const translation = locale === undefined ? undefined : await view.getTranslation(entry, locale, src)
    yield { at: { entry, src, key: name, file }, translation, locale, position: { place: String(place) } }
  }
}

type LoadPage<T> = (behind: string | undefined) => Promise<readonly T[]>

/** The records of a listing after a position, each with its own: a search goes on anywhere at the same cost. */
async function* listPages<T extends { readonly order: string }>(
  loadPage: LoadPage<T>,
  from: Position,
): AsyncGenerator<{ readonly item: T; readonly position: Position }> {
  const pace = new Pacer()
  let behind = from['order']
  for (;;) {
    if (pace.shouldYield) await pace.yieldNow()
    const items = await loadPage(behind)
    for (const item of items) {
      behind = item.order
      yield { item, position: { order: item.order } }
    }
    if (items.length < PAGE) return
  }
}
