import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../src/config.ts'
import { openLog } from '../src/log.ts'
import { runOperatorCommand } from '../src/operator/commands.ts'
import { serve } from '../src/serve.ts'
import type { Dragoman } from './harness/dragoman.ts'
import { openSite } from './processes/site.ts'
import { processCount } from './runs.ts'

export type { Dragoman }

export interface Overrides extends Partial<Config> {
  readonly now?: () => Date
}

/**
 * Starts a real service in this process, on a free port, with a data folder of its own. A run with DRAGOMAN_TEST_PROCESSES has so many processes behind a
 * proxy instead, except for tests that change the settings or the time.
 */
export async function startDragoman(given: Overrides = {}): Promise<Dragoman> {
  if (processCount !== undefined && Object.keys(given).length === 0) return openSite({ count: processCount })
  const { now = () => new Date(), ...overrides } = given
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'dragoman-')))
  const environment = { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_RATE_LIMIT_FACTOR: '1000' }
  const config = { ...readConfig(environment), ...overrides }
  const log = openLog('silent')
  let running = await serve(config, { log, now, quietMs: 0 })
  const { url } = running
  const holder = { kind: 'server', pid: process.pid, startedAt: now() } as const
  const operator = (command: string, input: unknown) =>
    runOperatorCommand(command, input, { services: running.services, holder, requestId: running.services.newId() })
  return {
    url,
    dataDir,
    get services() {
      return running.services
    },
    operator,
    token: async (scopes = 'all', user = 'ada') => {
      const made = await operator('token create', { user, create: true, name: `of ${user}`, scopes })
      return (made as { token: string }).token
    },
    restart: async () => {
      await running.stop()
      running = await serve({ ...config, port: Number(new URL(url).port) }, { log, now, quietMs: 0 })
    },
    stop: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
