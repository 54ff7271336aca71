import type { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import type { Message } from '../../l10n/message/message.ts'
import { findOverrides } from '../../l10n/reviews/override.ts'
import { currentIgnores, findIgnore, hasError } from '../../l10n/translation/findings.ts'
import { findOwnRequest, findRequest, isAnswer } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { isOpenConflict } from '../../l10n/translation/suggestions/conflict.ts'
import type { Refusal, SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { getEntries } from '../../tools/entries/get-entries.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { listChanges } from '../../tools/history/list-changes.ts'
import { Actors, isPublicReader } from '../../tools/translations/actors.ts'
import { getTranslation } from '../../tools/translations/branch-view.ts'
import { findEntryById } from '../../tools/translations/find-entry.ts'
import type { Entry, Translation } from '../../tools/translations/records.ts'
import { t } from '../i18n/t.ts'
import { findPageProject } from '../layout/load-project.ts'
import { PageError } from '../layout/page-error.ts'
import { callTool } from '../requests/call-tool.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { type ActorRow, type EntryRow, Found, History } from './string-rows.ts'
import type {
  Author,
  FindingView,
  LocaleView,
  ReadString,
  RevisionView,
  StringView,
  TranslationView,
} from './string-view.ts'

/** Revisions on one page. */
const MAX_REVISIONS = 10

/** The string that the URL names. */
export interface StringPlace {
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

/**
 * Reads a string and its translation into the locale of the URL. What the tools do not return is read from the store; those who read a public project only
 * get none of it that names a user. `isBrief` leaves out the history.
 * @throws PageError `not_found` for everybody who may not see the project, as for a string that does not exist.
 */
export async function readString(
  request: PageRequest,
  signedIn: SignedIn,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): Promise<ReadString> {
  const place = getPlace(request)
  const { read } = request.services.store
  const caller = { principal: sessionPrincipal(signedIn), read }
  const { project, account, target } = await findPageProject(place.project, caller)
  const isOutsider = await isPublicReader(caller.principal, target, read)
  const row = await readRow(request, signedIn, place)
  const branch = place.branch === project.main_branch ? undefined : place.branch
  const found = await findEntryById(project, branch ?? project.main_branch, row.id, read)
  if (found === undefined) throw unknownStringError(place)
  const { entry, line = entry } = found
  const withheld = await findWithheldReason('project:write', target, caller)
  const authors = new Authors(read, isOutsider)
  const locale = place.locale === undefined ? undefined : Object.keys(row.texts)[0]
  const { added_note: added } = entry
  const string: StringView = {
    project: `${account.handle}/${project.slug}`,
    isAdmin: (await findWithheldReason('project:admin', target, caller)) === undefined,
    accountPath: account.kind === 'organization' && !isOutsider ? `/o/${account.handle}` : undefined,
    id: row.id,
    key: row.key,
    file: row.file,
    branch,
    branchName: branch ?? project.main_branch,
    isOutsider,
    syntax: row.syntax,
    isListed: found.line !== undefined,
    sourceLocale: project.source_locale,
    source: row.source,
    src: row.src,
    context: row.context,
    note: row.note,
    addedNote: added && { text: escapeInvisible(added.text), by: await authors.describe(added.origin), at: added.at },
    references: row.references,
    tags: row.tags,
    max: row.max,
    isUntranslatable: row.do_not_translate,
    locales: isBrief ? [] : await listLocales(entry, line, project, read),
    comments: mergeComments(row, locale),
    hasMoreComments: row.more_comments,
    withheld,
  }
  const text = locale === undefined ? undefined : row.texts[locale]
  if (locale === undefined || text === undefined) return { string, translation: undefined }
  const stored = await getTranslation(entry, locale, read)
  const mayWrite = withheld === undefined && string.isListed
  const facts = await readFacts(stored, entry, line, { signedIn, project, mayWrite, authors, read })
  const { revisions, next_cursor: next } = isBrief
    ? { revisions: [], next_cursor: undefined }
    : await callTool(request, signedIn, {
        tool: listChanges,
        input: { ...placeInput(place), locale, limit: MAX_REVISIONS, cursor: request.query.get('cursor') ?? undefined },
        shape: History,
      })
  const { state, stale, rev, findings } = text
  const value = toMessage(text)
  const translation: TranslationView = {
    locale,
    state,
    value,
    rev,
    stale: stale && { why: stale.why, source: stale.source },
    isLocked: stored.locked,
    categories: typeof row.source === 'string' && typeof value !== 'object' ? [] : listForms(locale, value),
    ...facts,
    findings: findings.map(
      ({ id, level, message, fix }, at): FindingView => ({
        id,
        level,
        message,
        fix,
        ignored: facts.ignores[at],
        override: facts.overrides[at],
      }),
    ),
    revisions: revisions.map(({ id, rev: number, state: then, was, by, at, current, ...texts }): RevisionView => {
      return {
        id,
        rev: number,
        state: then,
        value: toMessage(texts),
        was,
        by: by === undefined || isOutsider ? undefined : toAuthor(by),
        at,
        isCurrent: current,
      }
    }),
    next,
  }
  return { string, translation }
}

/** Describes writers, with the model of a machine. */
class Authors {
  readonly #actors: Actors
  readonly #read: Reader
  readonly isHidden: boolean

  /** Those who read a public project only see no authors. */
  constructor(read: Reader, isHidden: boolean) {
    this.#actors = new Actors(read, isHidden)
    this.#read = read
    this.isHidden = isHidden
  }

  async describe(origin: Frozen<Origin>): Promise<Author | undefined> {
    if (this.isHidden) return undefined
    const { model } = origin
    const actor = await this.#actors.describe(origin)
    return { ...actor, ...(model !== undefined && { model: escapeInvisible(model) }) }
  }

  async findHandle(userId: string): Promise<string | undefined> {
    return this.isHidden ? undefined : (await this.#read.users.get(userId))?.handle
  }
}

interface FactsReader {
  readonly signedIn: SignedIn
  readonly project: Frozen<ProjectRecord>
  readonly mayWrite: boolean
  readonly authors: Authors
  readonly read: Reader
}

/** What only the record says: authors with their models, the request, suggestions with their kind, and what the user may do. */
async function readFacts(
  translation: Translation,
  entry: Entry,
  line: SourceLine,
  { signedIn, project, mayWrite, authors }: FactsReader,
) {
  const { text } = shownText(translation, line)
  const request = authors.isHidden ? undefined : findRequest(translation, line)
  const records = currentIgnores(translation, line)
  const ignores: FindingView['ignored'][] = []
  const overrides: FindingView['override'][] = []
  const describe = async (record: NonNullable<typeof records>[number] | undefined) => {
    const by = record && (await authors.findHandle(record.user_id))
    const reason = authors.isHidden ? undefined : record && escapeInvisible(record.reason)
    return record && { reason, by, at: record.at }
  }
  const overriding = text === undefined ? [] : findOverrides({ findings: text.findings, ignores: records })
  for (const finding of text?.findings ?? []) {
    const ignore = findIgnore(finding, records)
    ignores.push(await describe(ignore))
    const isOpenError = ignore === undefined && finding.level === 'error'
    overrides.push(isOpenError ? await describe(overriding.find(one => one.finding === finding.id)) : undefined)
  }
  return {
    by: text && (await authors.describe(text.origin)),
    at: text?.at,
    ignores,
    overrides,
    request: request && {
      ...(await readRefusal(request, authors)),
      answeredAt: request.answered_at,
      earlier: await Promise.all((request.earlier ?? []).map(one => readRefusal(one, authors))),
    },
    suggestions: await Promise.all(
      translation.suggestions.map(async one => ({
        id: one.id,
        value: one.value,
        by: await authors.describe(one.origin),
        at: one.at,
        isCurrent: one.src === line.src,
        isAnswer: isAnswer(one, findOwnRequest(translation, one.src)),
        isConflict: one.conflict === true && isOpenConflict(one, translation, line),
        branches: one.branches ?? [],
        why: one.why,
      })),
    ),
    actions: findAllowedActions({
      mayWrite,
      isLocked: translation.locked,
      state: text?.state,
      isStale: staleReason(translation, entry, line) !== undefined,
      hasError: text !== undefined && hasError(text),
      hasRequest: request !== undefined,
      needsOther: project.settings.four_eyes && text?.origin.user_id === signedIn.user.id,
    }),
  }
}

const readRefusal = async ({ kind, comment, refused, origin, at }: Refusal, authors: FactsReader['authors']) => ({
  kind,
  comment: comment && escapeInvisible(comment),
  refused: refused.value,
  refusedBy: await authors.describe(refused.origin),
  by: await authors.describe(origin),
  at,
})

async function readRow(
  request: PageRequest,
  signedIn: SignedIn,
  place: StringPlace,
): Promise<z.output<typeof EntryRow>> {
  const { project, id, locale, branch } = place
  const input = { project, ids: [id], locale, branch, max_bytes: 60_000 }
  const { entries } = await callTool(request, signedIn, { tool: getEntries, input, shape: Found }).catch(
    (error: unknown) => failAsMissing(request, error),
  )
  const [row] = entries
  if (row === undefined) throw unknownStringError(place)
  return row
}

async function listLocales(
  entry: Entry,
  line: SourceLine,
  project: Frozen<ProjectRecord>,
  read: Reader,
): Promise<readonly LocaleView[]> {
  const stored = new Map((await read.translations.list('entry', entry.id)).map(one => [one.locale, one]))
  return project.target_locales.map(locale => {
    const translation = stored.get(locale)
    const state = translation && shownText(translation, line).text?.state
    const isStale = translation !== undefined && staleReason(translation, entry, line) !== undefined
    const value = translation && shownText(translation, line).text?.value
    return { locale, state: state ?? 'untranslated', isStale, value }
  })
}

function mergeComments({ comments, texts }: z.output<typeof EntryRow>, locale: string | undefined) {
  const ofTexts = Object.entries(texts).flatMap(([of, text]) => text.comments.map(one => ({ ...one, locale: of })))
  const all = [...comments, ...ofTexts.filter(one => locale === undefined || one.locale === locale)]
  return all.map(one => ({ ...one, by: toAuthor(one.by) })).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** The plural forms of an edit form: those that the locale needs, and those that the translation has. */
function listForms(locale: string, value: Message | undefined): readonly string[] {
  const { required, optional } = pluralNeeds(locale, { kind: 'forms' })
  const own = typeof value === 'object' ? Object.keys(value) : []
  return [...new Set([...required, ...optional.filter(name => own.includes(name)), ...own])]
}

const toMessage = ({ text, forms }: { text?: string | undefined; forms?: Record<string, string> | undefined }) =>
  forms ?? text

const toAuthor = ({ kind, person, token, client }: z.output<typeof ActorRow>): Author => ({
  kind,
  ...(person !== undefined && { person }),
  ...(token !== undefined && { token }),
  ...(client !== undefined && { client }),
})

const placeInput = ({ project, id }: StringPlace) => ({ project, id })

/** Shows a branch or a locale that does not exist as a page that does not exist. */
function failAsMissing(request: PageRequest, error: unknown): never {
  if (!(error instanceof AppError) || !['not_found', 'invalid_input'].includes(error.code)) throw error
  const hasChoice = request.query.has('locale') || request.query.has('branch')
  throw new PageError('not_found', t('strings.no_such_place'), {
    fix: t('layout.error.check_address'),
    ...(hasChoice && { nextLink: { href: requestPath(request), text: t('strings.all_locales_of') } }),
  })
}

const unknownStringError = ({ project, id }: StringPlace): PageError =>
  new PageError('not_found', t('strings.not_found', { id: echo(id), project: echo(project) }), {
    fix: t('layout.error.check_address'),
  })
