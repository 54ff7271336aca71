import { z } from 'zod'
import type { SignedIn } from '../auth/sessions.ts'
import type { Frozen } from '../store/frozen.ts'
import type { IdentityRecord } from '../store/records/sign-in.ts'
import { listAuditEvents } from '../tools/audit/list-audit-events.ts'
import { callTool } from './call-tool.ts'
import type { Visit } from './visit.ts'

const RemovalEvent = z.object({ target: z.string(), detail: z.object({ login: z.string() }) })

/** The login of the last way to sign in that the person removed, when it is not one of theirs again. */
export async function findRemovedIdentity(
  visit: Visit,
  signedIn: SignedIn,
  identities: readonly Frozen<IdentityRecord>[],
): Promise<string | undefined> {
  const input = { action: 'identity_removed', limit: 1 }
  const shape = z.object({ events: z.array(RemovalEvent) })
  const [event] = (await callTool(visit, signedIn, { tool: listAuditEvents, input, shape })).events
  const isBack = identities.some(({ provider, subject }) => `${provider}:${subject}` === event?.target)
  return isBack ? undefined : event?.detail.login
}
