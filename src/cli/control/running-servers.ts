import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { HolderStatus } from '../../operator/server-status.ts'
import { PACKAGE_ROOT } from '../../package-root.ts'
import { createCommandFormatter } from '../../shell-commands.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { Machine } from '../machine.ts'
import { ignoreHolderError, NoHolderError, runOnHolder } from './client.ts'

/** A running server, as commands with another data folder find it (same installation and user). */
const ServerRecord = z.object({ installation: z.string(), data_dir: z.string(), url: z.string(), pid: z.number() })

type ServerRecord = z.output<typeof ServerRecord>

const getServersFolder = ({ stateDir }: Pick<Config, 'stateDir'>): string => join(stateDir, 'servers')

/**
 * Writes the record of this server; returns the function that removes it. A write error is only logged. The record of a killed server is ignored, because
 * its control socket does not respond.
 */
export async function registerServer(config: Config, url: string, log: Log): Promise<() => Promise<void>> {
  const { dataDir } = config
  const note: ServerRecord = { installation: PACKAGE_ROOT, data_dir: dataDir, url, pid: process.pid }
  const name = createHash('sha256').update(`${PACKAGE_ROOT}\0${dataDir}`).digest('hex').slice(0, 32)
  const path = join(getServersFolder(config), `${name}.json`)
  try {
    await mkdir(getServersFolder(config), { recursive: true, mode: 0o700 })
    await writeFile(`${path}.${process.pid}`, JSON.stringify(note), { mode: 0o600 })
    await rename(`${path}.${process.pid}`, path)
  } catch (error) {
    log.info({ err: error }, 'commands without DRAGOMAN_DATA_DIR will not find this server: writing its record failed')
  }
  return () => rm(path, { force: true }).catch(() => undefined)
}

interface ServerCheck {
  readonly config: Config
  readonly args: string
  /** The folder in which the command was run. */
  readonly from: string
  /** Path of the control socket of a data folder. */
  readonly socketPath: (dataDir: string) => string
}

/**
 * Refuses to create a store while a server of this installation uses another data folder: the command was probably meant for that one.
 * @throws AppError `bad_config`
 */
export async function assertNoOtherServer({ config, args, from, socketPath }: ServerCheck): Promise<void> {
  const { dataDir, isCommandOnPath } = config
  if (existsSync(join(dataDir, 'store'))) return
  const others = await findOtherServers(config, socketPath)
  if (others.length === 0) return
  const where = others.map(({ data_dir, url, pid }) => `\n  ${data_dir} (${url}, process ${pid})`).join('')
  const isDefaultNamed = config.isDataDirGiven
  const there = others
    .map(
      ({ data_dir }) =>
        `\n  ${createCommandFormatter({ dataDir: data_dir, isDefaultNamed, from, isCommandOnPath })(args)}`,
    )
    .join('')
  const here = `\n  ${createCommandFormatter({ dataDir, from, isCommandOnPath })('serve')}`
  throw new AppError('bad_config', `${dataDir} has no store. A server runs on another data folder:${where}`, {
    fix: `To use that server, run:${there}\nTo create a store in ${dataDir}, start a server there first:${here}`,
  })
}

async function findOtherServers(
  config: Config,
  socketPath: ServerCheck['socketPath'],
): Promise<readonly ServerRecord[]> {
  const names = await readdir(getServersFolder(config)).catch(() => [])
  const notes = await Promise.all(
    names.filter(name => name.endsWith('.json')).map(name => readServerRecord(join(getServersFolder(config), name))),
  )
  const others = notes.filter(note => note?.installation === PACKAGE_ROOT && note.data_dir !== config.dataDir)
  const alive = await Promise.all(
    others.map(async note => (note !== undefined && (await isServing(note.data_dir, socketPath)) ? [note] : [])),
  )
  return alive.flat()
}

const readServerRecord = async (path: string): Promise<ServerRecord | undefined> =>
  ServerRecord.safeParse(tryParseJson(await readFile(path, 'utf8').catch(() => ''))).data

/** After this time, a slow server counts as running. */
const MAX_WAIT_MS = 2_000

async function isServing(dataDir: string, socketPath: ServerCheck['socketPath']): Promise<boolean> {
  try {
    return (await askStatus({ socketPath: () => socketPath(dataDir) })).process === 'server'
  } catch (error) {
    if (error instanceof NoHolderError) return false
    return error instanceof AppError && error.code === 'unavailable'
  }
}

/** The base URL of the server that holds this machine's data folder; undefined without one. */
export async function findRunningServerUrl({ socketPath }: Pick<Machine, 'socketPath'>): Promise<string | undefined> {
  const status = await askStatus({ socketPath }).catch(ignoreHolderError)
  return status?.process === 'server' ? status.url : undefined
}

/** @throws NoHolderError when the store is a database, or AppError. */
async function askStatus(machine: Pick<Machine, 'socketPath'>): Promise<Partial<HolderStatus>> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  return (await runOnHolder(machine, 'server status', {}, { signal })) as Partial<HolderStatus>
}
