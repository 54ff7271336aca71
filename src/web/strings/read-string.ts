import type { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import type { Message } from '../../l10n/message/message.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { getEntries } from '../../tools/entries/get-entries.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { listChanges } from '../../tools/history/list-changes.ts'
import { isPublicReader } from '../../tools/translations/actors.ts'
import { getTranslation } from '../../tools/translations/branch-view.ts'
import { findEntryById } from '../../tools/translations/find-entry.ts'
import type { Entry } from '../../tools/translations/records.ts'
import { t } from '../i18n/t.ts'
import { findPageProject } from '../layout/load-project.ts'
import { PageError, toMissingPage } from '../layout/page-error.ts'
import { callTool, type PageRequest, requestPath, type SignedInRequest } from '../requests/page-request.ts'
import { Authors, readFacts } from './read-facts.ts'
import { type EntryRow, Found, History } from './string-rows.ts'

/** Revisions on one page. */
const MAX_REVISIONS = 10

/** The string that the URL names. */
interface StringPlace {
  readonly project: string
  readonly id: string
  readonly branch: string | undefined
  readonly locale: string | undefined
}

/** Returns what the URL names: `/p/:account/:project/strings/:id?locale=&branch=`. */
function getPlace({ params, query }: Pick<PageRequest, 'params' | 'query'>): StringPlace {
  const { account = '', project = '', id = '' } = params
  const [locale, branch] = [query.get('locale'), query.get('branch')]
  return { project: `${account}/${project}`, id, locale: locale || undefined, branch: branch || undefined }
}

type Row = z.output<typeof EntryRow>

/** A string in a project, as the user may see it. */
interface Place extends StringPlace {
  readonly row: Row
  readonly record: Frozen<ProjectRecord>
  readonly entry: Entry
  readonly line: SourceLine
  readonly isListed: boolean
  readonly withheld: string | undefined
  readonly isOutsider: boolean
  readonly authors: Authors
  readonly read: Reader
}

/**
 * Reads a string and its translation into the locale of the URL. What the tools do not return is read from the store; those who read a public project only
 * get none of it that names a user. `isBrief` leaves out the history.
 * @throws PageError `not_found` for everybody who may not see the project, as for a string that does not exist.
 */
export async function readString(
  request: SignedInRequest,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): Promise<ReadString> {
  const named = getPlace(request)
  const { read } = request.services.store
  const caller = { principal: sessionPrincipal(request.signedIn), read }
  const { project: record, account, target } = await findPageProject(named.project, caller)
  const isOutsider = await isPublicReader(caller.principal, target, read)
  const row = await readRow(request, named)
  const found = await findEntryById(record, named.branch ?? record.main_branch, row.id, read)
  if (found === undefined) throw unknownStringError(named)
  const { entry, line } = found
  const place = {
    project: `${account.handle}/${record.slug}`,
    id: named.id,
    branch: named.branch === record.main_branch ? undefined : named.branch,
    locale: named.locale === undefined ? undefined : Object.keys(row.texts)[0],
    row,
    record,
    entry,
    line: line ?? entry,
    isListed: line !== undefined,
    withheld: await findWithheldReason('project:write', target, caller),
    isOutsider,
    authors: new Authors(read, isOutsider),
    read,
  }
  const string = await describeString(place, isBrief)
  const history = isBrief ? () => ({ revisions: [], next_cursor: undefined }) : () => readHistory(request, place, named)
  return { string, translation: await describeTranslation(place, request.signedIn, history) }
}

/** A source string, as the user may see it. */
async function describeString(place: Place, isBrief: boolean) {
  const { project, branch, locale, record, entry, line, isListed, withheld, authors, read } = place
  const {
    texts: _,
    comments: __,
    more_comments: hasMoreComments,
    do_not_translate: isUntranslatable,
    ...row
  } = place.row
  const { added_note: added } = entry
  return {
    ...row,
    project,
    /** The branch, unless it is the main branch. */
    branch,
    branchName: branch ?? record.main_branch,
    /** Whether the branch lists the string. */
    isListed,
    sourceLocale: record.source_locale,
    addedNote: added && { text: escapeInvisible(added.text), by: await authors.describe(added.origin), at: added.at },
    isUntranslatable,
    locales: isBrief ? [] : await listLocales(entry, line, record, read),
    /** Newest first. */
    comments: mergeComments(place.row, locale),
    hasMoreComments,
    /** Why the user may not change anything; undefined if they may. */
    withheld,
  }
}

export type StringView = Awaited<ReturnType<typeof describeString>>

/** A translation of a string into the locale of the URL; undefined without one. */
async function describeTranslation(
  { locale, row, record: project, entry, line, isListed, withheld, isOutsider, authors, read }: Place,
  signedIn: SignedIn,
  readRevisions: () => Promise<z.output<typeof History>> | z.output<typeof History>,
) {
  const text = locale === undefined ? undefined : row.texts[locale]
  if (locale === undefined || text === undefined) return undefined
  const stored = await getTranslation(entry, locale, read)
  const mayWrite = withheld === undefined && isListed
  const { overruled, ...facts } = await readFacts(stored, entry, line, { signedIn, project, mayWrite, authors })
  const { revisions, next_cursor: next } = await readRevisions()
  const { comments: _, ...shown } = text
  return {
    ...shown,
    locale,
    isLocked: stored.locked,
    /** The plural forms to fill in; empty for a text without forms. */
    categories: typeof row.source === 'string' && typeof text.value !== 'object' ? [] : listForms(locale, text.value),
    ...facts,
    findings: text.findings.map((finding, at) => ({ ...finding, ...overruled[at] })),
    revisions: revisions.map(({ by, ...one }) => ({ ...one, by: isOutsider ? undefined : by })),
    /** The cursor of older revisions. */
    next,
  }
}

export type TranslationView = NonNullable<Awaited<ReturnType<typeof describeTranslation>>>
export type FindingView = TranslationView['findings'][number]

export interface ReadString {
  readonly string: StringView
  /** Undefined if the URL has no locale. */
  readonly translation: TranslationView | undefined
}

const readHistory = (request: SignedInRequest, { locale }: Place, { project, id }: StringPlace) =>
  callTool(request, {
    tool: listChanges,
    input: { project, id, locale, limit: MAX_REVISIONS, cursor: request.query.get('cursor') ?? undefined },
    shape: History,
  })

async function readRow(request: SignedInRequest, place: StringPlace): Promise<Row> {
  const { project, id, locale, branch } = place
  const input = { project, ids: [id], locale, branch, max_bytes: 60_000 }
  const hasChoice = request.query.has('locale') || request.query.has('branch')
  const nextLink = hasChoice ? { href: requestPath(request), text: t('strings.all_locales_of') } : undefined
  const { entries } = await callTool(request, { tool: getEntries, input, shape: Found }).catch(
    toMissingPage(t('strings.no_such_place'), nextLink, ['not_found', 'invalid_input']),
  )
  const [row] = entries
  if (row === undefined) throw unknownStringError(place)
  return row
}

async function listLocales(entry: Entry, line: SourceLine, project: Frozen<ProjectRecord>, read: Reader) {
  const stored = new Map((await read.translations.list('entry', entry.id)).map(one => [one.locale, one]))
  return project.target_locales.map(locale => {
    const translation = stored.get(locale)
    const { state = 'untranslated' as const, value } = (translation && shownText(translation, line).text) ?? {}
    return {
      locale,
      state,
      isStale: translation !== undefined && staleReason(translation, entry, line) !== undefined,
      value,
    }
  })
}

function mergeComments({ comments, texts }: Row, locale: string | undefined) {
  const ofTexts = Object.entries(texts).flatMap(([of, text]) => text.comments.map(one => ({ ...one, locale: of })))
  const shown = ofTexts.filter(one => locale === undefined || one.locale === locale)
  const ofSource = comments.map(one => ({ ...one, locale: undefined }))
  return [...ofSource, ...shown].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** The plural forms of an edit form: those that the locale needs, and those that the translation has. */
function listForms(locale: string, value: Message | undefined): readonly string[] {
  const { required, optional } = pluralNeeds(locale, { kind: 'forms' })
  const own = typeof value === 'object' ? Object.keys(value) : []
  return [...new Set([...required, ...optional.filter(name => own.includes(name)), ...own])]
}

const unknownStringError = ({ project, id }: StringPlace): PageError =>
  new PageError('not_found', t('strings.not_found', { id: echo(id), project: echo(project) }), {
    fix: t('layout.error.check_address'),
  })
