import { newTranslation } from '../../l10n/translation/state.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { BranchView, getTranslation, listBranchEntries } from '../translations/branch-view.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { type EntryFilter, listStates } from './filter.ts'
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
      branch === project.main_branch
        ? await searchMain(query, locale, start, read)
        : searchBranch(query, locale, start, reading)
    for await (const { position, ...looked } of one) {
      yield { ...looked, position: { ...position, locale: String(index) } }
    }
  }
}

async function searchMain(
  query: SearchQuery,
  locale: string | undefined,
  from: Position,
  read: Reader,
): Promise<AsyncGenerator<SearchCandidate>> {
  const source = locale === undefined ? undefined : await selectSource(query, locale, read)
  return locale === undefined || source === undefined
    ? searchFiles(query, locale, from, read)
    : searchSource(source, locale, from, read)
}

/** Indexes that together have every match. Most untranslated entries have no record: a gap lists them. */
interface Source {
  readonly gap?: readonly ['listed' | 'open' | 'open_file', string]
  readonly indexes: readonly (readonly [Index, string])[]
}

type Index =
  | 'suggested'
  | 'finding'
  | 'stale'
  | 'state'
  | 'conflict'
  | 'revise'
  | 'revised'
  | 'ignored'
  | 'work'
  | 'file_work'

/** The smallest source that contains every match. */
async function selectSource(
  { project, filter }: SearchQuery,
  locale: string,
  read: Reader,
): Promise<Source | undefined> {
  const place = compoundKey(project.id, locale)
  const only = (index: Index, key: string): Source => ({ indexes: [[index, key]] })
  const { suggested, finding, stale, work, ignored, request, conflict } = filter
  if (conflict === true) return only('conflict', compoundKey(place, project.main_branch))
  if (request !== undefined) return only(request === 'open' ? 'revise' : 'revised', place)
  if (ignored === true) return only('ignored', place)
  if (suggested === true) return only('suggested', place)
  if (finding !== undefined) return only('finding', compoundKey(place, finding))
  if (stale === true) return only('stale', place)
  if (work === true) return selectWork(project.id, filter.file, locale, read)
  const states = listStates(filter)
  return (
    states && {
      ...(states.includes('untranslated') && { gap: ['listed', project.id] }),
      indexes: [...new Set(states)].map(state => ['state', compoundKey(project.id, locale, state)]),
    }
  )
}

async function selectWork(
  projectId: string,
  path: string | undefined,
  locale: string,
  { files }: Pick<Reader, 'files'>,
): Promise<Source> {
  const file = path === undefined ? undefined : await files.by('path', compoundKey(projectId, path))
  return file === undefined
    ? { gap: ['open', projectId], indexes: [['work', compoundKey(projectId, locale)]] }
    : { gap: ['open_file', file.id], indexes: [['file_work', compoundKey(file.id, locale)]] }
}

/** The entries of all parts of a source, in the order of the project. */
async function* searchSource(
  { gap, indexes }: Source,
  locale: string,
  from: Position,
  read: Reader,
): AsyncGenerator<SearchCandidate> {
  const loadPage: LoadPage<Translation> = async behind => {
    const options = { limit: PAGE, behind }
    const untouched = gap === undefined ? [] : await read.entries.gaps(gap[0], gap[1], locale, options)
    const translations = untouched.map(entry => newTranslation(entry, locale))
    for (const [index, key] of indexes) translations.push(...(await read.translations.behind(index, key, options)))
    return translations.sort((a, b) => (a.order < b.order ? -1 : 1)).slice(0, PAGE)
  }
  const locate = async (translation: Translation) => {
    const entry = await read.entries.get(translation.entry_id)
    return { translation, entry, file: entry && (await read.files.get(entry.file_id)) }
  }
  for await (const { item, position } of listPages(loadPage, from, locate)) {
    const { translation, entry, file } = item
    if (entry?.listed !== true || file === undefined) continue
    yield { at: { entry, line: entry, key: entry.key, file: file.path }, translation, locale, position }
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
    const translate = async (entry: Entry) => ({
      entry,
      translation: locale === undefined || !entry.listed ? undefined : await getTranslation(entry, locale, read),
    })
    const start = file.path === from['file'] ? from : {}
    for await (const { item, position } of listPages(loadPage, start, translate)) {
      const { entry, translation } = item
      if (!entry.listed) continue
      const at = { entry, line: entry, key: entry.key, file: file.path }
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
  for (const [place, { entryId, line, key: name, file }] of listed.entries()) {
    if (place <= Number(from['place'] ?? -1) || (filter.file !== undefined && filter.file !== file)) continue
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(entryId, line)
    const translation = locale === undefined ? undefined : await view.getTranslation(entry, locale, line)
    yield { at: { entry, line, key: name, file }, translation, locale, position: { place: String(place) } }
  }
}

type LoadPage<T> = (behind: string | undefined) => Promise<readonly T[]>

/** Records whose details are read at once, because a database answers these lookups together. */
const COMPLETED_AT_ONCE = 50

/** The records of a listing after a position, with their details, each with its own position: a search goes on anywhere at the same cost. */
async function* listPages<T extends { readonly order: string }, D>(
  loadPage: LoadPage<T>,
  from: Position,
  complete: (item: T) => Promise<D>,
): AsyncGenerator<{ readonly item: D; readonly position: Position }> {
  const pace = new Pacer()
  let behind = from['order']
  for (;;) {
    if (pace.shouldYield) await pace.yieldNow()
    const items = await loadPage(behind)
    for (let at = 0; at < items.length; at += COMPLETED_AT_ONCE) {
      const some = items.slice(at, at + COMPLETED_AT_ONCE)
      const completed = await Promise.all(some.map(complete))
      for (const [place, item] of completed.entries()) {
        yield { item, position: { order: some[place]?.order ?? '' } }
      }
    }
    behind = items.at(-1)?.order ?? behind
    if (items.length < PAGE) return
  }
}
