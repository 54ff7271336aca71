import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { openLocalServices } from '../../src/open-services.ts'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import type { Dragoman } from '../harness/dragoman.ts'
import { type DragomanProcess, startDragomanProcess } from '../postgres/processes.ts'
import { startRoundRobin } from '../postgres/round-robin.ts'
import { openPostgres } from '../postgres/server.ts'

/** A service of several processes on one database, behind a proxy that gives each request to the next of them. */
export interface Site extends Dragoman {
  readonly processes: readonly SiteProcess[]
}

/** The place of a process, in which another one can be started. */
export interface SiteProcess {
  /** The own address of the current process. */
  readonly url: string
  /** Ends it at once (SIGKILL). The proxy has to find out by itself. */
  kill(): Promise<void>
  /** Stops it (SIGTERM). The proxy has to find out by itself. */
  stop(): Promise<void>
  /** Starts another one in its place. */
  start(): Promise<void>
}

export interface SiteOptions {
  readonly count?: number
  /** Variables of each process, by its place. */
  readonly env?: (at: number) => Readonly<Record<string, string>>
}

/** Opens a database of its own, and starts the processes. Suites with `describeWith('postgres', …)` can. */
export async function openSite({ count = 3, env = () => ({}) }: SiteOptions = {}): Promise<Site> {
  const database = await (await openPostgres()).createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-site-'))
  const proxy = await startRoundRobin()
  const shared = { DRAGOMAN_NEW_ACCOUNTS: 'open', DRAGOMAN_STORE_CONNECTIONS: '5' }
  const config = readConfig({
    ...shared,
    DRAGOMAN_STORE_URL: database.url,
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_BASE_URL: proxy.url,
    DRAGOMAN_TRUST_PROXY: '1',
  })
  const deps = { config, log: openLog('silent'), now: () => new Date() }
  const here = await openLocalServices(deps, { kind: 'command', baseUrl: () => proxy.url })
  const open = (at: number): Promise<DragomanProcess> =>
    startDragomanProcess({ storeUrl: database.url, baseUrl: proxy.url, env: { ...shared, ...env(at) } })
  const places = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      openPlace(
        () => open(at),
        port => proxy.add(port),
      ),
    ),
  )
  const operator = (command: string, input: unknown) =>
    runOperatorCommand(command, input, { ...here, requestId: here.services.newId() })
  return {
    url: proxy.url,
    dataDir,
    services: here.services,
    processes: places,
    operator,
    token: async (scopes = 'all', user = 'ada') => {
      const made = await operator('token create', { user, create: true, name: `of ${user}`, scopes })
      return (made as { token: string }).token
    },
    restart: async () => {
      for (const place of places) {
        await place.stop()
        await place.start()
      }
    },
    stop: async () => {
      await Promise.all(places.map(place => place.kill()))
      await proxy.close()
      await here.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openPlace(open: () => Promise<DragomanProcess>, add: (port: number) => void): Promise<SiteProcess> {
  let current = await open()
  add(current.port)
  return {
    get url() {
      return current.url
    },
    kill: async () => void (await current.kill()),
    stop: async () => void (await current.stop()),
    start: async () => {
      current = await open()
      add(current.port)
    },
  }
}
