import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { commandLine } from '../command-line.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { ROOT } from '../installation.ts'
import type { Log } from '../log.ts'
import { askHolder, NobodyThere } from './control-client.ts'

/** Where a server runs, for commands of the same installation and user that look at another data folder. */
const Note = z.object({ installation: z.string(), data_dir: z.string(), url: z.string(), pid: z.number() })

type Note = z.output<typeof Note>

const notesOf = ({ stateDir }: Pick<Config, 'stateDir'>): string => join(stateDir, 'servers')

/**
 * Leaves a note of this server, and gives what removes it. Without a place for the note the server runs all the same; one that a killed server leaves
 * means nothing, because nobody answers there.
 */
export async function leaveNote(config: Config, url: string, log: Log): Promise<() => Promise<void>> {
  const { dataDir } = config
  const note: Note = { installation: ROOT, data_dir: dataDir, url, pid: process.pid }
  const name = createHash('sha256').update(`${ROOT}\0${dataDir}`).digest('hex').slice(0, 32)
  const path = join(notesOf(config), `${name}.json`)
  try {
    await mkdir(notesOf(config), { recursive: true, mode: 0o700 })
    await writeFile(`${path}.${process.pid}`, JSON.stringify(note), { mode: 0o600 })
    await rename(`${path}.${process.pid}`, path)
  } catch (error) {
    log.info({ err: error }, 'commands that name no data folder do not find this server: its note cannot be written')
  }
  return () => rm(path, { force: true }).catch(() => undefined)
}

/** Who asks, and how to repeat it. */
interface Asking {
  readonly config: Config
  readonly args: string
  /** The folder in which the command was given. */
  readonly from: string
  /** Where the control socket of a data folder is. */
  readonly socketPath: (dataDir: string) => string
}

/**
 * Refuses to create a store while a server of this installation uses another folder: the command was most likely meant for that one.
 * @throws AppError `bad_config`
 */
export async function assertNoOtherServer({ config, args, from, socketPath }: Asking): Promise<void> {
  const { dataDir } = config
  if (existsSync(join(dataDir, 'store'))) return
  const others = await findOthers(config, socketPath)
  if (others.length === 0) return
  const where = others.map(({ data_dir, url, pid }) => `\n  ${data_dir} (${url}, process ${pid})`).join('')
  const isDefaultNamed = config.isDataDirGiven
  const there = others
    .map(({ data_dir }) => `\n  ${commandLine({ dataDir: data_dir, isDefaultNamed, from })(args)}`)
    .join('')
  const here = `\n  ${commandLine({ dataDir, from })('serve')}`
  throw new AppError('bad_config', `There is no store in ${dataDir}. A server runs on another data folder:${where}`, {
    fix: `For that server, run:${there}\nTo create a store in ${dataDir}, start a server there first:${here}`,
  })
}

async function findOthers(config: Config, socketPath: Asking['socketPath']): Promise<readonly Note[]> {
  const names = await readdir(notesOf(config)).catch(() => [])
  const notes = await Promise.all(
    names.filter(name => name.endsWith('.json')).map(name => readNote(join(notesOf(config), name))),
  )
  const others = notes.filter(note => note?.installation === ROOT && note.data_dir !== config.dataDir)
  const alive = await Promise.all(
    others.map(async note => (note !== undefined && (await serves(note.data_dir, socketPath)) ? [note] : [])),
  )
  return alive.flat()
}

async function readNote(path: string): Promise<Note | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** A server that is slow to answer runs, too. */
const PATIENCE_MS = 2_000

async function serves(dataDir: string, socketPath: Asking['socketPath']): Promise<boolean> {
  const asked = { command: 'server status', args: {} }
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const status = await askHolder(socketPath(dataDir), '/control/run', asked, { signal })
    return (status as { readonly process?: string }).process === 'server'
  } catch (error) {
    if (error instanceof NobodyThere) return false
    return error instanceof AppError && error.code === 'unavailable'
  }
}
