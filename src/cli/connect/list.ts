import { access, constants, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { CliContext } from '../context.ts'
import type { Machine } from '../machine.ts'
import { type Column, printTable } from '../output/table.ts'
import { findRepository } from '../repository/project-file.ts'
import { displayPath, exists, FORMATS, SERVER_NAME, scopesOf } from './client-file.ts'
import { CLIENTS } from './client-list.ts'
import { type Client, type FileClient, isFileClient, type Place } from './clients.ts'
import { placeOf } from './connect.ts'

interface Row {
  readonly client: string
  readonly name: string
  /** Whether the client is on this machine; null when nothing tells. */
  readonly installed: boolean | null
  /** Files with the server. */
  readonly configured: readonly string[]
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'client' },
  { name: 'name' },
  {
    name: 'installed',
    format: ({ installed }) => (installed === true ? 'yes' : '–'),
    style: ({ installed }) => (installed === true ? 'green' : 'dim'),
  },
  { name: 'configured', format: ({ configured }) => (configured.length === 0 ? '–' : configured.join(', ')) },
]

/** Prints all clients, and which of them are installed and connected; returns the exit code. */
export async function listClients(
  machine: Machine,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
  context: CliContext,
): Promise<number> {
  const repository = await findRepository(machine.workingFolder)
  const place = placeOf(machine, context, repository?.root)
  const rows = await Promise.all(
    CLIENTS.map(async client => ({
      client: client.id,
      name: client.name,
      installed: await isInstalled(client, place),
      configured: isFileClient(client)
        ? (await findConfigured(client, place)).map(path => displayPath(path, machine.workingFolder, place))
        : [],
    })),
  )
  printTable(context.io, rows, COLUMNS, { json, quiet: quiet === true ? 'client' : undefined, none: '' })
  return 0
}

async function isInstalled({ program, folders }: Client, place: Place): Promise<boolean | null> {
  if (program === undefined && folders === undefined) return null
  const inPath = program === undefined ? [] : (place.env['PATH'] ?? '').split(delimiter).map(dir => join(dir, program))
  const found = await Promise.all([...inPath.map(isExecutable), ...(folders?.(place) ?? []).map(exists)])
  return found.includes(true)
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function findConfigured(client: FileClient, place: Place): Promise<readonly string[]> {
  const paths = scopesOf(client)
    .flatMap(scope => client.files[scope]?.(place) ?? [])
    .flatMap(path => (client.readsJsonc === true ? [path, `${path}c`] : [path]))
  const found = await Promise.all(paths.map(async path => ((await names(client, path)) ? [path] : [])))
  return found.flat()
}

/** Whether a file has the server. A file that its client could not read has none. */
async function names({ format, section }: FileClient, path: string): Promise<boolean> {
  try {
    const text = await readFile(path, 'utf8')
    return FORMATS[format].read(text, { section, name: SERVER_NAME, file: path }) !== undefined
  } catch {
    return false
  }
}
