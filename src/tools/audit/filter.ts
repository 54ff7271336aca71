import { z } from 'zod'
import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import type { Services } from '../pipeline/call.ts'
import { parseSince, parseUntil, timeRangeInput } from '../schemas/time-range.ts'
import { SURFACES } from './surfaces.ts'
import type { StoredEvent } from './view.ts'

/** The input fields that filter events. */
export const auditInput = {
  action: z.string().min(1).max(60).optional().describe('Such as delete_project, sign_in'),
  user: z.string().min(1).max(60).optional().describe('Handle of the acting user'),
  surface: z.enum(SURFACES).optional(),
  target: z.string().min(1).max(200).optional().describe('Such as acme/app; acme/* is a prefix'),
  ...timeRangeInput,
}

type AuditFilterInput = z.output<z.ZodObject<typeof auditInput>>

/** A parsed filter; absent fields match all events. `user` is an id. */
export interface AuditFilter {
  readonly action?: string | undefined
  readonly user?: string | undefined
  readonly surface?: StoredEvent['surface'] | undefined
  readonly target?: string | undefined
  /** Inclusive instants; `since` is never before the retention time of the log. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** @throws AppError `invalid_input` for an invalid date or an unknown action. */
export async function parseAuditFilter(
  { action, surface, target, ...given }: AuditFilterInput,
  read: Pick<Reader, 'users'>,
  { auth, auditActions, now }: Pick<Services, 'auth' | 'auditActions' | 'now'>,
): Promise<AuditFilter> {
  if (action !== undefined) assertKnownAction(action, auditActions)
  const handle = given.user?.toLowerCase()
  const user = handle === undefined ? undefined : await read.users.by('handle', handle)
  const since = parseSince(given.since)
  const { auditRetention: retention } = auth
  const kept = retention === undefined ? undefined : new Date(now().getTime() - retention).toISOString()
  return {
    action,
    surface,
    target,
    // An unknown user matches nothing, like a user without events: the answer reveals no handles.
    user: handle === undefined ? undefined : (user?.id ?? 'nobody'),
    since: since !== undefined && (kept === undefined || since > kept) ? since : kept,
    until: parseUntil(given.until),
  }
}

function assertKnownAction(action: string, known: ReadonlySet<string>): void {
  if (known.has(action)) return
  const close = findClosestName(action, [...known])
  throw new AppError('invalid_input', `There is no action ${JSON.stringify(echo(action))}.`, {
    fix:
      close === undefined
        ? `Give the name of a writing tool, or one of ${Object.keys(NON_TOOL_ACTIONS).join(', ')}.`
        : `Did you mean ${close}?`,
    ...(close === undefined && { pageFix: 'Choose an action from the list.' }),
  })
}

export function matchesFilter(filter: AuditFilter, event: StoredEvent): boolean {
  const { action, user, surface, target, since, until } = filter
  return (
    (action === undefined || action === event.action) &&
    (user === undefined || user === event.user_id) &&
    (surface === undefined || surface === event.surface) &&
    (target === undefined || matchesTarget(target, event.target)) &&
    (since === undefined || event.at >= since) &&
    (until === undefined || event.at <= until)
  )
}

const matchesTarget = (wanted: string, target: string): boolean =>
  wanted.endsWith('*') ? target.startsWith(wanted.slice(0, -1)) : target === wanted
