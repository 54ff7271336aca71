import { pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { findOpen } from '../../l10n/translation/findings.ts'
import {
  describeProtectedBy,
  isProtected,
  isUnreviewedImport,
  type Protection,
} from '../../l10n/translation/protection.ts'
import { findRefusal } from '../../l10n/translation/refusals.ts'
import { findOpenRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { ReviewRequest, SourceLine } from '../../l10n/translation/translation.ts'
import {
  type Before,
  hasPlurals,
  type Like,
  type LocaleDetails,
  type Repeated,
  type Row,
  type RowSource,
  toPlurals,
  toRow,
} from '../../l10n/work/packet-rows.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { BranchConflicts } from '../files/conflicts/branch-conflicts.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { findLike } from '../memory/like.ts'
import { EXACT, type MemoryHit, type MemorySearch } from '../memory/memory-search.ts'
import type { Actors } from '../translations/actors.ts'
import type { CheckRulesReader } from '../translations/check-rules.ts'
import { describeRequest } from '../translations/describe-request.ts'
import { findFallbackText } from '../translations/fallback-text.ts'
import type { Entry, Project, TextVersion, Translation } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import type { LeaseView } from './leases.ts'
import type { Candidate } from './query.ts'

/** What the rows of a packet depend on. */
export interface RowContext {
  readonly project: Project
  readonly locales: readonly string[]
  readonly checker: CheckRulesReader
  readonly conflicts: BranchConflicts
  readonly memory: MemorySearch
  readonly read: Reader
  readonly leases: LeaseView
  readonly actors: Actors
  /** Whether the reader sees reviewers, their words, and who works here: members of the account only. */
  readonly isMember: boolean
  /** Whom texts may be protected from; undefined if the reader may replace all of them. */
  readonly agent: Origin | undefined
  /** Whether the reader sees findings that quote glossary terms. */
  readonly seesTerms: boolean
}

/** The row of a packet for a candidate; see `toRow`. */
export async function makeRow(
  { entry, key, file, line, translations }: Candidate,
  repeated: Repeated | undefined,
  context: RowContext,
): Promise<Row> {
  const { locales, leases, isMember } = context
  const source = getSource(entry, line.src)
  const details: LocaleDetails[] = []
  const wanted = translations.map(({ locale }) => locale)
  const like = await findLike(context.memory, { entry, source, syntax: entry.syntax }, wanted, { withFallbacks: true })
  for (const translation of translations) {
    const known = await getDetails(entry, translation, line, context)
    details.push({ ...known, like: like.get(translation.locale)?.map(hit => toLike(hit, source)) })
  }
  const plurals = hasPlurals(source) ? await getPlurals(source, entry, context) : {}
  const holders = isMember ? leases.findHolders(translations) : undefined
  const locked = translations.some(one => one.locked)
  const families = (await context.checker.getFamilies(entry))?.families
  return toRow(
    { entry, key, file, src: line.src, source, families, details, locked, holders, repeated, plurals },
    locales,
  )
}

function toLike({ score, locale, unit: { source, target } }: MemoryHit, sought: Frozen<Message>): Like {
  const isSimilar = score < EXACT && (locale === undefined || !sameMessage(source, sought))
  return { score, ...(isSimilar && { source }), text: target, ...(locale !== undefined && { locale }) }
}

/** Returns the plural forms of each locale. A file can limit them for its plural forms, but not for plurals inside a message. */
async function getPlurals(
  source: Frozen<Message>,
  entry: Entry,
  { locales, checker }: RowContext,
): Promise<RowSource['plurals']> {
  const type = entry.tags.includes('ordinal') ? 'ordinal' : 'cardinal'
  const needs = locales.map(async locale => {
    const ofFile = typeof source !== 'string'
    const categories = ofFile ? await checker.getCategories(entry, locale) : undefined
    return [locale, pluralNeeds(locale, { type, kind: ofFile ? 'forms' : 'icu', categories })] as const
  })
  return toPlurals(await Promise.all(needs))
}

async function getDetails(
  entry: Entry,
  translation: Translation,
  line: SourceLine,
  context: RowContext,
): Promise<LocaleDetails> {
  const { locale, rev } = translation
  const { text } = shownText(translation, line)
  const fallback = await findFallbackText(context.project, { entryId: entry.id, src: line.src, locale }, context.read)
  const request = translation.locked ? undefined : findOpenRequest(translation, line)
  const isInRequest = text !== undefined && isNewestRefused(request, text) && !isStale(translation, entry, line)
  return {
    locale,
    fallback: fallback && { locale: fallback.locale, text: fallback.value },
    before: text === undefined || isInRequest ? undefined : await getBefore(entry, translation, text, line, context),
    inFile: (await context.conflicts.find(translation, line))?.value,
    request: request && (await describeRequest(request, context.actors, context.isMember)),
    rev: text === undefined ? undefined : rev,
    protected: text === undefined || translation.locked ? undefined : findProtection(text, line, context),
  }
}

/** Why the reader's submission would become a suggestion. A text for another source does not compete with it. */
function findProtection(text: TextVersion, line: SourceLine, { agent }: RowContext): Protection | undefined {
  return agent !== undefined && text.src === line.src && isProtected(text, agent)
    ? describeProtectedBy(text)
    : undefined
}

/** Whether a request shows a text as the one to replace. */
const isNewestRefused = (request: ReviewRequest | undefined, text: TextVersion): boolean =>
  request !== undefined && findRefusal({ ...request, earlier: undefined }, text) !== undefined

const isStale = (...of: Parameters<typeof staleReason>): boolean => staleReason(...of) !== undefined

/** Describes the text that a submission replaces: with its source if the branch has another one, and with its findings if they are the reason. */
async function getBefore(
  entry: Entry,
  translation: Translation,
  { src: of, value, origin, state, findings, ignores }: TextVersion,
  line: SourceLine,
  { read, seesTerms }: RowContext,
): Promise<Before> {
  const reason = staleReason(translation, entry, line)
  if (reason !== undefined) {
    const source = await findSource(entry, of, read)
    return { ...(source !== undefined && { source }), text: value, why: reason }
  }
  const request = findOpenRequest(translation, line)
  if (request !== undefined || isUnreviewedImport({ state, origin })) {
    const { kind } = findRefusal(request, { src: of, value }) ?? request ?? {}
    return { text: value, why: kind ?? state }
  }
  const open = redactFindings(findOpen(findings, ignores), seesTerms).filter(({ level }) => level !== 'info')
  const shown = open.map(({ id, message, ...place }) => ({
    id,
    message,
    ...('at' in place && place.at !== undefined && { at: place.at }),
    ...('fix' in place && place.fix !== undefined && { fix: place.fix }),
  }))
  return { text: value, why: state, ...(shown.length > 0 && { findings: shown }) }
}
