import { z } from 'zod'
import type { Syntax } from '../../l10n/message/message.ts'
import { isStaleOmitted } from '../../l10n/translation/export.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { needsWork, staleReason } from '../../l10n/translation/staleness.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import type { CountedMessage } from '../../workers/word-count-batches.ts'
import { BranchConflicts } from '../files/conflicts/branch-conflicts.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { sumTallies, WorkTally } from '../next/branch-work.ts'
import { nextStep, type Remaining } from '../next/next-step.ts'
import { findMainRemaining } from '../next/remaining.ts'
import { projectLink } from '../page-links.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch } from '../projects/branches.ts'
import { targetLocales } from '../projects/locales.ts'
import { getRecheckProgress } from '../recheck/requests.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import {
  type BranchReader,
  BranchView,
  countMainWork,
  countStates,
  type ListedBranchEntry,
  listBranchEntries,
} from '../translations/branch-view.ts'
import type { Project } from '../translations/records.ts'
import { getVoiceStamp } from '../voice/stamps.ts'
import { AttentionTally, attentionFields, countMainAttention } from './status-counts.ts'

const LocaleStatus = z.object({
  locale: z.string(),
  untranslated: z.number().int(),
  needs_review: z.number().int(),
  translated: z.number().int(),
  approved: z.number().int(),
  /** Also counted by state. */
  stale: z.number().int(),
  /** Stale ones that no pull contains, because they are of an earlier source; absent for none. */
  omitted: z.number().int().optional(),
  /** Translations with an error that no reviewer ignored. */
  errors: z.number().int(),
  /** Strings that get_work returns: untranslated, stale, or imported and in review. */
  left: z.number().int(),
  /** Words in their source strings. */
  words_left: z.number().int(),
  /** Translations with a suggestion. */
  suggestions: z.number().int(),
  ...attentionFields,
})

type LocaleStatus = z.infer<typeof LocaleStatus>

/** The progress of each locale. On the main branch its cost does not grow with the project. */
export const getStatus = readTool({
  name: 'get_status',
  title: 'Get translation status',
  description: 'Progress by locale: strings by state, stale, with findings, left.',
  scope: 'project:read',
  toolset: 'core',
  rest: [ofProject('GET', '/status')],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    locales: z.array(Locale).min(1).max(200).optional().describe('Default: all'),
  }),
  output: z.object({
    project: z.string(),
    branch: z.string(),
    locales: z.array(LocaleStatus),
    /** Share of the strings that are checked again after a change of rules; absent when all are. */
    rechecking: z.number().optional(),
    /** Percent of the strings to translate that have a context note. */
    context: z.number().int().optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, principal, resource } = call
    const { project, name, target } = resource
    const branch = getBranch(project, input.branch)
    const wanted = input.locales === undefined ? project.target_locales : targetLocales(project, input.locales)
    const { locales, remaining } =
      branch === project.main_branch
        ? await countMain(project, wanted, read)
        : await countBranchStatus({ project, branch, read, computed: call.computed }, wanted)
    const noWriting = await findWithheldReason('project:write', target, { principal, read })
    const rechecking = await getRecheckProgress(project, read)
    return {
      project: target.kind === 'account' ? target.name : project.slug,
      branch,
      locales,
      ...(rechecking !== undefined && { rechecking }),
      ...(await countContext(project.id, read)),
      next: nextStep({
        page: projectLink(call.services.baseUrl, name),
        isPushed: project.branches.length > 0,
        at: formatBranchSuffix(project, branch),
        noWriting,
        remaining,
      }),
    }
  },
})

interface StatusCounts {
  readonly locales: LocaleStatus[]
  readonly remaining: Remaining | undefined
}

async function countMain(project: Project, wanted: readonly string[], read: Reader): Promise<StatusCounts> {
  const locales = await Promise.all(wanted.map(locale => countMainStatus(project, locale, read)))
  const left = Object.fromEntries(locales.map(one => [one.locale, one.left]))
  return { locales, remaining: await findMainRemaining(project, left, read) }
}

/** The states of stale translations that no pull contains, as in the index `outdated`. */
const listOmitted = ({ export: include, stale }: Project['settings']): readonly string[] =>
  include === 'approved' ? ['approved', 'unfinished'] : stale === 'omit' ? ['translated', 'approved', 'unfinished'] : []

const countOmitted = (omitted: number): { omitted?: number } => (omitted === 0 ? {} : { omitted })

async function countMainStatus(project: Project, locale: string, read: Reader): Promise<LocaleStatus> {
  const place = compoundKey(project.id, locale)
  const { needs_review, translated, approved, untranslated } = await countStates(project.id, locale, read)
  const attention = await countMainAttention(project, locale, read)
  const omittable = listOmitted(project.settings).map(state => compoundKey(place, state))
  const [stale, omitted, errors, suggestions, { left, words: words_left }] = await Promise.all([
    read.translations.count('stale', place),
    read.translations.countEach('outdated', omittable),
    read.translations.count('finding', compoundKey(place, 'error')),
    read.translations.count('suggested', place),
    countMainWork({ project: project.id }, locale, read),
  ])
  const states = { untranslated, needs_review, translated, approved }
  return {
    locale,
    ...states,
    stale,
    ...countOmitted(omitted.reduce((sum, count) => sum + count, 0)),
    errors,
    left,
    words_left,
    suggestions,
    ...attention,
  }
}

/** Percent of the main branch's strings with a context note, rounded down; absent if there are no strings. */
async function countContext(projectId: string, { entries }: Pick<Reader, 'entries'>): Promise<{ context?: number }> {
  const [noted, open] = await Promise.all([entries.count('noted', projectId), entries.count('open', projectId)])
  return open === 0 ? {} : { context: Math.floor((100 * noted) / open) }
}

async function countBranchStatus(from: BranchReader, locales: readonly string[]): Promise<StatusCounts> {
  const { project, branch, read } = from
  const listed = await listBranchEntries(project, branch, read)
  const view = new BranchView(project, branch, from)
  const words = await countWordsBySource(listed, view, from)
  const conflicts = new BranchConflicts(project, branch, read)
  const all: LocaleStatus[] = []
  const tallies = new Map<string, WorkTally>()
  for (const locale of locales) {
    const stamp = await getVoiceStamp(project, locale, read)
    const attention = new AttentionTally(stamp)
    const work = new WorkTally(project, stamp)
    tallies.set(locale, work)
    all.push(
      await toLocaleStatus(listed, locale, words, { settings: project.settings, view, conflicts, attention, work }),
    )
  }
  return { locales: all, remaining: sumTallies(tallies) }
}

/** Counts the words of each source of a branch once for all locales. Sources of the main branch have a stored count. */
async function countWordsBySource(
  listed: readonly ListedBranchEntry[],
  view: BranchView,
  { project, computed }: BranchReader,
): Promise<ReadonlyMap<ListedBranchEntry, number>> {
  const words = new Map<ListedBranchEntry, number>()
  const others: ListedBranchEntry[] = []
  const messages: CountedMessage[] = []
  const pace = computed.pace()
  for (const one of listed) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(one.entryId, one.line)
    if (entry.src === one.line.src) words.set(one, entry.words)
    else {
      others.push(one)
      messages.push({ value: getSource(entry, one.line.src), syntax: entry.syntax as Syntax })
    }
  }
  const counted = await computed.countWords(messages, project.source_locale)
  for (const [at, one] of others.entries()) words.set(one, counted[at] ?? 0)
  return words
}

interface BranchTallies {
  readonly settings: Project['settings']
  readonly view: BranchView
  readonly conflicts: BranchConflicts
  readonly attention: AttentionTally
  readonly work: WorkTally
}

async function toLocaleStatus(
  listed: readonly ListedBranchEntry[],
  locale: string,
  words: ReadonlyMap<ListedBranchEntry, number>,
  { settings, view, conflicts, attention, work }: BranchTallies,
): Promise<LocaleStatus> {
  const status = {
    locale,
    untranslated: 0,
    needs_review: 0,
    translated: 0,
    approved: 0,
    stale: 0,
    errors: 0,
    left: 0,
    words_left: 0,
    suggestions: 0,
  }
  let omitted = 0
  const pace = new Pacer()
  for (const one of listed) {
    if (pace.shouldYield) await pace.yieldNow()
    const { entryId, line } = one
    const entry = await view.getEntry(entryId, line)
    const translation = await view.getTranslation(entry, locale, line)
    const hasConflict = (await conflicts.find(translation, line)) !== undefined
    attention.add(translation, line, hasConflict)
    work.add({ entry, translation, line, hasConflict })
    const { text } = shownText(translation, line)
    status[text?.state ?? 'untranslated'] += 1
    if (staleReason(translation, entry, line) !== undefined) status.stale += 1
    if (isStaleOmitted(translation, line, settings.export, settings)) omitted += 1
    if (translation.suggestions.length > 0) status.suggestions += 1
    if (needsWork(translation, entry, line)) status.words_left += words.get(one) ?? 0
  }
  return { ...status, ...countOmitted(omitted), errors: work.waiting.errors, left: work.left, ...attention.attention }
}
