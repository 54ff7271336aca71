import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import {
  changeTerms,
  namedKeys,
  type TermChange,
  type TermChangeRequest,
  type TermChangeResult,
} from '../../l10n/glossary/change-terms.ts'
import type { Term } from '../../l10n/glossary/term.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Reader } from '../../store/store.ts'
import { echoList } from '../../text/escape.ts'
import { assertMaySaveTerms } from '../authority/glossary-terms.ts'
import { type GuidanceTarget, guidanceTarget, TargetName } from '../guidance/target.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { nextStep } from '../next/next-step.ts'
import type { ReadContext, ReadDeps } from '../pipeline/call.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { Lines, VisibleText } from '../schemas/fields.ts'
import { loadGlossary } from './load.ts'
import { mayReadTerms, REDACTED_TERM } from './redact-findings.ts'
import { measureTermImpact, type TermImpact } from './term-impact.ts'
import { parseTerms, TermsInput } from './term-schemas.ts'
import { countChanges, findTerm, listChangedTerms, saveTermChanges } from './term-versions.ts'

const MAX_TERMS = 10_000
/** Maximum names that an answer lists. */
const MAX_NAMES_LISTED = 20

const Count = z.number().int().optional()

const Input = z.object({
  target: TargetName,
  upsert: TermsInput.optional(),
  remove: z.array(VisibleText).max(1000).optional(),
  base_version: z.number().int().optional(),
  note: Lines.optional(),
  dry_run: z.boolean().optional(),
})
type Input = z.output<typeof Input>

/** Adds, changes and removes terms; other terms stay as they are. */
export const saveGlossary = writeTool({
  name: 'save_glossary',
  title: 'Save glossary',
  pastTense: 'Saved glossary',
  description:
    'Add, change or remove terms. Omitted fields stay; "" or [] clears them. Returns the translations it breaks; dry_run only lists them.',
  scope: 'glossary:write',
  alsoReads: ['project:read'],
  toolset: 'core',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: ofTarget('PATCH', '/glossary'),
  input: Input,
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    added: Count,
    changed: Count,
    removed: Count,
    unchanged: z.boolean().optional(),
    not_there: z.array(z.string()).optional(),
    more_not_there: z.number().int().optional(),
    dry_run: z.boolean().optional(),
    revise: z.object({ entries: z.number().int(), more: z.boolean().optional() }).optional(),
    breaks: z
      .object({
        count: z.number().int(),
        first: z.array(
          z.object({
            project: z.string().optional(),
            id: z.string(),
            key: z.string(),
            locale: z.string(),
            why: z.string(),
          }),
        ),
        more: z.boolean().optional(),
      })
      .optional(),
    withheld: z.array(z.string()).optional(),
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  prepare: async (input, context) => {
    await planSave(input, context)
  },
  handler: async (input, context) => {
    const { resource, audit, skipAudit } = context
    const isDry = input.dry_run === true
    const { name } = resource
    const { present, changes, unknown, noTexts, affected } = await planSave(input, context)
    const notThere = unknown.length > 0 && {
      not_there: unknown.slice(0, MAX_NAMES_LISTED),
      ...(unknown.length > MAX_NAMES_LISTED && { more_not_there: unknown.length - MAX_NAMES_LISTED }),
    }
    if (changes.length === 0) {
      skipAudit()
      const next = `The glossary of ${name} already has these terms.`
      return { target: name, version: present.version, unchanged: true, ...notThere, next }
    }
    const version = isDry ? present.version : await saveTermChanges(resource, changes, input.note, context)
    const counts = countChanges(changes)
    audit(name, { ...counts, ...(isDry && { dry_run: true }) }, diffFields(present, { version }, ['version']))
    return {
      target: name,
      version,
      ...counts,
      ...notThere,
      ...(isDry && { dry_run: true }),
      ...(affected !== undefined && toImpactOutput(affected, isDry, await mayReadTerms(resource.target, context))),
      ...(noTexts !== undefined && { withheld: [`revise: ${noTexts}`] }),
      next: nextStep({
        outcome: { isDryRun: isDry, hasChanges: true },
        more: isDry ? [] : [describeEffect(affected)],
      }),
    }
  },
})

interface SavePlan extends TermChangeResult {
  readonly present: Awaited<ReturnType<typeof loadGlossary>>
  /** The reason why `revise` and the list of broken translations are withheld from the caller. */
  readonly noTexts?: string | undefined
  readonly affected?: TermImpact | undefined
}

/** Plans a call and measures its impact: before the transaction, and again inside it only if the glossary has another version by then. */
async function planSave(input: Input, context: ReadContext & { readonly resource: GuidanceTarget }): Promise<SavePlan> {
  const { read, resource, computed, services } = context
  const { ownerId, account } = resource
  await assertMaySaveTerms(resource, context, services.baseUrl)
  const present = await loadGlossary(ownerId, account.id, read)
  const ordered = await computed.memoize([ownerId, present.version, 'order'], async () => {
    const pace = computed.pace()
    const order = { upsert: await parseTerms(input.upsert ?? [], pace), remove: input.remove ?? [] }
    return pace.run(changeTerms(await loadNamedTerms(resource, order, pace, read), order))
  })
  const { changes } = ordered
  if (changes.length === 0) return { present, ...ordered }
  if (input.base_version !== undefined && input.base_version !== present.version) {
    throw await versionConflictError(resource, input.base_version, present.version, context)
  }
  await assertTermLimit(resource, changes, read)
  // Only callers who may read projects learn which translations are affected.
  const noTexts = await findWithheldReason('project:read', resource.target, context)
  if (noTexts !== undefined) return { present, ...ordered, noTexts }
  const affected = await computed.memoize([ownerId, present.version], () =>
    measureTermImpact(changes, resource, { read, computed }),
  )
  return { present, ...ordered, affected }
}

async function loadNamedTerms(
  { ownerId }: GuidanceTarget,
  order: TermChangeRequest,
  pace: Pacer,
  read: Reader,
): Promise<ReadonlyMap<string, Term>> {
  const present = new Map<string, Term>()
  for (const name of namedKeys(order)) {
    const term = await findTerm(ownerId, name, read)
    if (term !== undefined) present.set(name, term)
    if (pace.shouldYield) await pace.yieldNow()
  }
  return present
}

async function versionConflictError(
  { ownerId, name }: GuidanceTarget,
  base: number,
  version: number,
  { read, computed }: ReadDeps,
): Promise<AppError> {
  const { terms, more } =
    base > version
      ? { terms: [], more: false }
      : await computed.memoize([ownerId, version, 'since'], () => listChangedTerms(ownerId, base, read))
  const since = terms.length === 0 ? '' : ` Changed since then: ${echoList(terms)}${more ? ', and maybe others' : ''}.`
  return new AppError('conflict', `The glossary of ${name} is at version ${version}, not ${base}.${since}`, {
    fix: `Read these terms with get_glossary, then send your change with base_version ${version}.`,
  })
}

async function assertTermLimit(
  { ownerId, name }: GuidanceTarget,
  changes: readonly TermChange[],
  read: Reader,
): Promise<void> {
  const { added, removed } = countChanges(changes)
  const there = await read.glossary_terms.count('owner', ownerId)
  if (there + added - removed <= MAX_TERMS || added <= removed) return
  throw new AppError('invalid_input', `The glossary of ${name} would have ${there + added - removed} terms.`, {
    fix: `The limit is ${MAX_TERMS}: remove terms, or move terms of one project to its own glossary.`,
  })
}

function toImpactOutput({ entries, breaks, first: found, more }: TermImpact, isDry: boolean, withTerms: boolean) {
  const first = withTerms ? found : found.map(one => ({ ...one, why: REDACTED_TERM.message }))
  return {
    ...((entries > 0 || more) && { revise: { entries, ...(more && { more }) } }),
    ...((isDry || breaks > 0) && { breaks: { count: breaks, first: [...first], ...(more && { more }) } }),
  }
}

function describeEffect(affected: Pick<TermImpact, 'entries' | 'breaks'> | undefined): string {
  if ((affected?.breaks ?? 0) > 0) {
    return 'These translations have findings now. When get_status no longer says rechecking, get_entries with finding lists all of them; send corrections with submit_translations.'
  }
  return (affected?.entries ?? 0) === 0
    ? 'New translations are checked against these terms.'
    : 'No translation breaks these terms. get_entries (text = the term) lists the strings with the term.'
}
