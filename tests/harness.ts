import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../src/config.ts'
import { openLog } from '../src/log.ts'
import { runOperatorCommand } from '../src/operator/commands.ts'
import { serve } from '../src/serve.ts'
import type { Services } from '../src/tools/pipeline/call.ts'

export interface Dragoman {
  readonly url: string
  readonly dataDir: string
  readonly services: Services
  /** Creates an account token and returns its value. An unknown user is created. */
  token(scopes?: string, user?: string): Promise<string>
  /** Runs an operator's command in this process. */
  operator(command: string, input: unknown): Promise<unknown>
  /** Stops the service and starts it again, on the same folder and the same port. */
  restart(): Promise<void>
  /** Stops the service and removes its folder. */
  stop(): Promise<void>
}

export interface Overrides extends Partial<Config> {
  readonly now?: () => Date
}

/** Starts a real service in this process, on a free port, with a data folder of its own. */
export async function startDragoman({ now = () => new Date(), ...overrides }: Overrides = {}): Promise<Dragoman> {
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
