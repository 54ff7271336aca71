import { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import { firstFaults, MAX_FAULTS } from '../../l10n/faults.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { assertProjectAdministrator } from '../authority/administrators.ts'
import { describeEnded } from '../files/conflicts/branch-conflicts.ts'
import { nextStep } from '../next/next-step.ts'
import { surveyWork } from '../next/remaining.ts'
import { projectLink, stringLink } from '../page-links.ts'
import type { ReadContext } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { describeMissingTarget, matchLocale } from '../projects/locales.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitZeros } from '../schemas/omit-undefined.ts'
import { openBatch, saveBatch } from '../translations/batch.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import { getOrigin } from '../translations/origin.ts'
import { type ChosenItems, Revert, type RevertOrder } from './apply-revert.ts'
import { type ChangeFilter, changeInput, filtersByWriter, parseChangeFilter } from './change-filter.ts'
import { forEachRevision, type RevertPosition } from './matching-revisions.ts'

const Item = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  key: z.string().max(2000).optional(),
  file: z.string().min(1).optional(),
  locale: Locale.optional(),
  rev: z.number().int().optional(),
})

const Input = z.object({
  project: ProjectName,
  ...changeInput,
  items: z.array(Item).min(1).max(1000).optional(),
  note: Lines.optional(),
  dry_run: z.boolean().default(false),
  cursor: z.string().min(1).optional(),
})

/** Reverts changes that are still current. A revert is a batch itself, and can be reverted. */
export const revertChanges = writeTool({
  name: 'revert_changes',
  title: 'Revert changes',
  pastTense: 'Reverted changes',
  description:
    'Revert a batch, or the changes of a person, token or client, where still current. items limits it (rev if approved). Use dry_run first.',
  scope: 'project:write',
  hints: { destructive: true, idempotent: false },
  grows: false,
  toolset: 'core',
  rest: [ofProject('POST', '/changes/revert')],
  input: Input,
  output: z.object({
    reverted: z.number().int(),
    superseded: z.number().int(),
    suggestions_removed: z.number().int().optional(),
    suggestions_returned: z.number().int().optional(),
    refused: z
      .object({
        count: z.number().int(),
        first: z.array(
          z.object({
            id: z.string(),
            key: z.string(),
            locale: z.string(),
            code: z.string(),
            why: z.string(),
            fix: z.string(),
            got: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
            rev: z.number().int().optional(),
            page: z.string().optional(),
          }),
        ),
      })
      .optional(),
    dry_run: z.boolean().optional(),
    batch: z.string().optional(),
    left: z.record(z.string(), z.number().int()),
    next_cursor: z.string().optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, context) => {
    if (input.dry_run) return
    const { read, computed, resource } = context
    const { order, from } = await toRevertOrder(input, resource, context)
    const revert = new Revert(
      order,
      { project: resource.project, origin: getOrigin(context), read, computed },
      undefined,
    )
    await forEachRevision(order.filter, from, read, found => revert.revertTexts(found))
    await computed.checkAll(revert.questions)
  },
  handler: async (input, context) => {
    const { tx, computed, resource, audit, skipAudit } = context
    const { project, name } = resource
    const { order, from, query } = await toRevertOrder(input, resource, context)
    const batch = await openBatch('revert', project, context)
    const revert = new Revert(
      order,
      { project, origin: batch.origin, read: tx, computed },
      input.dry_run ? undefined : batch,
    )
    const place = await forEachRevision(order.filter, from, tx, found => revert.revertTexts(found))
    if (place === undefined) await revert.revertSuggestions()
    const { counts, refused, hasChanges } = revert
    const wrote = hasChanges && !input.dry_run
    const note = input.note ?? (input.batch === undefined ? undefined : `Reverts batch ${input.batch}`)
    if (wrote) await saveBatch(batch, { ...counts }, note)
    if (!hasChanges) skipAudit()
    else audit(name, { ...counts, ...(input.dry_run && { dry_run: true }) })
    const toPage = (row: (typeof refused)[number]) =>
      NEEDS_USER.includes(row.code)
        ? { ...row, page: stringLink(context.services.baseUrl, { project: name, id: row.id, locale: row.locale }) }
        : row
    const main = { ...context, project, branch: project.main_branch }
    const { left, remaining } = await surveyWork(main, revert.locales, revert.planned)
    return {
      reverted: counts.reverted,
      superseded: counts.superseded,
      ...omitZeros({
        suggestions_removed: counts.suggestions_removed,
        suggestions_returned: counts.suggestions_returned,
      }),
      ...(counts.refused > 0 && { refused: { count: counts.refused, first: refused.map(toPage) } }),
      ...(input.dry_run && { dry_run: true }),
      ...(wrote && { batch: batch.id }),
      left,
      ...(place !== undefined && {
        next_cursor: encodeCursor(
          query,
          toCursorState(place, wrote ? [...order.reverts, batch.id] : [...order.reverts]),
        ),
      }),
      next: nextStep({
        page: projectLink(context.services.baseUrl, name),
        outcome: {
          isDryRun: input.dry_run,
          hasChanges,
          call: 'revert',
          notices: [
            ...(hasChanges || counts.refused > 0 ? [] : [NOT_CURRENT]),
            ...describeEnded(revert.ended.list, input.dry_run),
          ],
          ...(counts.refused > 0 && { refusal: { fix: 'Some were refused: follow their fix.' } }),
        },
        ...(place === undefined && { remaining }),
        more: [
          ...(place === undefined ? [] : ['To continue, repeat with cursor = next_cursor.']),
          ...(wrote ? [`To undo: revert_changes with batch ${batch.id}.`] : []),
        ],
      }),
    }
  },
})

/**
 * What a call reverts, and where it continues.
 * @throws AppError for an empty filter, and for changes that cannot be reverted or that the caller may not revert.
 */
async function toRevertOrder(
  input: z.output<typeof Input>,
  { project, target }: { readonly project: Frozen<ProjectRecord>; readonly target: Target },
  caller: Pick<ReadContext, 'principal' | 'services' | 'read'>,
): Promise<{ readonly order: RevertOrder; readonly from: RevertPosition; readonly query: readonly unknown[] }> {
  const { read, principal } = caller
  const filter = await parseChangeFilter(input, project, read)
  assertRevertible(filter)
  await assertRunEnded(filter, read)
  if (!isOwn(filter, principal.user.id)) {
    await assertProjectAdministrator(caller, target, describeSubject(filter), { ask: ASK_ADMINISTRATOR })
  }
  const { batch, token, client, person, since, until, items, dry_run } = input
  const query = [project.id, batch, token, client, person, since, until, items, dry_run]
  const { made: reverts = '', ...from } = input.cursor === undefined ? {} : decodeCursor(query, input.cursor)
  const only = items === undefined ? undefined : await findChosenItems(items, project, read)
  return { order: { filter, only, reverts: new Set(reverts.split(' ').filter(name => name !== '')) }, from, query }
}

/** @throws AppError `invalid_input` for an empty filter, and for a push. */
function assertRevertible(filter: ChangeFilter): void {
  const { batch, since } = filter
  if (batch === undefined && since === undefined && !filtersByWriter(filter)) {
    throw new AppError('invalid_input', 'The call names nothing to revert.', {
      fix: 'Give batch, person, token, client or since. See list_changes.',
    })
  }
  if (batch?.kind !== 'push') return
  throw new AppError('invalid_input', `Batch ${batch.id} is a push of source files. It changed no translations.`, {
    fix: 'Push the earlier files with push_source: their translations come back.',
  })
}

/**
 * A run that works on would write again what is reverted.
 * @throws AppError `conflict`
 */
async function assertRunEnded({ batch }: ChangeFilter, read: Reader): Promise<void> {
  const run = batch?.origin.run_id === undefined ? undefined : await read.runs.get(batch.origin.run_id)
  if (run === undefined || (run.state !== 'pending' && run.state !== 'running')) return
  throw new AppError('conflict', `Run ${run.id}, whose batch this is, is still ${run.state}.`, {
    fix: 'Cancel it with cancel_run, then revert its batch.',
  })
}

const ASK_ADMINISTRATOR =
  'Ask an owner or administrator, or give a batch of your own: list_changes with person lists them.'

/** Whether the filter matches only the caller's changes. A token or a client may be of another user. */
function isOwn({ batch, user }: ChangeFilter, me: string): boolean {
  return batch === undefined ? user === me : batch.origin.user_id === me
}

function describeSubject({ batch, token, client, user }: ChangeFilter): string {
  if (batch !== undefined) return 'Reverting a batch of another user'
  if (token !== undefined) return 'Reverting all changes of a token'
  if (client !== undefined) return 'Reverting all changes of a client'
  return user === undefined ? 'Reverting the changes of all users' : 'Reverting the changes of another user'
}

/** The entries of `items`. @throws AppError `invalid_input` with the first 20 faults. */
async function findChosenItems(
  items: readonly z.output<typeof Item>[],
  project: Frozen<ProjectRecord>,
  read: Reader,
): Promise<ChosenItems> {
  const finder = new EntryFinder(project, project.main_branch, read)
  const found = new Map<string, { readonly locale?: string; readonly rev?: number }[]>()
  const faults: { readonly why: string; readonly fix: string }[] = []
  const entries = await finder.findAll(items)
  for (const [at, { locale: tag, rev }] of items.entries()) {
    const one = entries[at]
    if (one === undefined) continue
    const locale = tag === undefined ? undefined : matchLocale(project, tag)
    if ('code' in one) faults.push(one)
    else if (tag !== undefined && locale === undefined) {
      faults.push(describeMissingTarget(project, tag))
    } else {
      const targets = found.get(one.entry.id) ?? []
      targets.push({ ...(locale !== undefined && { locale }), ...(rev !== undefined && { rev }) })
      found.set(one.entry.id, targets)
    }
  }
  if (faults.length === 0) return found
  throw new AppError('invalid_input', `items: ${firstFaults(faults.map(({ why }) => why)).join(' ')}`, {
    fix: [...new Set(faults.slice(0, MAX_FAULTS).map(({ fix }) => fix))].join(' '),
  })
}

const toCursorState = (place: RevertPosition, reverts: readonly string[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(place).flatMap(([name, at]) => (at === undefined ? [] : [[name, at]]))),
  made: reverts.join(' '),
})

/** Refusals that a user can settle on the page of the string. */
const NEEDS_USER: readonly string[] = ['locked', 'protected', 'needs_person']

const NOT_CURRENT = 'None of these changes is current. Comments, locks and ignored findings stay.'
