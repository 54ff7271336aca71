import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServerFolder, type Daemon, runAsServer, type ServerFolder } from './daemon.ts'
import { pickPort } from './port.ts'
import { findPostgres, giveToServer, versionIn } from './programs.ts'

/** A PostgreSQL of our own on 127.0.0.1: its files, and its processes while it runs. */
export interface Cluster {
  /** Of its superuser. Stays the same when it starts again. */
  readonly url: string
  /** The last 65,536 characters that it said since it started. */
  readonly log: () => string
  /** `fast` ends sessions and saves, `immediate` ends at once and recovers at the next start. Without effect if it is down. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Crashes: its main process gets SIGKILL, and the processes of its sessions end when they notice. */
  kill(): Promise<void>
  /** Stops it if it runs, starts it, and waits until it accepts connections. Settings replace those before, also at later starts. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

export interface ClusterOptions {
  /** Whether commits wait for the disk. Without it they survive every crash except one of the whole machine. Default: false. */
  readonly fsync?: boolean
  /** Folder in which the data folder is created, such as a small disk. Default: the temporary folder of the system. */
  readonly parent?: string
  /** Further settings, such as `{ max_connections: '10' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  // In its data folder, where a killed server leaves nothing.
  dynamic_shared_memory_type: 'mmap',
  // Far from UTC: what relies on the time zone of the server fails.
  timezone: 'Asia/Kolkata',
}

/** @throws Error with its output when it does not start. */
export async function createCluster({ fsync = false, parent, settings }: ClusterOptions = {}): Promise<Cluster> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('No PostgreSQL is installed.')
  const folder = createServerFolder(parent)
  try {
    const password = randomBytes(16).toString('hex')
    await initialize(programs, folder, password)
    const switches = { fsync: fsync ? 'on' : 'off', full_page_writes: fsync ? 'on' : 'off' }
    return await run(programs, folder, password, { ...SETTINGS, ...switches, ...settings })
  } catch (error) {
    await folder.remove()
    throw error
  }
}

const dataIn = (folder: ServerFolder): string => join(folder.path, 'data')

async function initialize(programs: string, folder: ServerFolder, password: string): Promise<void> {
  const passwordFile = join(folder.path, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  giveToServer(passwordFile)
  // Texts sort by the rules of a language, as in most installations: what needs the order of bytes has to say so.
  const sorting = versionIn(programs) >= 15 ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
  const access = ['--username=dragoman', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const files = ['--no-sync', '--wal-segsize=1', '--encoding=UTF8', '--no-locale', ...sorting]
  await runAsServer(folder, join(programs, 'initdb'), [`--pgdata=${dataIn(folder)}`, ...files, ...access])
  await rm(passwordFile)
}

async function run(
  programs: string,
  folder: ServerFolder,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  let latest = settings
  const start = async (port: number): Promise<Daemon> => {
    const options = Object.entries({ ...latest, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const started = folder.run(join(programs, 'postgres'), ['-D', dataIn(folder), ...options])
    await started.seen(/ready to accept connections/)
    return started
  }
  const startOnFreePort = async (): Promise<{ daemon: Daemon; port: number }> => {
    const port = pickPort()
    try {
      return { daemon: await start(port), port }
    } catch (error) {
      if (!String(error).includes('could not create any TCP/IP sockets')) throw error
      return startOnFreePort()
    }
  }
  const startAgain = async (): Promise<Daemon> => {
    try {
      return await start(port)
    } catch (error) {
      // Processes of a crashed server may still hold its memory.
      if (!/is still in use|could not create any TCP\/IP sockets|lock file/.test(String(error))) throw error
      await sleep(50)
      return startAgain()
    }
  }
  let { daemon, port } = await startOnFreePort()
  return {
    url: `postgres://dragoman:${password}@127.0.0.1:${port}/postgres`,
    log: () => daemon.log(),
    stop: mode => daemon.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => daemon.end('SIGKILL'),
    restart: async (more = {}) => {
      latest = { ...latest, ...more }
      await daemon.end('SIGINT')
      daemon = await startAgain()
    },
    remove: async () => {
      await daemon.end('SIGQUIT')
      await folder.remove()
    },
  }
}
