import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rateLimitFetch } from '../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { authSettings } from '../../src/auth/settings.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import { readConfig } from '../../src/config.ts'
import { createEngineSet } from '../../src/engines/open-engines.ts'
import { createCpuBudget } from '../../src/http/limits/cpu-budget.ts'
import type { Engine } from '../../src/l10n/engines/engine.ts'
import { openLog } from '../../src/log.ts'
import { createServerCommands } from '../../src/shell-commands.ts'
import { createIdGenerator } from '../../src/store/ids.ts'
import { openStore } from '../../src/store/open.ts'
import { NO_TELEMETRY } from '../../src/telemetry/telemetry.ts'
import { AUDIT_ACTIONS } from '../../src/tools/audit/actions.ts'
import { createTransferLinks } from '../../src/tools/files/transfer/links.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { HeapGuard } from '../../src/tools/quota/heap-guard.ts'
import { processHeap } from '../../src/tools/quota/process-heap.ts'
import { findTool } from '../../src/tools/registry.ts'
import { RunWatch } from '../../src/tools/runs/watch/run-watch.ts'
import { WorkLeases } from '../../src/tools/work/leases.ts'
import { createCompute } from '../../src/workers/compute.ts'

export const LOCALES = ['de', 'fr', 'es', 'pl', 'ja'] as const
export const PROJECT = 'bench/app'

/** A store of its own on the disk, with one project, and the tools as the service runs them, without a transport. */
export interface TestApp {
  readonly services: Services
  readonly call: <T>(tool: string, args: object) => Promise<T>
  /** Like `call`, with files of any size in the answer. */
  readonly pull: <T>(args: object) => Promise<T>
  readonly close: () => Promise<void>
}

export async function openTestApp(
  engines: readonly Engine[] = [],
  locales: readonly string[] = LOCALES,
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-bench-l10n-'))
  const store = await openStore({ url: 'lowdb:', dataDir })
  const now = (): Date => new Date()
  const compute = createCompute()
  const commands = createServerCommands({ dataDir, isLocal: true })
  const services: Services = {
    store,
    log: openLog('silent'),
    now,
    newId: createIdGenerator(now),
    baseUrl: 'http://localhost:4050',
    version: '0.0.0-bench',
    links: createTransferLinks({ store, now }),
    auth: authSettings(readConfig({})),
    limits: readConfig({}).limits,
    auditActions: AUDIT_ACTIONS,
    maxOrganizations: readConfig({}).maxOrganizations,
    heap: new HeapGuard(processHeap, {
      maxPercent: readConfig({}).maxHeap,
      log: openLog('error'),
      doctor: commands.forOperators('doctor'),
    }),
    fetchDocument: rateLimitFetch(async () => ({ fault: { why: 'network', detail: 'There is no network here.' } }), {
      shared: store.shared,
      now,
    }),
    compute,
    cpuBudget: createCpuBudget(now, 1_000_000),
    leases: new WorkLeases(store.shared),
    runWatch: new RunWatch(store),
    engines: createEngineSet(engines),
    sendWebhook: async () => ({ fault: 'A benchmark sends nothing.' }),
    webhookHost: () => 'public',
    commands,
    telemetry: NO_TELEMETRY,
  }
  const { user } = await store.transaction(tx => findOrCreateUser(tx, 'bench', services))
  const principal = {
    user,
    credential: { kind: 'stdio' },
    scopes: new Set(ALL_SCOPES),
    reach: 'all',
    expiresAt: null,
  } as const
  const invoke = async <T>(tool: string, args: object, inlineFiles: boolean): Promise<T> => {
    const answer = await findTool(tool).invoke(args, {
      services,
      principal,
      surface: 'rest',
      requestId: 'bench',
      inlineFiles,
    })
    return answer as T
  }
  const call = <T>(tool: string, args: object): Promise<T> => invoke(tool, args, false)
  await call('create_project', { project: PROJECT, source_locale: 'en', target_locales: locales })
  return {
    services,
    call,
    pull: args => invoke('pull_translations', args, true),
    close: async () => {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
