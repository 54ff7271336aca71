import type { Server } from 'node:http'
import type { FetchDocument } from '../../src/auth/oauth/clients/lookup.ts'
import type { Scope } from '../../src/auth/policy/scopes.ts'
import type { AuthSettings } from '../../src/auth/settings.ts'
import type { Timeouts } from '../../src/http/connections/timeouts.ts'
import { createRateLimiter } from '../../src/http/limits/rate-limits.ts'
import { createHttpServer, type HttpServer } from '../../src/http/server.ts'
import type { Log } from '../../src/log.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { listen } from '../harness/listen.ts'
import { openWorld, type World } from '../tools/world.ts'

/** The real HTTP server on a free port, over a real store, with users who hold tokens. */
export interface TestApp {
  readonly url: string
  readonly world: World
  readonly services: Services
  /** A new account token of this user, with its ID. */
  readonly token: (
    handle: string,
    scopes: readonly Scope[],
    expiresAt?: string,
  ) => Promise<{ id: string; token: string }>
  readonly server: Server
  readonly drain: HttpServer['drain']
  readonly close: () => Promise<void>
}

interface TestAppOptions {
  readonly baseUrl?: string
  readonly allowedHosts?: readonly string[]
  readonly log?: Log
  /** What differs from the defaults of signing in and the authorization server. */
  readonly auth?: Partial<AuthSettings>
  /** A fake internet for client metadata documents; by default there is none. */
  readonly fetchDocument?: FetchDocument
  readonly trustProxy?: number
  /** Limits are disabled unless a test is about them. */
  readonly rateLimitFactor?: number
  readonly patience?: Timeouts
  /** How its world is opened: the files of its store, limits, memory. */
  readonly world?: Parameters<typeof openWorld>[0]
}

export async function openTestApp({
  baseUrl,
  allowedHosts = [],
  log,
  auth = {},
  fetchDocument,
  trustProxy = 0,
  rateLimitFactor = 1000,
  patience,
  world: worldOptions,
}: TestAppOptions = {}): Promise<TestApp> {
  const world = await openWorld(worldOptions)
  let port = 0
  const services: Services = {
    ...world.services,
    ...(log !== undefined && { log }),
    ...(fetchDocument !== undefined && { fetchDocument }),
    auth: { ...world.services.auth, ...auth },
    get baseUrl() {
      return baseUrl ?? `http://localhost:${port}`
    },
  }
  const { server, drain } = createHttpServer(services, {
    loopbackBind: true,
    allowedHosts,
    trustProxy,
    limits: createRateLimiter(services.now, rateLimitFactor),
    ...(patience !== undefined && { patience }),
  })
  port = (await listen(server)).port
  return {
    url: baseUrl === undefined ? services.baseUrl : `http://127.0.0.1:${port}`,
    world,
    services,
    token: async (handle, scopes, expiresAt) => {
      const caller = await world.user(handle)
      return caller.call('create_token', { name: `token of ${handle}`, scopes, expires_at: expiresAt })
    },
    server,
    drain,
    close: async () => {
      await drain({ quietMs: 0, longestMs: 500 })
      await world.close()
    },
  }
}
