import { z } from 'zod'
import type { Origin } from '../../store/records/localization.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import { nextStep, type Outcome } from '../next/next-step.ts'
import { surveyWork } from '../next/remaining.ts'
import { projectLink, stringLink } from '../page-links.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch, otherBranch } from '../projects/branches.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitZeros } from '../schemas/omit-undefined.ts'
import { Actors } from '../translations/actors.ts'
import { openBatch, saveBatch } from '../translations/batch.ts'
import type { Entry } from '../translations/records.ts'
import { applySubmission, checkSubmission } from './apply-submission.ts'
import { describeReach } from './branch-reach.ts'
import { SubmittedItem } from './submission/submitted-item.ts'
import { describeProtection, isOverridableFault } from './submission-faults.ts'

const Text = z.union([z.string(), z.record(z.string(), z.string())])

const Refusal = z.object({
  id: z.string().optional(),
  key: z.string().optional(),
  locale: z.string().optional(),
  code: z.enum([
    'unknown_key',
    'ambiguous_key',
    'unknown_locale',
    'source_changed',
    'invalid',
    'protected',
    'rev_required',
    'changes_requested',
    'repeated',
  ]),
  why: z.string().optional(),
  fix: z.string().optional(),
  want: Text.optional(),
  got: Text.optional(),
  by: z.unknown().optional(),
  at: z.string().optional(),
  suggestion: z.string().optional(),
  src: z.string().optional(),
  rev: z.number().int().optional(),
  findings: z
    .array(
      z.object({
        id: z.string(),
        at: z.number().int().optional(),
        message: z.string().optional(),
        fix: z.string().optional(),
      }),
    )
    .optional(),
})

const Unconfirmed = z.object({
  id: z.string(),
  key: z.string(),
  locale: z.string(),
  code: z.enum(['locked', 'protected', 'rev_required']),
  why: z.string(),
  fix: z.string(),
  rev: z.number().int().optional(),
})

/** Checks and stores translations. The response lists refusals only. */
export const submitTranslations = writeTool({
  name: 'submit_translations',
  title: 'Submit translations',
  pastTense: 'Submitted translations',
  description:
    'Submit translations with src (and rev, also, also_rev, if the row has them) from get_work. The answer lists refused ones with a fix. Translations that users wrote or approved stay: yours become suggestions. Repeat get_work until left is 0.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: true },
  grows: true,
  toolset: 'core',
  rest: [ofProject('POST', '/translations')],
  input: z.object({
    project: ProjectName,
    locale: Locale.optional(),
    branch: BranchName.optional(),
    items: z.array(SubmittedItem).min(1).max(1000),
    note: Lines.optional(),
    dry_run: z.boolean().default(false),
    all_or_nothing: z.boolean().default(false),
  }),
  output: z.object({
    accepted: z.number().int(),
    /** Of the accepted ones: strings that an item with `also` stood for. */
    also: z.number().int().optional(),
    unchanged: z.number().int().optional(),
    /** Of the unchanged ones: those that have the present voice from now on. */
    confirmed: z.number().int().optional(),
    /** Of the unchanged ones: those that keep an earlier voice. */
    unconfirmed: z.object({ count: z.number().int(), first: z.array(Unconfirmed) }).optional(),
    suggested: z.number().int().optional(),
    /** Of the accepted ones: those that wait for a user, because they override an error. */
    overridden: z.number().int().optional(),
    repaired: z.number().int().optional(),
    /** The texts of each repair, such as `{ "line_endings": ["e1 de"] }`: they have the line endings of their source. */
    repairs: z.record(z.string(), z.array(z.string())).optional(),
    refused: z.array(Refusal).optional(),
    warnings: z.object({ count: z.number().int(), first: z.array(z.string()) }).optional(),
    /** How agents could replace the protected translations. */
    protected: z.string().optional(),
    /** On a branch: the other branches on which these translations count. */
    shared: z.string().optional(),
    dry_run: z.boolean().optional(),
    batch: z.string().optional(),
    left: z.record(z.string(), z.number().int()),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: (input, { read, computed, resource: { project } }) =>
    checkSubmission(input, { project, branch: getBranch(project, input.branch) }, { read, computed }),
  handler: async (input, context) => {
    const { tx, computed, resource, audit, skipAudit, principal, services } = context
    const { project, name, target } = resource
    const branch = getBranch(project, input.branch)
    const batch = await openBatch('submit', project, context)
    const actors = new Actors(tx, false)
    const seesTerms = await mayReadTerms(target, { principal, read: tx })
    const order = {
      ...input,
      computed,
      faults: { seesTerms, describe: (origin: Origin) => actors.describe(origin) },
      pageOf: ({ short }: Entry, locale: string) =>
        stringLink(services.baseUrl, { project: name, id: short, locale, branch: otherBranch(project, branch) }),
    }
    const done = await applySubmission(order, branch, batch)
    const { counts, refused, warnings, locales, wrote, confirmed, unconfirmed } = done
    // Leases are advisory: a release stands even if the call fails after all.
    await services.leases.release(project.id, done.settled, services.now())
    if (wrote) await saveBatch(batch, counts, input.note)
    const hasChanges = wrote || (input.dry_run && counts.accepted + counts.suggested + confirmed > 0)
    if (!hasChanges) skipAudit()
    else audit(name, { branch, ...counts, ...omitZeros({ confirmed }), ...(input.dry_run && { dry_run: true }) })
    const from = { project, branch, read: tx, computed }
    const { left, remaining } = await surveyWork(from, locales, done.planned)
    const shared = await describeReach(from, done.written)
    return {
      accepted: counts.accepted,
      ...omitZeros({ also: done.also, unchanged: counts.unchanged, confirmed }),
      ...(unconfirmed.length > 0 && {
        unconfirmed: { count: unconfirmed.length, first: unconfirmed.slice(0, MAX_UNCONFIRMED) },
      }),
      ...omitZeros({ suggested: counts.suggested, overridden: done.overridden }),
      ...(counts.repaired > 0 && { repaired: counts.repaired, repairs: done.repairs }),
      ...(refused.length > 0 && { refused: refused.map(shortenRefusal) }),
      ...(warnings.length > 0 && { warnings: { count: warnings.length, first: warnings.slice(0, 5) } }),
      ...(refused.some(({ code }) => code === 'protected') && { protected: describeProtection(project.settings) }),
      ...(shared !== undefined && { shared }),
      ...(input.dry_run && { dry_run: true }),
      ...(wrote && { batch: batch.id }),
      left,
      next: nextStep({
        page: projectLink(services.baseUrl, name),
        at: formatBranchSuffix(project, branch),
        outcome: {
          isDryRun: input.dry_run,
          hasChanges,
          call: 'submission',
          notices: [
            ...(!hasChanges && counts.unchanged > 0 ? [UNCHANGED_NOTICE] : []),
            ...(done.overridden > 0 ? [describeOverridden(projectLink(services.baseUrl, name))] : []),
          ],
          refusal: describeRefusals(input, counts.refused, refused, batch.origin.kind === 'human'),
        },
        remaining,
      }),
    }
  },
})

/** Says what to correct. A protected text is not wrong: it stays as a suggestion. */
function describeRefusals(
  { dry_run, all_or_nothing }: { readonly dry_run: boolean; readonly all_or_nothing: boolean },
  wrong: number,
  refused: readonly Parameters<typeof isOverridableFault>[0][],
  isHuman: boolean,
): Outcome['refusal'] {
  const isWhole = all_or_nothing && refused.length > 0
  if (wrong === 0 && !isWhole) return undefined
  const again = isWhole ? ', then send all again' : dry_run ? '' : ', then send those items again'
  const fewer = refused.length > MAX_FULL_REFUSALS ? ` ${SEND_FEWER_NOTICE}` : ''
  // Users ignore an error on the page of the string.
  const sure = !isHuman && refused.some(isOverridableFault) ? ` ${OVERRIDE_NOTICE}` : ''
  return { fix: `Correct what was refused as its fix says${again}.${sure}${fewer}`, isWhole }
}

const describeOverridden = (page: string): string =>
  `Translations that override an error wait for a user at ${page}. Until then, pulls export the ones before.`

const OVERRIDE_NOTICE = 'If a check is wrong about a text, send it with override {check, why}.'

const UNCHANGED_NOTICE = 'The translations already have these texts.'

/** Unconfirmed translations that a response describes. */
const MAX_UNCONFIRMED = 20

/** Refusals that a response describes in full. Further ones usually have the same reason. */
const MAX_FULL_REFUSALS = 50

/** Tells callers how to see the reasons that `shortenRefusal` omits. */
const SEND_FEWER_NOTICE = `Behind the first ${MAX_FULL_REFUSALS} send fewer items at once to see each fix.`

interface RefusalReasons {
  readonly why?: unknown
  readonly fix?: unknown
  readonly want?: unknown
  readonly got?: unknown
  readonly findings?: unknown
}

/** Shortens a refusal after the first 50 to its code and its string. */
function shortenRefusal<Refusal extends RefusalReasons & { readonly id?: string; readonly key?: string }>(
  refusal: Refusal,
  index: number,
): Refusal | Omit<Refusal, keyof RefusalReasons | 'key'> {
  if (index < MAX_FULL_REFUSALS) return refusal
  const { why: _why, fix: _fix, want: _want, got: _got, findings: _findings, key, ...kept } = refusal
  return { ...kept, ...(refusal.id === undefined && key !== undefined && { key }) }
}
