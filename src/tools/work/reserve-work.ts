import { z } from 'zod'
import { credentialName } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import { needsWork } from '../../l10n/translation/needs-work.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Transaction } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, formatBranchSuffix, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { BranchView } from '../translations/branch-view.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import type { Entry } from '../translations/records.ts'
import { findWork } from './candidates.ts'
import { isActiveReservation, MAX_RESERVATIONS } from './reservations.ts'
import { WorkerName } from './worker-name.ts'

const MAX_AT_ONCE = 200

/** Reserves translations for a worker for some minutes. Others can still submit them, but get them last in their work packets. */
export const reserveWork = writeTool({
  name: 'reserve_work',
  title: 'Reserve strings to translate',
  pastTense: 'Reserved strings to translate',
  description:
    'Reserve strings for some minutes: ids from get_work, or the next limit ones. get_work returns them first with your worker name, and last to others. Submitting a translation releases it.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: true },
  grows: true,
  toolset: 'advanced',
  rest: [
    {
      method: 'POST',
      path: '/api/projects/:account/:project/work/reservations',
      bind: { project: ':account/:project' },
    },
  ],
  input: z.object({
    project: ProjectName,
    locale: Locale,
    branch: BranchName.optional(),
    worker: WorkerName,
    ids: z.array(z.string().max(40)).min(1).max(MAX_AT_ONCE).optional(),
    limit: z.number().int().min(1).max(MAX_AT_ONCE).optional(),
    file: z.string().optional(),
    minutes: z.number().int().min(1).max(60).default(10),
  }),
  output: z.object({
    reserved: z.array(z.string()),
    until: z.string(),
    held: z.array(z.object({ id: z.string(), worker: z.string(), until: z.string() })).optional(),
    refused: z.array(z.object({ id: z.string(), why: z.string(), fix: z.string() })).optional(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { tx, computed, services, principal, audit, skipAudit, resource: { project, account } }) => {
    const { ids, limit, file, worker } = input
    if ((ids === undefined) === (limit === undefined)) {
      throw new AppError('invalid_input', ids === undefined ? 'ids is missing.' : 'ids and limit are both given.', {
        fix: 'Give ids from get_work, or limit for the next ones.',
      })
    }
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const now = services.now()
    const place = { project, branch, locale, worker, now }
    const reading = { read: tx, computed }
    const { entries, refused } =
      limit === undefined ? await findNamed(ids ?? [], place, reading) : await findNext(limit, file, place, reading)
    const until = new Date(now.getTime() + input.minutes * 60_000).toISOString()
    const reserved: string[] = []
    const held: { id: string; worker: string; until: string }[] = []
    let room = await deleteExpired(entries.length, compoundKey(project.id, locale), now, tx)
    for (const entry of entries) {
      const there = await tx.reservations.by('unit', compoundKey(entry.id, locale))
      // Never shorten a reservation: an earlier response promised its end.
      const end = there !== undefined && there.expires_at > until ? there.expires_at : until
      const claim = { worker, credential: credentialName(principal.credential), expires_at: end }
      if (there !== undefined && there.worker !== worker && isActiveReservation(there, now)) {
        held.push({ id: entry.short, worker: there.worker, until: there.expires_at })
        continue
      }
      if (there !== undefined) await tx.reservations.put({ ...there, ...claim })
      else if (room > 0) {
        await tx.reservations.insert({
          id: services.newId(),
          project_id: project.id,
          locale,
          entry_id: entry.id,
          ...claim,
        })
        room -= 1
      } else {
        refused.push({ id: entry.short, ...FULL })
        continue
      }
      reserved.push(entry.short)
    }
    if (reserved.length === 0) skipAudit()
    else audit(`${account.handle}/${project.slug}`, { locale, worker, reserved: reserved.length })
    return {
      reserved,
      until,
      ...(held.length > 0 && { held }),
      ...(refused.length > 0 && { refused }),
      next:
        reserved.length > 0
          ? `get_work with locale ${locale}${formatBranchSuffix(project, branch)} and worker ${worker} gives them first.`
          : 'Nothing was reserved; get_work shows what is left and who has it.',
    }
  },
})

const FULL = {
  why: `The locale already has ${MAX_RESERVATIONS} reservations.`,
  fix: 'Translate without a reservation, or wait until some expire.',
}

/** Time that expired reservations are kept, unless room is needed: a listing depends on the reservations that existed when it began. */
const KEPT_MS = 60 * 60_000

/** Deletes expired reservations and returns how many more the locale may have. */
async function deleteExpired(wanted: number, place: string, now: Date, tx: Transaction): Promise<number> {
  const all = await tx.reservations.list('locale', place)
  const kept = all.length + wanted > MAX_RESERVATIONS ? 0 : KEPT_MS
  const gone = all.filter(one => !isActiveReservation(one, new Date(now.getTime() - kept)))
  for (const { id } of gone) await tx.reservations.remove(id)
  return MAX_RESERVATIONS - all.length + gone.length
}

interface Place {
  readonly project: Parameters<typeof getBranch>[0]
  readonly branch: string
  readonly locale: string
  readonly worker: string
  readonly now: Date
}

interface Wanted {
  readonly entries: readonly Entry[]
  readonly refused: { id: string; why: string; fix: string }[]
}

async function findNamed(
  ids: readonly string[],
  { project, branch, locale }: Place,
  reading: ReadDeps,
): Promise<Wanted> {
  const finder = new EntryFinder(project, branch, reading.read)
  const view = new BranchView(project, branch, reading)
  const entries: Entry[] = []
  const refused: Wanted['refused'] = []
  for (const id of new Set(ids)) {
    const found = await finder.find({ id })
    if ('code' in found) refused.push({ id: escapeInvisible(id), why: found.why, fix: found.fix })
    else if (needsWork(await view.getTranslation(found.entry, locale, found.src), found.entry, found.src))
      entries.push(found.entry)
    else refused.push({ id, why: `Its ${locale} translation needs no work.`, fix: 'Leave it out.' })
  }
  return { entries, refused }
}

/** Finds the worker's own reservations, which are extended, then free translations. */
async function findNext(limit: number, file: string | undefined, place: Place, reading: ReadDeps): Promise<Wanted> {
  const { locale, ...query } = place
  const { items } = await findWork({ ...query, locales: [locale], file, limit, from: undefined }, reading)
  return { entries: items.filter(({ worker }) => worker === undefined).map(({ entry }) => entry), refused: [] }
}
