import type { Principal } from '../../../auth/policy/principal.ts'
import type { Engine, EngineBatch, EngineItem } from '../../../l10n/engines/engine.ts'
import { pluralNeeds } from '../../../l10n/locales/plural-rules.ts'
import type { Message, Syntax } from '../../../l10n/message/message.ts'
import { findOpen } from '../../../l10n/translation/findings.ts'
import { listRefusals } from '../../../l10n/translation/refusals.ts'
import { findOpenRequest } from '../../../l10n/translation/request.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { staleReason } from '../../../l10n/translation/staleness.ts'
import { isOutdatedVoice } from '../../../l10n/voice/stamp.ts'
import { hasPlurals } from '../../../l10n/work/packet-rows.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import type { RunItem, RunRecord } from '../../../store/records/runs.ts'
import { getGuidance } from '../../guidance/packet-guidance.ts'
import { findLike } from '../../memory/like.ts'
import type { MemorySearch } from '../../memory/memory-search.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { CheckRulesReader } from '../../translations/check-rules.ts'
import type { Project } from '../../translations/records.ts'
import { findSource } from '../../translations/sources.ts'
import type { SelectedUnit } from '../select-items.ts'

export interface BatchContext extends ReadDeps {
  readonly project: Project
  readonly account: Frozen<AccountRecord>
  readonly principal: Principal
  readonly checker: CheckRulesReader
  readonly memory: MemorySearch
  /** The stamp of the present voice of the locale. */
  readonly stamp: string
}

/** A translation to send, and what is known of earlier answers. */
export interface PreparedUnit extends SelectedUnit {
  readonly item?: Pick<Frozen<RunItem>, 'answer' | 'findings'> | undefined
}

interface BatchRequest {
  readonly kind: RunRecord['kind']
  readonly locale: string
  readonly idempotencyKey: string
}

/** Builds the request for some translations of one locale, with the guidance that the user of the run may read. IDs count from 1. */
export async function buildBatch(
  units: readonly PreparedUnit[],
  { kind, locale, idempotencyKey }: BatchRequest,
  context: BatchContext,
): Promise<EngineBatch> {
  const { project, account, principal, read, computed } = context
  const guidance = await getGuidance({
    project,
    account,
    locales: [locale],
    texts: units.map(({ entry, line }) => ({ source: getSource(entry, line.src), syntax: entry.syntax })),
    call: { principal, read, computed },
  })
  const pace = computed.pace()
  const items: EngineItem[] = []
  for (const [at, unit] of units.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    items.push(await toItem(unit, String(at + 1), units[at + 1], context))
  }
  const { voice, terms } = guidance
  return {
    kind,
    sourceLocale: project.source_locale,
    locale,
    items,
    ...(typeof voice === 'string' && { voice }),
    ...(terms !== undefined && { terms }),
    idempotencyKey,
  }
}

/** Estimates what translations of one locale consume, without their terms and neighbours. */
export const estimateBatch = async (
  engine: Engine,
  units: readonly SelectedUnit[],
  { kind, locale }: Pick<BatchRequest, 'kind' | 'locale'>,
  sourceLocale: string,
): Promise<ReturnType<Engine['estimate']>> =>
  engine.estimate({
    kind,
    sourceLocale,
    locale,
    items: units.map((unit, at) => toPlainItem(unit, String(at + 1))),
    idempotencyKey: '',
  })

function toPlainItem({ entry, key, file, line }: SelectedUnit, id: string): EngineItem {
  return {
    id,
    key,
    file,
    source: getSource(entry, line.src),
    syntax: entry.syntax as Syntax,
    ...(entry.context !== undefined && { context: entry.context }),
    ...noteOf(entry),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
  }
}

function noteOf({ description, added_note }: SelectedUnit['entry']): Pick<EngineItem, 'note'> {
  const notes = [description, added_note?.text].filter(note => note !== undefined)
  return notes.length > 0 ? { note: notes.join('\n') } : {}
}

async function toItem(
  unit: PreparedUnit,
  id: string,
  following: SelectedUnit | undefined,
  context: BatchContext,
): Promise<EngineItem> {
  const { entry, translation, item } = unit
  const { checker, memory } = context
  const { locale } = translation
  const plain = toPlainItem(unit, id)
  const families = (await checker.getFamilies(entry))?.families
  const ofFile = typeof plain.source !== 'string'
  const categories = ofFile ? await checker.getCategories(entry, locale) : undefined
  const type = entry.tags.includes('ordinal') ? 'ordinal' : 'cardinal'
  const like = (await findLike(memory, { entry, source: plain.source, syntax: entry.syntax }, [locale])).get(locale)
  const before = await getBefore(unit, context)
  const next = await findNext(unit, following, context)
  const { answer, findings = [] } = item ?? {}
  return {
    ...plain,
    ...(families !== undefined && { families }),
    ...(hasPlurals(plain.source) && {
      plurals: pluralNeeds(locale, { type, kind: ofFile ? 'forms' : 'icu', categories }),
    }),
    ...(next !== undefined && { neighbours: [next] }),
    ...(like !== undefined && {
      like: like.map(({ unit: { source, target } }) => ({ source, translation: target })),
    }),
    ...(before !== undefined && { before }),
    ...(findings.length > 0 && { repair: { text: answer ?? '', findings } }),
  }
}

/** The string after it in its file, unless the request has it anyway. */
async function findNext(
  { entry }: SelectedUnit,
  following: SelectedUnit | undefined,
  { read }: BatchContext,
): Promise<Message | undefined> {
  const [next] = await read.entries.behind('file', entry.file_id, { limit: 1, behind: entry.order })
  return next === undefined || next.id === following?.entry.id ? undefined : next.source
}

/** The text to revise or replace, with the reasons. */
async function getBefore(
  { entry, line, translation }: SelectedUnit,
  { read, stamp }: BatchContext,
): Promise<EngineItem['before']> {
  const { text } = shownText(translation, line)
  if (text === undefined) return undefined
  const stale = staleReason(translation, entry, line)
  const source = stale === 'source_changed' ? await findSource(entry, text.src, read) : undefined
  const request = translation.locked ? undefined : findOpenRequest(translation, line)
  const reasons = [
    ...(stale === 'source_changed' ? ['The source string changed.'] : []),
    ...(stale === 'note_changed' ? ['The note for translators changed.'] : []),
    ...listRefusals(request).map(
      ({ comment }) => `A reviewer wants another translation${comment === undefined ? '.' : `: ${comment}`}`,
    ),
    ...findOpen(text.findings, text.ignores)
      .filter(({ level }) => level !== 'info')
      .map(({ message }) => message),
    ...(isOutdatedVoice(text, stamp) ? ['It was written for an earlier voice.'] : []),
  ]
  return { text: text.value, ...(source !== undefined && { source }), reasons }
}
