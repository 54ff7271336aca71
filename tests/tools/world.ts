import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { rateLimitFetch } from '../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { listAudiences } from '../../src/auth/oauth/resources.ts'
import { authenticate } from '../../src/auth/policy/authenticate.ts'
import type { Credential, Principal } from '../../src/auth/policy/principal.ts'
import { ALL_SCOPES, type Scope } from '../../src/auth/policy/scopes.ts'
import { authSettings } from '../../src/auth/settings.ts'
import { startSession } from '../../src/auth/users/sessions.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import { type AccountLimits, readConfig } from '../../src/config.ts'
import { createEngineSet } from '../../src/engines/open-engines.ts'
import { AppError, type CommandFormatter } from '../../src/errors.ts'
import { createCpuBudget } from '../../src/http/limits/cpu-budget.ts'
import type { Engine } from '../../src/l10n/engines/engine.ts'
import { openLog } from '../../src/log.ts'
import { classifyHost, createWebhookRequest } from '../../src/outbound/webhook-request.ts'
import type { ServerCommands } from '../../src/shell-commands.ts'
import { createIdGenerator } from '../../src/store/ids.ts'
import { type OpenOptions, openStore } from '../../src/store/open.ts'
import { NO_TELEMETRY } from '../../src/telemetry/telemetry.ts'
import { AUDIT_ACTIONS } from '../../src/tools/audit/actions.ts'
import { createTransferLinks } from '../../src/tools/files/transfer/links.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { HeapGuard } from '../../src/tools/quota/heap-guard.ts'
import type { HeapSource } from '../../src/tools/quota/process-heap.ts'
import { findTool } from '../../src/tools/registry.ts'
import { RunWatch } from '../../src/tools/runs/watch/run-watch.ts'
import { WorkLeases } from '../../src/tools/work/leases.ts'
import { createCompute } from '../../src/workers/compute.ts'
import { eachTest } from '../harness/each-test.ts'
import { THREADS } from '../threads.ts'
import { assertNamesPage } from './person-pages.ts'
import { unnested } from './pipeline/nested-transactions.ts'

interface Caller {
  readonly principal: Principal
  /** Runs a tool by its name through the pipeline. */
  readonly call: <T = Record<string, unknown>>(tool: string, args?: unknown) => Promise<T>
}

/** A real store in a temporary folder, a clock that the test moves, and users who call tools through the pipeline. */
export interface World {
  readonly services: Services
  readonly dataDir: string
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void
  /** A local program, with this user's permissions. */
  readonly user: (handle: string, scopes?: readonly Scope[]) => Promise<Caller>
  /** A user in a browser, whose writes are human. */
  readonly human: (handle: string, scopes?: readonly Scope[]) => Promise<Caller>
  /** The principal of a bearer token. */
  readonly bearer: (value: string) => Promise<Caller>
  /** An organization with these members; the first admin owns it. */
  readonly organization: (handle: string, members: Readonly<Record<string, 'member' | 'admin'>>) => Promise<string>
  readonly setAccount: (
    handle: string,
    change: { has_access?: boolean; public?: boolean; limits?: Partial<AccountLimits> },
  ) => Promise<void>
  readonly close: () => Promise<void>
}

/** A client ID has the shape of a secret, but is none. */
const SECRET = /sv(?!cc)[a-z]{2}_[0-9a-f]{48}/i

const dragoman: CommandFormatter = args => `dragoman ${args}`
const COMMANDS: ServerCommands = { forOperators: dragoman, forEverybody: dragoman }

const START = '2027-03-01T12:00:00.000Z'

/** The memory of the test process must not affect the tests. */
const EMPTY_HEAP: HeapSource = { limit: 1, used: () => 0, onCollected: () => () => undefined }

interface WorldOptions extends Partial<Pick<OpenOptions, 'url' | 'files' | 'journalBytes' | 'report'>> {
  /** The differences from the default limits. */
  readonly limits?: Partial<AccountLimits>
  readonly heap?: HeapSource
  readonly engines?: readonly Engine[]
  readonly webhookHosts?: readonly string[]
}

/** A world of its own for each test. */
export const eachWorld = (options?: WorldOptions): World => eachTest(() => openWorld(options))

export async function openWorld({
  limits = {},
  heap = EMPTY_HEAP,
  engines = [],
  webhookHosts = [],
  ...options
}: WorldOptions = {}): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-world-'))
  const store = unnested(await openStore({ url: 'lowdb:', dataDir, ...options }))
  let time = Date.parse(START)
  const now = (): Date => new Date(time)
  const compute = createCompute(THREADS)
  const services: Services = {
    store,
    log: openLog('silent'),
    now,
    newId: createIdGenerator(now),
    baseUrl: 'http://localhost:4050',
    version: '0.0.0-test',
    links: createTransferLinks({ store, now }),
    auth: authSettings(readConfig({})),
    limits: { ...readConfig({}).limits, ...limits },
    auditActions: AUDIT_ACTIONS,
    maxOrganizations: readConfig({}).maxOrganizations,
    heap: new HeapGuard(heap, { maxPercent: 75, log: openLog('silent'), doctor: 'dragoman doctor' }),
    fetchDocument: rateLimitFetch(async () => ({ fault: { why: 'network', detail: 'There is no network here.' } }), {
      shared: store.shared,
      now,
    }),
    compute,
    cpuBudget: createCpuBudget(now, 1_000_000),
    leases: new WorkLeases(store.shared),
    runWatch: new RunWatch(store),
    engines: createEngineSet(engines),
    sendWebhook: createWebhookRequest({ hosts: webhookHosts }),
    webhookHost: url => classifyHost(url, webhookHosts),
    commands: COMMANDS,
    telemetry: NO_TELEMETRY,
  }
  const callerOf = (principal: Principal): Caller => ({
    principal,
    call: async <T>(tool: string, args: unknown = {}) => {
      const context = { services, principal, surface: 'rest', requestId: 'req-test', client: 'test/1' } as const
      const outcome = await findTool(tool)
        .invoke(args, context)
        .then(
          answer => ({ answer }),
          (error: unknown) => ({ error }),
        )
      assertNamesPage(tool, 'error' in outcome ? outcome.error : outcome.answer, services.baseUrl)
      if ('error' in outcome) throw outcome.error
      return outcome.answer as T
    },
  })
  const userOf = (handle: string) => store.transaction(tx => findOrCreateUser(tx, handle, services))
  const as = async (handle: string, credential: Credential, scopes: readonly Scope[]): Promise<Caller> => {
    const { user } = await userOf(handle)
    return callerOf({ user, credential, scopes: new Set(scopes), reach: 'all', expiresAt: null })
  }
  return {
    services,
    dataDir,
    pass: milliseconds => {
      time += milliseconds
    },
    user: (handle, scopes = ALL_SCOPES) => as(handle, { kind: 'stdio' }, scopes),
    human: async (handle, scopes = ALL_SCOPES) => {
      const { session } = await store.transaction(async tx => {
        const { user } = await findOrCreateUser(tx, handle, services)
        return startSession(tx, { user, method: 'link' }, { now: now(), newId: services.newId })
      })
      return as(handle, { kind: 'session', id: session.id }, scopes)
    },
    bearer: async value => {
      const found = await authenticate(value, listAudiences(services.baseUrl, 'api'), store.read, now())
      if ('fault' in found) throw new AppError('invalid_token', found.fault)
      return callerOf(found.principal)
    },
    organization: async (handle, members) => {
      const users = await Promise.all(Object.keys(members).map(name => userOf(name)))
      const owner = users.find(({ user }) => members[user.handle] === 'admin')?.user
      if (owner === undefined) throw new Error('an organization needs an admin')
      const id = services.newId()
      const created_at = now().toISOString()
      await store.transaction(async tx => {
        await tx.accounts.insert({
          id,
          handle,
          name: handle,
          kind: 'organization',
          owner_id: owner.id,
          has_access: true,
          public: false,
          created_at,
        })
        for (const { user } of users) {
          const role = members[user.handle] ?? 'member'
          await tx.memberships.insert({ id: services.newId(), account_id: id, user_id: user.id, role, created_at })
        }
      })
      return id
    },
    setAccount: async (handle, change) => {
      await store.transaction(async tx => {
        const account = await tx.accounts.by('handle', handle)
        if (account === undefined) throw new Error(`no account ${handle}`)
        await tx.accounts.put({ ...account, ...change })
      })
    },
    close: async () => {
      const told = await store.read.audit.page('all', '', { limit: 1000 }).catch(() => undefined)
      await compute.close()
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
      const secret = told?.items.find(event => SECRET.test(JSON.stringify(event)))
      if (secret !== undefined) throw new Error(`the audit log has a secret: ${secret.action} ${secret.target}`)
    },
  }
}

/** The error of a call. Begin each call only here: one that fails while the test awaits another one is an unhandled rejection. */
export async function refused(outcome: Promise<unknown>): Promise<AppError> {
  const error = await outcome.then(
    answer => new Error(`expected a refusal, got ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  if (error instanceof AppError) return error
  throw error
}

/** Expects an error with this code, and with these words in its message. */
export async function expectRefusal(outcome: Promise<unknown>, code: string, words = ''): Promise<void> {
  expect(await refused(outcome)).toMatchObject({ code, message: expect.stringContaining(words) })
}
