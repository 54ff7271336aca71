import type { Target } from '../../auth/policy/authorize.ts'
import { termKey } from '../../l10n/glossary/term.ts'
import { type TermWithLevels, termInLocale } from '../../l10n/glossary/term-book.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { ParsedMessage } from '../../l10n/message/parsed-text.ts'
import { resolveVoice, summarizeVoice } from '../../l10n/voice/resolve.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { loadTermBook } from '../glossary/load.ts'
import type { Call, ReadDeps } from '../pipeline/call.ts'
import { findWithheldReason } from './withheld.ts'

interface GuidanceQuery {
  readonly project: Frozen<ProjectRecord>
  readonly account: Frozen<AccountRecord>
  readonly locales: readonly string[]
  /** The source strings to translate. */
  readonly texts: readonly { readonly source: Frozen<Message>; readonly syntax: string }[]
  readonly call: Pick<Call, 'principal'> & ReadDeps
}

/** The voice and terms for a work packet, as far as the caller may read them; empty parts are absent. */
export interface Guidance {
  /** Two lines; by locale if they differ. */
  readonly voice?: string | Readonly<Record<string, string>>
  /** Only terms that occur in the source strings. */
  readonly terms?: readonly PacketTerm[]
  /** Number of terms that occur but are not listed. */
  readonly more_terms?: number
  /** The parts that the caller may not read, with the reason. */
  readonly withheld?: readonly string[]
}

interface LocaleTerm {
  readonly translation?: string
  readonly forbidden?: readonly string[]
  readonly note?: string
}

/** A term in few bytes: its translation for one locale, or by locale for several. */
export interface PacketTerm extends LocaleTerm {
  readonly term: string
  readonly kind?: 'do_not_translate' | 'forbidden'
  readonly case_sensitive?: true
  readonly definition?: string
  readonly translations?: Readonly<Record<string, LocaleTerm>>
}

const MAX_TERMS = 50
const MAX_NOTE_LENGTH = 160

/** Loads the guidance for a work packet, without the parts that the caller may not read with `get_voice` and `get_glossary`. */
export async function getGuidance(query: GuidanceQuery): Promise<Guidance> {
  const { project, account, call } = query
  const target: Target = { kind: 'account', account, name: `${account.handle}/${project.slug}` }
  const noVoice = await findWithheldReason('voice:read', target, call)
  const noTerms = await findWithheldReason('glossary:read', target, call)
  const withheld = [
    ...(noVoice === undefined ? [] : [`voice: ${noVoice}`]),
    ...(noTerms === undefined ? [] : [`terms: ${noTerms}`]),
  ]
  return {
    ...(noVoice === undefined && (await getVoiceGuidance(query, target.name))),
    ...(noTerms === undefined && (await getTermGuidance(query))),
    ...(withheld.length > 0 && { withheld }),
  }
}

async function getVoiceGuidance({ project, locales, call: { read } }: GuidanceQuery, name: string): Promise<Guidance> {
  const [own, base] = await Promise.all([read.voices.get(project.id), read.voices.get(project.account_id)])
  if (own === undefined && base === undefined) return {}
  const lines = locales.flatMap(locale => {
    const rest = `(Full voice: get_voice of ${name} with locale.)`
    const brief = summarizeVoice(resolveVoice(locale, base?.voice, own?.voice), rest)
    return brief === undefined ? [] : [[locale, brief] as const]
  })
  const [first] = lines
  if (first === undefined) return {}
  const isOne = lines.length === locales.length && lines.every(([, brief]) => brief === first[1])
  return { voice: isOne ? first[1] : Object.fromEntries(lines) }
}

async function getTermGuidance({
  project,
  locales,
  texts,
  call: { read, computed },
}: GuidanceQuery): Promise<Guidance> {
  const book = texts.length === 0 ? undefined : await loadTermBook(project, read, computed)
  if (book === undefined) return {}
  const found = new Map<string, TermWithLevels>()
  const pace = computed.pace()
  for (const { source, syntax } of texts) {
    const parsed = new ParsedMessage(source, syntax as Syntax, project.source_locale)
    for (const term of book.findIn(parsed)) found.set(termKey(term), term)
    if (pace.shouldYield) await pace.yieldNow()
  }
  const terms = [...found.values()].map(term => toPacketTerm(term, locales)).filter(saysSomething)
  return {
    ...(terms.length > 0 && { terms: terms.slice(0, MAX_TERMS) }),
    ...(terms.length > MAX_TERMS && { more_terms: terms.length - MAX_TERMS }),
  }
}

/** Whether a term is more than its name, such as one that is translated into other locales only. */
const saysSomething = ({ term: _term, case_sensitive: _case, ...others }: PacketTerm): boolean =>
  Object.keys(others).length > 0

export function toPacketTerm(term: TermWithLevels, locales: readonly string[]): PacketTerm {
  const own = locales.map(locale => [locale, toLocaleTerm(term, locale)] as const)
  const given = own.filter(([, fields]) => Object.keys(fields).length > 0)
  return {
    term: term.term,
    ...(term.kind !== 'normal' && { kind: term.kind }),
    ...(term.case_sensitive && { case_sensitive: true }),
    ...(term.definition !== undefined && { definition: truncateNote(term.definition) }),
    ...(locales.length === 1 ? given[0]?.[1] : given.length > 0 && { translations: Object.fromEntries(given) }),
  }
}

function toLocaleTerm(term: TermWithLevels, locale: string): LocaleTerm {
  const { translation, forbidden, note } = termInLocale(term, locale)
  return {
    ...(translation !== undefined && { translation }),
    ...(forbidden !== undefined && forbidden.length > 0 && { forbidden: forbidden.slice(0, 10) }),
    ...(note !== undefined && { note: truncateNote(note) }),
  }
}

const truncateNote = (text: string): string =>
  text.length <= MAX_NOTE_LENGTH ? text : `${text.slice(0, MAX_NOTE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')} …`
