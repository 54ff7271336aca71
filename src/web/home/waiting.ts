import { z } from 'zod'
import { Pacer } from '../../scheduling/pacer.ts'
import { listTokens } from '../../tools/tokens/list-tokens.ts'
import { countWaiting, WAITING_KINDS, type WaitingCounts } from '../../tools/work/waiting-counts.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'
import { readProjects } from './project-progress.ts'

export interface ExpiringToken {
  readonly id: string
  readonly name: string
  readonly expiresAt: string
}

/** Days before its expiration from which a token is shown. */
const EXPIRING_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_TOKENS = 200

/** The active tokens of the user that expire within two weeks, the first one first. */
export async function listExpiringTokens(request: SignedInRequest): Promise<readonly ExpiringToken[]> {
  const shape = z.object({
    tokens: z.array(z.object({ id: z.string(), name: z.string(), expires_at: z.string().nullable() })),
  })
  const { tokens } = await callTool(request, { tool: listTokens, input: { limit: MAX_TOKENS }, shape })
  const before = new Date(request.services.now().getTime() + EXPIRING_DAYS * DAY_MS).toISOString()
  return tokens
    .flatMap(({ id, name, expires_at: expiresAt }) =>
      expiresAt !== null && expiresAt <= before ? [{ id, name, expiresAt }] : [],
    )
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
}

/** A project in which something waits for a user. */
export interface WaitingProject {
  readonly project: string
  readonly counts: WaitingCounts
}

export interface WaitingSurvey {
  /** What costs most by waiting comes first. */
  readonly waiting: readonly WaitingProject[]
  /** Number of projects that were counted. */
  readonly counted: number
  /** Cursor of the projects after those; undefined if all were counted. */
  readonly next: string | undefined
}

/** Projects that are listed at once. */
const CHUNK = 10
/** Locales, of all projects together, after which no more projects are counted. */
const MAX_LOCALES = 2000

/**
 * Counts what waits in projects of the user, in all locales of each.
 * @param limit of projects, a multiple of `CHUNK`
 */
export async function surveyWaiting(
  request: SignedInRequest,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<WaitingSurvey> {
  const bounds = { chunk: CHUNK, limit, maxLocales: MAX_LOCALES }
  const { projects, next } = await readProjects(request, { cursor, ...bounds })
  const pace = new Pacer()
  const waiting: WaitingProject[] = []
  for (const { name: project, record } of projects) {
    const counts = await countWaiting(record, request.services.store.read, pace)
    if (WAITING_KINDS.some(kind => counts[kind] > 0)) waiting.push({ project, counts })
  }
  return { waiting: waiting.sort(compareWaiting), counted: projects.length, next }
}

/** Sorts by the most costly kind, then by its count. */
function compareWaiting(one: WaitingProject, other: WaitingProject): number {
  const decisive = WAITING_KINDS.find(kind => one.counts[kind] > 0 || other.counts[kind] > 0)
  return decisive === undefined ? 0 : other.counts[decisive] - one.counts[decisive]
}
