import type { ServerResponse } from 'node:http'
import { ProtocolError } from '@modelcontextprotocol/server'
import type { Principal } from '../../auth/policy/principal.ts'
import { AppError, type ErrorBody } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { CollectionName, LogName } from '../../store/records/schema.ts'
import type { Change } from '../../store/store.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { OpenLimit } from '../../tools/pipeline/open-limit.ts'
import { findAffected } from '../../tools/pipeline/permission-changes.ts'
import { projectTarget } from '../../tools/pipeline/resources.ts'
import { readResource } from './resources/read.ts'
import { findWatched } from './resources/uri.ts'
import type { ToolBackend } from './tool-backend.ts'

/** A client that is subscribed. Its stream lasts as long as it may read each of its resources. */
interface Listener {
  readonly principal: Principal
  /** Resource URIs as the client wrote them, by ID of the project or run. */
  readonly uris: ReadonlyMap<string, string>
  readonly backend: ToolBackend
  readonly response: ServerResponse
}

interface ListenContext extends Omit<Listener, 'uris'> {
  readonly body: unknown
}

/** The clients that are subscribed to resources (`subscriptions/listen` of the 2026-07-28 revision). */
export interface Subscriptions {
  /**
   * Limits a listen request to the resources that its caller may read now, and watches its stream from then on. Ignores
   * other messages.
   * @throws AppError `invalid_input`, `rate_limited`, `unavailable` when the server is stopping.
   */
  admit(admission: ListenContext): Promise<void>
  close(): void
}

const MAX_RESOURCES = 50
/** Minimum time between two notifications: a client reads the whole resource each time. */
const NOTIFY_INTERVAL_MS = 250
/** Expiration of a credential is not a change of the store, so subscribers are checked periodically. */
const RECHECK_INTERVAL_MS = 15_000

/**
 * Collections whose records have the ID of a watched project or run: the project and its history, which records every
 * other change in it, and runs.
 */
const WATCHED_COLLECTIONS: ReadonlySet<CollectionName | LogName> = new Set(['projects', 'histories', 'runs'] as const)

/**
 * Adds the authorization that the SDK's streams lack: clients can subscribe only to resources that a tool lets them
 * read, and a stream ends when one of them is no longer readable.
 */
export function createSubscriptions(
  { store, log }: Pick<Services, 'store' | 'log'>,
  limit: OpenLimit,
  notify: (uri: string) => void,
): Subscriptions {
  const open = new Set<Listener>()
  const due = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let unwatch: (() => void) | undefined
  let isStopping = false

  // One check runs at a time. Changes during a check cause one more, so that everyone who waits gets a check that
  // started after the change.
  let underWay = Promise.resolve()
  let next: Promise<void> | undefined
  let doubted = new Set<Listener>()
  const lookAfter = async (before: Promise<void>): Promise<void> => {
    await before
    next = undefined
    const judged = [...doubted].filter(one => open.has(one))
    doubted = new Set()
    // A stream that cannot be checked ends, too.
    await Promise.all(judged.map(async one => (await isAllowed(one, log).catch(() => false)) || end(one)))
  }
  const look = (at: Iterable<Listener> = open): Promise<void> => {
    for (const one of at) doubted.add(one)
    next ??= lookAfter(underWay)
    underWay = next
    return next
  }
  const sendNotifications = async (): Promise<void> => {
    timer = undefined
    const changed = [...due]
    due.clear()
    await look()
    for (const uri of new Set([...open].flatMap(({ uris }) => changed.map(id => uris.get(id) ?? '')))) {
      if (uri !== '') notify(uri)
    }
  }
  const reportErrors = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error({ err: error }, 'cannot notify subscribers'))
  const onChanges = (changes: readonly Change[]): void => {
    const isAffected = findAffected(changes)
    const concerned = [...open].filter(({ principal }) => isAffected(principal))
    if (concerned.length > 0) reportErrors(() => look(concerned))()
    for (const { collection, id } of changes) if (WATCHED_COLLECTIONS.has(collection)) due.add(id)
    if (due.size > 0) timer ??= setTimeout(reportErrors(sendNotifications), NOTIFY_INTERVAL_MS)
  }
  const begin = (listener: Listener): void => {
    open.add(listener)
    unwatch ??= store.watch(onChanges)
    looking ??= setInterval(
      reportErrors(() => look()),
      RECHECK_INTERVAL_MS,
    ).unref()
    listener.response.once('close', () => end(listener))
  }
  const end = (listener: Listener): void => {
    if (forget(listener)) listener.response.destroy()
  }
  const forget = (listener: Listener): boolean => {
    const wasOpen = open.delete(listener)
    if (wasOpen && open.size === 0) stop()
    return wasOpen
  }
  const stop = (): void => {
    unwatch?.()
    clearInterval(looking)
    clearTimeout(timer)
    unwatch = looking = timer = undefined
    due.clear()
  }

  return {
    admit: async ({ body, principal, backend, response }) => {
      if (isStopping && isListenRequest(body)) throw stoppingError()
      const requested = findSubscriptionRequest(body)
      if (requested === undefined) return
      const uris = new Map<string, string>()
      for (const uri of requested.resourceSubscriptions) {
        const watched = findWatched(uri)
        if (watched === undefined || !(await isReadable(uri, backend, log))) continue
        const { project } = await projectTarget(watched.project, { principal, read: store.read })
        uris.set(watched.run ?? project.id, uri)
      }
      requested.resourceSubscriptions = [...uris.values()]
      if (uris.size === 0) return
      response.once('close', limit.take(principal))
      const listener = { principal, uris, backend, response }
      begin(listener)
      // The credential may have ended before the watch began.
      const isStillAllowed = await isAllowed(listener, log).catch((error: unknown) => {
        forget(listener)
        throw error
      })
      if (!isStillAllowed) end(listener)
    },
    close: () => {
      isStopping = true
      stop()
    },
  }
}

/** Returns whether a message requests a stream that stays open. */
export const isListenRequest = (body: unknown): boolean =>
  ((body ?? {}) as { readonly method?: unknown }).method === 'subscriptions/listen'

const stoppingError = (): AppError =>
  new AppError('unavailable', 'The server is shutting down.', {
    fix: 'Subscribe again in a few seconds.',
    retryAfter: 10,
  })

/** The part of a message that names the subscribed resources. */
interface SubscriptionRequest {
  resourceSubscriptions: readonly string[]
}

function findSubscriptionRequest(body: unknown): SubscriptionRequest | undefined {
  if (!isListenRequest(body)) return undefined
  const { params } = body as { params?: { notifications?: unknown } | null }
  const requested = params?.notifications as Partial<SubscriptionRequest> | null | undefined
  if (!Array.isArray(requested?.resourceSubscriptions)) return undefined
  const uris: readonly unknown[] = requested.resourceSubscriptions
  if (uris.length <= MAX_RESOURCES && uris.every(uri => typeof uri === 'string'))
    return requested as SubscriptionRequest
  throw new AppError('invalid_input', `params.notifications.resourceSubscriptions has ${uris.length} entries.`, {
    fix: `Give at most ${MAX_RESOURCES} URIs as strings. Use another stream for more.`,
  })
}

const isAllowed = async ({ uris, backend }: Listener, log: Log): Promise<boolean> =>
  (await Promise.all(Array.from(uris.values(), uri => isReadable(uri, backend, log)))).every(Boolean)

/**
 * Returns whether the tool of a resource still allows reading it, by its scopes, its policy and the credential's expiration.
 * @throws AppError `store_unavailable`
 */
async function isReadable(uri: string, backend: ToolBackend, log: Log): Promise<boolean> {
  try {
    await readResource(backend, uri, { client: undefined })
    return true
  } catch (error) {
    const body = ProtocolError.isInstance(error) ? (error.data as ErrorBody | undefined) : undefined
    if (body?.code === 'store_unavailable') {
      const { code, message, fix = '', retry_after: retryAfter = 1 } = body
      throw new AppError(code, message, { fix, retryAfter, cause: error })
    }
    if (!ProtocolError.isInstance(error)) log.error({ err: error }, 'cannot check the permission of a subscriber')
    return false
  }
}
