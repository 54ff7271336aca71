import { z } from 'zod'
import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import type { Services } from '../pipeline/call.ts'
import { parseSince, parseUntil, timeRangeInput } from '../schemas/time-range.ts'
import { type StoredEvent, SURFACES } from './view.ts'

/** The arguments that choose events. */
export const auditInput = {
  action: z.string().max(60).optional().describe('Such as delete_project or sign_in'),
  user: z.string().max(60).optional().describe('Handle of who did it'),
  surface: z.enum(SURFACES).optional(),
  target: z.string().max(200).optional().describe('Such as acme/app; acme/* = what begins so'),
  ...timeRangeInput,
}

type AuditFilterInput = z.output<z.ZodObject<typeof auditInput>>

/** Which events are meant. */
export interface AuditFilter {
  readonly action?: string | undefined
  readonly user?: string | undefined
  readonly surface?: StoredEvent['surface'] | undefined
  readonly target?: string | undefined
  /** Instants, both included; what is older than the log keeps is not shown. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** @throws AppError `invalid_input` for what is no date, and for an action that nothing has. */
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
    // Who exists on this server and did nothing here is told like one who does not exist.
    user: handle === undefined ? undefined : (user?.id ?? 'nobody'),
    since: since !== undefined && (kept === undefined || since > kept) ? since : kept,
    until: parseUntil(given.until),
  }
}

function assertKnownAction(action: string, known: ReadonlySet<string>): void {
  if (known.has(action)) return
  const close = findClosestName(action, [...known])
  throw new AppError('invalid_input', `action is ${JSON.stringify(echo(action))}, which is in no audit log.`, {
    fix:
      close === undefined
        ? `Give the name of a tool that writes, or one of ${Object.keys(NON_TOOL_ACTIONS).join(', ')}.`
        : `Did you mean ${close}?`,
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

const matchesTarget = (asked: string, target: string): boolean =>
  asked.endsWith('*') ? target.startsWith(asked.slice(0, -1)) : target === asked
