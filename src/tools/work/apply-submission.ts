import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import { FINAL_CHECKS, isOverridable } from '../../l10n/checks/registry.ts'
import { MAX_FORMS, MAX_TEXT_UNITS, type Message } from '../../l10n/message/message.ts'
import {
  isCurrentSource,
  judgeSubmission,
  type Submission,
  type SubmissionVerdict,
  withVerdict,
} from '../../l10n/translation/judge.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { matchLocale } from '../projects/locales.ts'
import { VisibleText } from '../schemas/fields.ts'
import type { Batch } from '../translations/batch.ts'
import { BranchView, getTranslation } from '../translations/branch-view.ts'
import { type CheckRules, CheckRulesReader, toCheckRequest } from '../translations/check-rules.ts'
import { EntryFinder, type FoundEntry } from '../translations/find-entry.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, Translation } from '../translations/records.ts'
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
import {
  describeVerdict,
  describeVoice,
  type FaultContext,
  type SubmissionFault,
  type VoiceFault,
} from './submission-faults.ts'

const maxKeys = (most: number) => [(value: object) => Object.keys(value).length <= most, `at most ${most}`] as const

/** The text of a string, or of one plural form. */
export const TextInput = z.string().max(MAX_TEXT_UNITS)

/** The text of each plural form, by CLDR category. */
export const FormsInput = z.record(z.string().max(40), TextInput).refine(...maxKeys(MAX_FORMS))

/** gettext's keys are source strings. */
export const KeyInput = z.string().max(MAX_TEXT_UNITS)

/** Checks that an item overrides. */
const MAX_OVERRIDES = 10

/** Why a text is right although a check finds an error in it. */
const OverrideInput = z.strictObject({
  check: z
    .string()
    .refine(isOverridable, `a check that can be overridden, such as markup. These can't: ${FINAL_CHECKS.join(', ')}`),
  why: VisibleText.min(5).max(500),
})

/** An item of a submit call: a string by id or key, the hash of the translated source, a text, plural forms, or a text for each locale, and the replaced revision (by locale, if they differ). `also` applies the text to the strings that the row stood for. `override` sends it to a user in spite of errors. */
export const SubmittedItem = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  key: KeyInput.optional(),
  file: z.string().min(1).optional(),
  src: z.string().regex(/^[0-9a-f]{8,64}$/i, 'the src of get_work, 8 hexadecimal digits'),
  text: TextInput.optional(),
  forms: FormsInput.optional(),
  texts: z
    .record(z.string(), z.union([TextInput, FormsInput]))
    .refine(...maxKeys(200))
    .optional(),
  rev: z.union([z.number().int(), z.record(z.string(), z.number().int())]).optional(),
  also: z.number().optional(),
  also_rev: z.string().min(1).optional(),
  override: z.union([OverrideInput, z.array(OverrideInput).max(MAX_OVERRIDES)]).optional(),
})

type Item = z.output<typeof SubmittedItem>

/** UTF-16 code units of an unknown locale that an error repeats. */
const MAX_TAG_UNITS = 40

/** Maximum texts per call, over all items and locales. */
const MAX_TEXTS = 10_000

interface SubmissionRequest {
  readonly items: readonly Item[]
  readonly locale?: string | undefined
  readonly dry_run: boolean
  readonly all_or_nothing: boolean
  readonly faults: Omit<FaultContext, 'policy' | 'page'>
  /** The page of a string in a locale. */
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
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  { read, computed }: { readonly read: Reader; readonly computed: Computation },
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
  readonly project: Frozen<ProjectRecord>
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

/** Judges every item in order and writes the results, unless the call says otherwise. A second item for a translation is refused: its writer cannot have seen the first. */
export async function applySubmission(
  order: SubmissionRequest,
  branch: string,
  batch: Batch,
): Promise<SubmissionResult> {
  const { computed, faults, pageOf } = order
  const { project, origin, tx } = batch
  const checker = new CheckRulesReader(project, branch, tx, computed)
  const view = new BranchView(project, branch, { read: tx, computed })
  const decided = new Set<string>()
  const settled: LeasedUnit[] = []
  const written: WrittenUnit[] = []
  const steps: (WrittenUnit & { readonly before: Translation })[] = []
  const refused: Refusal[] = []
  const warnings: string[] = []
  const repairs: Record<string, string[]> = {}
  const locales = new Set<string>()
  const counts = { accepted: 0, unchanged: 0, suggested: 0, refused: 0, repaired: 0 }
  const { items, changed } = await expandItems(order.items, order.locale, { project, branch }, tx)
  assertSubmissionSize(items)
  for (const item of changed) refused.push({ ...toSentName(item), ...REPETITIONS_CHANGED })
  const entries = await new EntryFinder(project, branch, tx).findAll(items)
  const pace = computed.pace()
  const rules = await readRules(items, entries, { given: order.locale, project, pace, checker, tx })
  /** Rejected texts that share a refusal with another one. */
  let untold = 0
  let also = 0
  let confirmed = 0
  let overridden = 0
  const unconfirmed: Unconfirmed[] = []
  for (const [at, item] of items.entries()) {
    const found = entries[at]
    if (found === undefined) continue
    if ('code' in found) {
      refused.push({ ...toSentName(item), ...found })
      continue
    }
    const twofold = findContentFault(item)
    if (twofold !== undefined) {
      refused.push({ ...toEntryName(found.entry), ...twofold })
      continue
    }
    const strange: string[] = []
    for (const [tag, value] of listTexts(item, order.locale)) {
      if (pace.shouldYield) await pace.yieldNow()
      const locale = matchLocale(project, tag)
      if (locale === undefined) {
        strange.push(tag.slice(0, MAX_TAG_UNITS))
        continue
      }
      locales.add(locale)
      const translation = await view.getTranslation(found.entry, locale, found.line)
      if (decided.has(translation.id)) {
        refused.push({ ...toEntryName(found.entry), locale, ...REPEATED })
        continue
      }
      const rev = typeof item.rev === 'object' ? (item.rev[tag] ?? item.rev[locale]) : item.rev
      const submission: Submission = {
        ...found,
        translation,
        seen: item.src,
        value,
        rev,
        replacesApproved: await replacesApproved(translation, found.line, tx),
        origin,
        overrides: [item.override ?? []].flat(),
        voice: await loadVoiceStamp(locale, batch),
      }
      const text = { ...found, value }
      const known = rules.get(compoundKey(found.entry.id, locale, at))
      const request = toCheckRequest(text, known ?? (await checker.getTextRules(text, locale)))
      const [checked] = isCurrentSource(submission) ? await checkSubmissions([request], computed) : []
      const verdict = judgeSubmission(submission, project.settings, checked)
      countVerdict(verdict, counts)
      const repaired = 'repaired' in verdict ? verdict.repaired : []
      for (const repair of repaired) (repairs[repair] ??= []).push(`${found.entry.short} ${locale}`)
      const page = pageOf(found.entry, locale)
      const context = { ...faults, policy: project.settings, page }
      const fault = await describeVerdict(submission, verdict, context)
      const voiceFault = describeVoice(submission, verdict, context)
      if (voiceFault !== undefined) unconfirmed.push({ ...toEntryName(found.entry), locale, ...voiceFault })
      if (verdict.kind === 'unchanged' && verdict.voice === 'confirmed') confirmed += 1
      const after = withVerdict(submission, verdict, batch)
      const suggestion = after.suggestions.findLast(one => one.batch_id === batch.id)?.id
      if (fault !== undefined) {
        const kept = suggestion !== undefined && !order.dry_run && { suggestion }
        refused.push({ ...toEntryName(found.entry), locale, ...fault, ...kept })
      }
      if (verdict.kind === 'accepted') {
        if (item.isRepetition === true) also += 1
        if (verdict.overrides !== undefined) overridden += 1
        warnings.push(...formatWarnings(redactFindings(verdict.findings, faults.seesTerms), found.entry.short, locale))
        written.push({ entry: found.entry, line: found.line, translation: after })
      }
      if (verdict.kind !== 'refused') {
        decided.add(translation.id)
        settled.push(translation)
      }
      if (after !== translation) {
        steps.push({ entry: found.entry, line: found.line, before: translation, translation: after })
      }
    }
    if (strange.length === 0) continue
    refused.push({ ...toEntryName(found.entry), ...toUnknownLocaleRefusal(strange, project) })
    untold += strange.length - 1
  }
  counts.refused = untold + refused.filter(({ code }) => code !== 'protected').length
  const isRefused = order.all_or_nothing && refused.length > 0
  const keep = !order.dry_run && !isRefused
  if (keep) await Promise.all(steps.map(({ before, translation }) => recordTranslation(before, translation, batch)))
  else if (!order.dry_run) Object.assign(counts, { accepted: 0, suggested: 0, unchanged: 0, repaired: 0 })
  return {
    counts,
    repairs: keep || order.dry_run ? repairs : {},
    also: keep || order.dry_run ? also : 0,
    overridden: keep || order.dry_run ? overridden : 0,
    confirmed: keep || order.dry_run ? confirmed : 0,
    unconfirmed: keep || order.dry_run ? unconfirmed : [],
    refused,
    warnings,
    locales: [...locales],
    wrote: keep && steps.length > 0,
    planned: order.dry_run && !isRefused ? steps : [],
    settled: keep ? settled : [],
    written: keep || order.dry_run ? written : [],
  }
}

interface RulesContext extends ListContext {
  readonly checker: CheckRulesReader
  readonly tx: Batch['tx']
}

/** Reads the rules of all texts, and the translations that they replace, many at once: a transaction on a database remembers what it read. */
async function readRules(
  items: readonly Item[],
  entries: readonly FoundEntry[],
  { checker, tx, ...context }: RulesContext,
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

/**
 * Limits the call's size, because other writers wait for it.
 * @throws AppError `too_large`
 */
function assertSubmissionSize(items: readonly Item[]): void {
  const texts = items.reduce((sum, item) => sum + Math.max(1, Object.keys(item.texts ?? {}).length), 0)
  if (texts <= MAX_TEXTS) return
  throw new AppError('too_large', `items holds ${texts} texts; one call may send ${MAX_TEXTS}.`, {
    fix: 'Send fewer items in each call.',
  })
}

function countVerdict(verdict: SubmissionVerdict, counts: SubmissionResult['counts']): void {
  if (verdict.kind !== 'refused') counts[verdict.kind] += 1
  if ('repaired' in verdict && verdict.repaired.length > 0) counts.repaired += 1
}

const formatWarnings = (findings: readonly Finding[], id: string, locale: string): readonly string[] =>
  findings.filter(({ level }) => level === 'warning').map(({ message }) => `${id} ${locale}: ${message}`)
