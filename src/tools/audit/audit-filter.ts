import { z } from 'zod'
import type { Reader } from '../../store/store.ts'
import type { Services } from '../call.ts'
import { sinceOf, timeInput, untilOf } from '../instant.ts'
import { type Event, SURFACES } from './audit-shape.ts'

/** The arguments that choose events. */
export const auditInput = {
  action: z.string().max(60).optional().describe('Such as delete_project or sign_in'),
  user: z.string().max(60).optional().describe('Handle of who did it'),
  surface: z.enum(SURFACES).optional(),
  target: z.string().max(200).optional().describe('Such as acme/app; acme/* = what begins so'),
  ...timeInput,
}

type Given = z.output<z.ZodObject<typeof auditInput>>

/** Which events are meant. */
export interface AuditFilter {
  readonly action?: string | undefined
  readonly user?: string | undefined
  readonly surface?: Event['surface'] | undefined
  readonly target?: string | undefined
  /** Instants, both included; what is older than the log keeps is not shown. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** @throws AppError `invalid_input` for what is no date, and for an action that nothing has. */
export async function readAuditFilter(
  { action, surface, target, ...given }: Given,
  read: Pick<Reader, 'users'>,
  { auth, now }: Pick<Services, 'auth' | 'now'>,
): Promise<AuditFilter> {
  // Among the tools that leave events are those that list them: their names are known when all of them are.
  if (action !== undefined) (await import('./actions.ts')).assertAction(action)
  const handle = given.user?.toLowerCase()
  const user = handle === undefined ? undefined : await read.users.by('handle', handle)
  const since = sinceOf(given.since)
  const { auditRetention: retention } = auth
  const kept = retention === undefined ? undefined : new Date(now().getTime() - retention).toISOString()
  return {
    action,
    surface,
    target,
    // Who exists on this server and did nothing here is told like one who does not exist.
    user: handle === undefined ? undefined : (user?.id ?? 'nobody'),
    since: since !== undefined && (kept === undefined || since > kept) ? since : kept,
    until: untilOf(given.until),
  }
}

export function fitsFilter(filter: AuditFilter, event: Event): boolean {
  const { action, user, surface, target, since, until } = filter
  return (
    (action === undefined || action === event.action) &&
    (user === undefined || user === event.user_id) &&
    (surface === undefined || surface === event.surface) &&
    (target === undefined || isTarget(target, event.target)) &&
    (since === undefined || event.at >= since) &&
    (until === undefined || event.at <= until)
  )
}

const isTarget = (asked: string, target: string): boolean =>
  asked.endsWith('*') ? target.startsWith(asked.slice(0, -1)) : target === asked
