import type { Finding } from '../../l10n/checks/check.ts'
import type { Message } from '../../l10n/message/message.ts'
import {
  isCurrentSource,
  judgeSubmission,
  type Submission,
  type SubmissionVerdict,
  withVerdict,
} from '../../l10n/translation/judge.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { matchLocale } from '../projects/locales.ts'
import type { Batch } from '../translations/batch.ts'
import { BranchView, getTranslation } from '../translations/branch-view.ts'
import { type CheckRules, CheckRulesReader, toCheckRequest } from '../translations/check-rules.ts'
import { EntryFinder, type FoundEntry } from '../translations/find-entry.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, Project, Translation } from '../translations/records.ts'
import { replacesApproved } from '../translations/text-history.ts'
import { loadVoiceStamp } from '../voice/stamps.ts'
import type { WrittenUnit } from './branch-reach.ts'
import { checkSubmissions } from './check-submissions.ts'
import type { LeasedUnit } from './leases.ts'
import { expandItems, listTexts } from './repetitions/expand-items.ts'
import {
  findContentFault,
  REPEATED,
  REPETITIONS_CHANGED,
  toEntryName,
  toSentName,
  toUnknownLocaleRefusal,
} from './submission/item-faults.ts'
import { assertSubmissionSize, type SubmittedItem as Item } from './submission/submitted-item.ts'
import {
  describeVerdict,
  describeVoice,
  type FaultContext,
  type SubmissionFault,
  type VoiceFault,
} from './submission-faults.ts'

/** UTF-16 code units of an unknown locale that an error repeats. */
const MAX_TAG_UNITS = 40

interface SubmissionRequest {
  readonly items: readonly Item[]
  readonly locale?: string | undefined
  readonly dry_run: boolean
  readonly all_or_nothing: boolean
  readonly faults: Omit<FaultContext, 'policy' | 'page'>
  readonly pageOf: (entry: Entry, locale: string) => string
  readonly computed: Computation
}

type Refusal = Partial<Omit<SubmissionFault, 'code'>> & {
  readonly id?: string
  readonly key?: string
  readonly locale?: string
  readonly code: SubmissionFault['code'] | 'unknown_key' | 'ambiguous_key' | 'unknown_locale' | 'repeated'
  /** ID of the suggestion that keeps a text for a protected translation. */
  readonly suggestion?: string
}

/** ID of a repair by the checks → the stored texts that it changed, such as `e1 de`. */
export type Repairs = Readonly<Record<string, readonly string[]>>

/** A translation that is right as it is, and keeps its earlier voice. */
interface Unconfirmed extends VoiceFault {
  readonly id: string
  readonly key: string
  readonly locale: string
}

interface SubmissionResult {
  readonly counts: Record<'accepted' | 'unchanged' | 'suggested' | 'refused' | 'repaired', number>
  /** Of the accepted translations: those whose errors an item overrides. */
  readonly overridden: number
  readonly repairs: Repairs
  /** Accepted translations of strings that an item with `also` stood for. */
  readonly also: number
  /** Of the unchanged translations: those that were confirmed for the present voice, and those that were not although they have an earlier one. */
  readonly confirmed: number
  readonly unconfirmed: readonly Unconfirmed[]
  readonly refused: readonly Refusal[]
  readonly warnings: readonly string[]
  /** Target locales of the texts. */
  readonly locales: readonly string[]
  readonly wrote: boolean
  /** What a dry run would write. */
  readonly planned: readonly WrittenUnit[]
  /** The translations that were decided, written or not. */
  readonly settled: readonly LeasedUnit[]
  /** The accepted translations, for the branches that they reach. */
  readonly written: readonly WrittenUnit[]
}

/** Checks the texts of a call before the transaction in which `applySubmission` judges them. */
export async function checkSubmission(
  { items: sent, locale: given }: Pick<SubmissionRequest, 'items' | 'locale'>,
  { project, branch }: { readonly project: Project; readonly branch: string },
  { read, computed }: ReadDeps,
): Promise<void> {
  const { items } = await expandItems(sent, given, { project, branch }, read)
  assertSubmissionSize(items)
  const checker = new CheckRulesReader(project, branch, read, computed)
  const pace = computed.pace()
  const entries = await new EntryFinder(project, branch, read).findAll(items)
  const submitted = await listSubmitted(items, entries, { given, project, pace })
  const texts = submitted.filter(({ text, seen }) => isCurrentSource({ line: text.line, seen }))
  const questions: CheckRequest[] = []
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    if (pace.shouldYield) await pace.yieldNow()
    const some = texts.slice(from, from + TEXTS_AT_ONCE)
    const rules = some.map(async ({ text, locale }) => toCheckRequest(text, await checker.getTextRules(text, locale)))
    questions.push(...(await Promise.all(rules)))
  }
  await checkSubmissions(questions, computed)
}

/** Texts whose rules are read at once, because a database answers these lookups together. */
const TEXTS_AT_ONCE = 50

interface SubmittedText {
  /** The place of its item. */
  readonly at: number
  readonly seen: string
  readonly text: { readonly entry: Entry; readonly line: SourceLine; readonly value: Message }
  readonly locale: string
}

interface ListContext {
  readonly given: string | undefined
  readonly project: Project
  readonly pace: Pacer
}

/** Lists the texts that have a string and a target locale. A call may have thousands of other locales, so this yields to other work. */
async function listSubmitted(
  items: readonly Item[],
  entries: readonly FoundEntry[],
  { given, project, pace }: ListContext,
): Promise<readonly SubmittedText[]> {
  const texts: SubmittedText[] = []
  for (const [at, item] of items.entries()) {
    const found = entries[at]
    if (found === undefined || 'code' in found || findContentFault(item) !== undefined) continue
    const { entry, line } = found
    for (const [tag, value] of listTexts(item, given)) {
      if (pace.shouldYield) await pace.yieldNow()
      const locale = matchLocale(project, tag)
      if (locale !== undefined) texts.push({ at, seen: item.src, text: { entry, line, value }, locale })
    }
  }
  return texts
}

/** Judges every item in order and writes the results, unless the call says otherwise. */
export async function applySubmission(
  order: SubmissionRequest,
  branch: string,
  batch: Batch,
): Promise<SubmissionResult> {
  const { project, tx } = batch
  const { items, changed } = await expandItems(order.items, order.locale, { project, branch }, tx)
  assertSubmissionSize(items)
  const judge = new SubmissionJudge(order, branch, batch)
  for (const item of changed) judge.refused.push({ ...toSentName(item), ...REPETITIONS_CHANGED })
  const entries = await new EntryFinder(project, branch, tx).findAll(items)
  const pace = order.computed.pace()
  const { checker } = judge
  const rules = await readRules(items, entries, { given: order.locale, project, pace, checker, tx })
  for (const [at, item] of items.entries()) {
    const found = entries[at]
    if (found === undefined) continue
    if ('code' in found) {
      judge.refused.push({ ...toSentName(item), ...found })
      continue
    }
    const twofold = findContentFault(item)
    if (twofold !== undefined) {
      judge.refused.push({ ...toEntryName(found.entry), ...twofold })
      continue
    }
    const strange: string[] = []
    for (const [tag, value] of listTexts(item, order.locale)) {
      if (pace.shouldYield) await pace.yieldNow()
      const locale = matchLocale(project, tag)
      if (locale === undefined) strange.push(tag.slice(0, MAX_TAG_UNITS))
      else {
        const known = rules.get(compoundKey(found.entry.id, locale, at))
        await judge.judge({ ...found, item, tag, locale, value }, known)
      }
    }
    if (strange.length > 0) judge.refuseLocales(found.entry, strange)
  }
  return judge.finish()
}

/** A text of an item for a string and a target locale. */
interface JudgedText {
  readonly entry: Entry
  readonly line: SourceLine
  readonly item: Item & { readonly isRepetition?: true }
  readonly tag: string
  readonly locale: string
  readonly value: Message
}

/** Judges the texts of a call, one after the other. A second text for a translation is refused: its writer cannot have seen the first. */
class SubmissionJudge {
  readonly checker: CheckRulesReader
  readonly refused: Refusal[] = []
  readonly #order: SubmissionRequest
  readonly #batch: Batch
  readonly #view: BranchView
  readonly #decided = new Set<string>()
  readonly #locales = new Set<string>()
  readonly #steps: (WrittenUnit & { readonly before: Translation })[] = []
  readonly #settled: LeasedUnit[] = []
  readonly #warnings: string[] = []
  readonly #repairs: Record<string, string[]> = {}
  readonly #unconfirmed: Unconfirmed[] = []
  readonly #written: WrittenUnit[] = []
  readonly #counts = { accepted: 0, unchanged: 0, suggested: 0, refused: 0, repaired: 0 }
  #also = 0
  #confirmed = 0
  #overridden = 0
  /** Rejected texts that share a refusal with another one. */
  #untold = 0

  constructor(order: SubmissionRequest, branch: string, batch: Batch) {
    const { computed } = order
    this.#order = order
    this.#batch = batch
    this.checker = new CheckRulesReader(batch.project, branch, batch.tx, computed)
    this.#view = new BranchView(batch.project, branch, { read: batch.tx, computed })
  }

  refuseLocales(entry: Entry, strange: readonly string[]): void {
    this.refused.push({ ...toEntryName(entry), ...toUnknownLocaleRefusal(strange, this.#batch.project) })
    this.#untold += strange.length - 1
  }

  async judge(text: JudgedText, known: CheckRules | undefined): Promise<void> {
    const { entry, line, locale } = text
    this.#locales.add(locale)
    const translation = await this.#view.getTranslation(entry, locale, line)
    if (this.#decided.has(translation.id)) {
      this.refused.push({ ...toEntryName(entry), locale, ...REPEATED })
      return
    }
    const submission = await this.#toSubmission(text, translation)
    const request = toCheckRequest(text, known ?? (await this.checker.getTextRules(text, locale)))
    const [checked] = isCurrentSource(submission) ? await checkSubmissions([request], this.#order.computed) : []
    const verdict = judgeSubmission(submission, this.#batch.project.settings, checked)
    const after = withVerdict(submission, verdict, this.#batch)
    this.#count(text, verdict)
    await this.#describe(text, submission, verdict, after)
    if (verdict.kind === 'accepted') this.#written.push({ entry, line, translation: after })
    if (verdict.kind !== 'refused') {
      this.#decided.add(translation.id)
      this.#settled.push(translation)
    }
    if (after !== translation) this.#steps.push({ entry, line, before: translation, translation: after })
  }

  async #toSubmission(
    { entry, line, item, tag, locale, value }: JudgedText,
    translation: Translation,
  ): Promise<Submission> {
    return {
      entry,
      line,
      translation,
      seen: item.src,
      value,
      rev: typeof item.rev === 'object' ? (item.rev[tag] ?? item.rev[locale]) : item.rev,
      replacesApproved: await replacesApproved(translation, line, this.#batch.tx),
      origin: this.#batch.origin,
      overrides: [item.override ?? []].flat(),
      voice: await loadVoiceStamp(locale, this.#batch),
    }
  }

  #count({ entry, item, locale }: JudgedText, verdict: SubmissionVerdict): void {
    const { short } = entry
    if (verdict.kind !== 'refused') this.#counts[verdict.kind] += 1
    const repaired = 'repaired' in verdict ? verdict.repaired : []
    if (repaired.length > 0) this.#counts.repaired += 1
    for (const repair of repaired) (this.#repairs[repair] ??= []).push(`${short} ${locale}`)
    if (verdict.kind === 'unchanged' && verdict.voice === 'confirmed') this.#confirmed += 1
    if (verdict.kind !== 'accepted') return
    if (item.isRepetition === true) this.#also += 1
    if (verdict.overrides !== undefined) this.#overridden += 1
    const findings = redactFindings(verdict.findings, this.#order.faults.seesTerms)
    this.#warnings.push(...formatWarnings(findings, short, locale))
  }

  /** Says what is wrong with a text, or with its voice. */
  async #describe(
    { entry, locale }: JudgedText,
    submission: Submission,
    verdict: SubmissionVerdict,
    after: Translation,
  ): Promise<void> {
    const { faults, pageOf, dry_run } = this.#order
    const context = { ...faults, policy: this.#batch.project.settings, page: pageOf(entry, locale) }
    const fault = await describeVerdict(submission, verdict, context)
    const voiceFault = describeVoice(submission, verdict, context)
    if (voiceFault !== undefined) this.#unconfirmed.push({ ...toEntryName(entry), locale, ...voiceFault })
    if (fault === undefined) return
    const suggestion = after.suggestions.findLast(one => one.batch_id === this.#batch.id)?.id
    const kept = suggestion !== undefined && !dry_run && { suggestion }
    this.refused.push({ ...toEntryName(entry), locale, ...fault, ...kept })
  }

  /** Writes what was decided, unless the call is a dry run, or wants all or nothing and something was refused. */
  async finish(): Promise<SubmissionResult> {
    const { dry_run, all_or_nothing } = this.#order
    const { refused } = this
    const steps = this.#steps
    const isRefused = all_or_nothing && refused.length > 0
    const keeps = !dry_run && !isRefused
    if (keeps) {
      await Promise.all(steps.map(({ before, translation }) => recordTranslation(before, translation, this.#batch)))
    }
    const done = {
      counts: { ...this.#counts, refused: this.#untold + refused.filter(({ code }) => code !== 'protected').length },
      repairs: this.#repairs,
      also: this.#also,
      overridden: this.#overridden,
      confirmed: this.#confirmed,
      unconfirmed: this.#unconfirmed,
      written: this.#written,
    }
    const nothing = {
      counts: { ...done.counts, accepted: 0, suggested: 0, unchanged: 0, repaired: 0 },
      repairs: {},
      also: 0,
      overridden: 0,
      confirmed: 0,
      unconfirmed: [],
      written: [],
    }
    return {
      ...(keeps || dry_run ? done : nothing),
      refused,
      warnings: this.#warnings,
      locales: [...this.#locales],
      wrote: keeps && steps.length > 0,
      planned: dry_run && !isRefused ? steps : [],
      settled: keeps ? this.#settled : [],
    }
  }
}

/** Reads the rules of all texts, and the translations that they replace, many at once: a transaction on a database remembers what it read. */
async function readRules(
  items: readonly Item[],
  entries: readonly FoundEntry[],
  { checker, tx, ...context }: ListContext & Pick<Batch, 'tx'> & { readonly checker: CheckRulesReader },
): Promise<ReadonlyMap<string, CheckRules>> {
  const texts = await listSubmitted(items, entries, context)
  const rules = new Map<string, CheckRules>()
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    if (context.pace.shouldYield) await context.pace.yieldNow()
    await Promise.all(
      texts.slice(from, from + TEXTS_AT_ONCE).map(async ({ text, locale, at }) => {
        const { id } = text.entry
        const [own] = await Promise.all([
          checker.getTextRules(text, locale),
          getTranslation(text.entry, locale, tx).then(translation => tx.translations.get(translation.id)),
          tx.entries.get(id),
        ])
        rules.set(compoundKey(id, locale, at), own)
      }),
    )
  }
  return rules
}

const formatWarnings = (findings: readonly Finding[], id: string, locale: string): readonly string[] =>
  findings.filter(({ level }) => level === 'warning').map(({ message }) => `${id} ${locale}: ${message}`)
