import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { Machine } from '../machine.ts'

/** Longer than any request that runs under the lock: an older lock belongs to a process that was killed. */
const STALE_MS = 60_000
const RETRY_MS = 50
const MAX_WAIT_MS = 90_000

/**
 * Runs work while no other process of this user does, by a lock file. Two processes may take over one stale lock: then the last write wins, and the
 * server returns the same tokens to both.
 * @throws AppError `unavailable` when another process keeps the lock.
 */
async function withFileLock<T>(path: string, now: () => Date, work: () => Promise<T>): Promise<T> {
  const started = now().getTime()
  while (!(await takeLock(path))) {
    if (await isStale(path, now())) await rm(path, { force: true })
    else if (now().getTime() - started > MAX_WAIT_MS) throw lockedError(path)
    else await sleep(RETRY_MS)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function takeLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isStale(path: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && now.getTime() - found.mtimeMs > STALE_MS
}

const lockedError = (path: string): AppError =>
  new AppError('unavailable', `Another process keeps the lock ${path}.`, {
    fix: 'Try again. If no other dragoman process runs, delete that file.',
  })

const SignIn = z.object({
  user: z.string(),
  method: z.enum(['browser', 'device']),
  signed_in_at: z.string(),
  access_token: z.string(),
  /** When the access token expires. */
  expires_at: z.string(),
  refresh_token: z.string(),
})

/** The tokens of one server. */
export type SignIn = z.output<typeof SignIn>

const Credentials = z.object({
  version: z.literal(1),
  /** The server of the last sign-in; commands use it when nothing names a server. */
  default: z.string().optional(),
  /** By origin. The client ID is kept after a sign-out, because it is no secret and registrations are limited. */
  servers: z.record(z.string(), z.object({ client_id: z.string().optional(), sign_in: SignIn.optional() })),
})

/** The content of `credentials.json`. */
export type Credentials = z.output<typeof Credentials>

const NONE: Credentials = { version: 1, servers: {} }

/** The credentials of `dragoman login`, in a file that only this user can read. */
export interface CredentialsFile {
  readonly path: string
  /** @throws AppError `bad_config` when other users can read the file, or it is not valid. */
  read(): Promise<Credentials>
  /** Changes the file while no other process does. `change` returns the new content, or the old one to write nothing. */
  update(change: (before: Credentials) => Promise<Credentials> | Credentials): Promise<Credentials>
}

/** Opens the credentials of this user. Nothing is created before the first write. */
export function openCredentials({ config, now, newId }: Pick<Machine, 'config' | 'now' | 'newId'>): CredentialsFile {
  const path = join(config.configDir, 'credentials.json')
  const read = (): Promise<Credentials> => readCredentials(path)
  return {
    path,
    read,
    update: async change => {
      await openFolder(config.configDir).catch(error => throwUnwritable(path, error))
      return withFileLock(`${path}.lock`, now, async () => {
        const before = await read()
        const after = await change(before)
        if (after !== before) await writeCredentials(path, after, newId()).catch(error => throwUnwritable(path, error))
        return after
      })
    },
  }
}

async function readCredentials(path: string): Promise<Credentials> {
  let text: string
  try {
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) throw exposedError(path)
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return NONE
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `${path} cannot be read: ${code ?? String(error)}.`, {
      fix: dragoman => `Make it readable for your user, or delete it and run ${dragoman('login')}.`,
      cause: error,
    })
  }
  const parsed = Credentials.safeParse(tryParseJson(text))
  if (parsed.success) return parsed.data
  // The message of the parser could quote a token.
  throw new AppError('bad_config', `${path} is not valid.`, {
    fix: dragoman => `Delete it and run ${dragoman('login')}.`,
  })
}

const exposedError = (path: string): AppError =>
  new AppError('bad_config', `Other users of this machine can read ${path}.`, {
    fix: `Run chmod 600 ${path}. If others may have read it, revoke the sign-in at /account/apps on its servers.`,
  })

/** Creates the folder of the credentials. Another program may have created it for everybody. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

async function writeCredentials(path: string, content: Credentials, id: string): Promise<void> {
  const part = `${path}.${id}.part`
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function throwUnwritable(path: string, error: NodeJS.ErrnoException): never {
  throw new AppError('bad_config', `${path} cannot be written: ${error.code ?? error.message}.`, {
    fix: `Make ${dirname(path)} writable for your user, or set XDG_CONFIG_HOME to another folder.`,
    cause: error,
  })
}

/** Returns the credentials with another entry for a server; undefined fields are removed. */
export const withServer = (all: Credentials, server: string, entry: Credentials['servers'][string]): Credentials => ({
  ...all,
  servers: { ...all.servers, [server]: entry },
})

/** The path as people read it: `~` for the home folder. */
export const shortenHome = (path: string, home = homedir()): string =>
  path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
