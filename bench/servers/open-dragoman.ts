import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rateLimitFetch } from '../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { authSettings } from '../../src/auth/settings.ts'
import { readConfig } from '../../src/config.ts'
import { createEngineSet } from '../../src/engines/open-engines.ts'
import { createCpuBudget } from '../../src/http/limits/cpu-budget.ts'
import { createRateLimiter } from '../../src/http/limits/rate-limits.ts'
import { createHttpServer } from '../../src/http/server.ts'
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
import { RunWatch } from '../../src/tools/runs/watch/run-watch.ts'
import { WorkLeases } from '../../src/tools/work/leases.ts'
import { createCompute } from '../../src/workers/compute.ts'
import { listen } from './peer.ts'

/** The service with its real store in a folder that goes with the process; rate limits are out of the way. */
export async function openService(): Promise<{ services: Services; serve: () => Promise<number> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-bench-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const now = (): Date => new Date()
  const commands = createServerCommands({ dataDir, isLocal: true })
  const store = await openStore({ url: 'lowdb:', dataDir })
  const services: Services = {
    store,
    log: openLog('error'),
    now,
    newId: createIdGenerator(now),
    baseUrl: 'http://127.0.0.1',
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
    compute: createCompute(),
    cpuBudget: createCpuBudget(now, 1_000_000),
    leases: new WorkLeases(store.shared),
    runWatch: new RunWatch(store),
    engines: createEngineSet([]),
    sendWebhook: async () => ({ fault: 'A benchmark sends nothing.' }),
    webhookHost: () => 'public',
    commands,
    telemetry: NO_TELEMETRY,
  }
  const site = { loopbackBind: true, allowedHosts: [], trustProxy: 0, limits: createRateLimiter(now, 1_000_000) }
  return { services, serve: () => listen(createHttpServer(services, site).server) }
}
