import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServerFolder, type Daemon, type ServerFolder } from './daemon.ts'
import { pickPort } from './port.ts'
import { findPgBouncer, giveToServer } from './programs.ts'

/** PgBouncer, which shares few connections of a server among many clients. */
export interface PgBouncer {
  /** The URL of a database as clients have it: with the address of PgBouncer. */
  through(url: string): string
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

export interface PgBouncerOptions {
  /** Connections to each database. */
  readonly poolSize: number
}

/** Starts one in front of a server. Suites with `describeWith('pgbouncer', …)` can. */
export async function startPgBouncer(serverUrl: string, options: PgBouncerOptions): Promise<PgBouncer> {
  const program = findPgBouncer()
  if (program === undefined) throw new Error('No PgBouncer is installed.')
  const folder = createServerFolder()
  try {
    const { daemon, port } = await start(program, folder, new URL(serverUrl), options)
    return {
      through: url => {
        const address = new URL(url)
        address.host = `127.0.0.1:${port}`
        return address.href
      },
      remove: async () => {
        await daemon.end('SIGTERM')
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function start(
  program: string,
  folder: ServerFolder,
  server: URL,
  options: PgBouncerOptions,
): Promise<{ daemon: Daemon; port: number }> {
  const { poolSize } = options
  const port = pickPort()
  const [users, configuration] = ['users.txt', 'pgbouncer.ini'].map(name => join(folder.path, name)) as [string, string]
  await writeFile(users, `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`, {
    mode: 0o600,
  })
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
  ]
  await writeFile(configuration, `${lines.join('\n')}\n`, { mode: 0o600 })
  giveToServer(users, configuration)
  const daemon = folder.run(program, [configuration])
  try {
    await daemon.seen(/process up/)
    return { daemon, port }
  } catch (error) {
    if (!/Address already in use/i.test(String(error))) throw error
    return start(program, folder, server, options)
  }
}
