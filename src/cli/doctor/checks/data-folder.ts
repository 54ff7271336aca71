import { access, constants } from 'node:fs/promises'
import type { CommandFormatter } from '../../../errors.ts'
import type { HolderStatus } from '../../../operator/server-status.ts'
import { findOutgrown, formatSize, type SizeStatus } from '../../../operator/size.ts'
import type { MoveMarks } from '../../../store/store.ts'
import { pluralize } from '../../../tools/pluralize.ts'
import { formatHeap, type HeapStatus } from '../../../tools/quota/heap-guard.ts'
import { formatBytes } from '../../../tools/quota/limits.ts'
import { NoHolderError, runOnHolder } from '../../control/client.ts'
import type { Machine } from '../../machine.ts'
import { type Finding, fault, toFault, warning, works } from '../finding.ts'

/** Findings about this machine, and the URL of its server. */
export interface LocalCheck {
  readonly findings: readonly Finding[]
  readonly url?: string | undefined
  /** Runs an operator command on the store; absent if nothing can, or nothing may open it. */
  readonly ask?: ((command: string, args: object) => Promise<unknown>) | undefined
}

/** Checks the data folder and the process that holds it. Changes neither. */
export async function checkDataFolder(machine: Machine): Promise<LocalCheck> {
  const { dataDir } = machine.config
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { findings: [await explainMissingFolder(machine)] }
    const fix = 'Run the command as the user of the server, or set DRAGOMAN_DATA_DIR.'
    return { findings: [fault('data folder', `${dataDir} is not readable and writable.`, fix)] }
  }
  const moved = checkMoves(await machine.folderMarks(), dataDir, machine.command)
  const folder = [
    works('data folder', `${dataDir} is readable and writable.`),
    ...(moved === undefined ? [] : [moved]),
    ...(await checkUpgradeBackups(machine)),
  ]
  const holder = await findFolderHolder(machine)
  // None can start on it.
  if (holder === undefined && moved !== undefined) return { findings: folder }
  if (holder === undefined) {
    const fix = `Start it: ${machine.command('serve')}`
    return { findings: [...folder, fault('server', 'No server runs.', fix)] }
  }
  if ('check' in holder) return { findings: [...folder, holder] }
  const { url, pid, process: kind, heap, size } = holder
  const ask = (command: string, args: object) => runOnHolder(machine, command, args, { repeatable: true })
  const memory = [
    ...(heap === undefined ? [] : [checkHeap(heap)]),
    ...(size === undefined ? [] : [checkSize(size, machine.command)]),
  ]
  if (url === undefined && moved !== undefined) return { findings: [...folder, ...memory] }
  if (url === undefined) {
    const stdio = `No server runs. A ${kind ?? 'command'} process (pid ${pid}) holds the data folder.`
    const fix = `Start the server; it takes over the folder: ${machine.command('serve')}`
    return { findings: [...folder, warning('server', stdio, fix), ...memory], ask }
  }
  const server = works('server', `Process ${pid} serves ${url}.`)
  return { findings: [...folder, server, ...memory], url, ask }
}

async function explainMissingFolder(machine: Machine): Promise<Finding> {
  const fix = `Start the server; it creates the folder: ${machine.command('serve')}`
  const other = await machine.assertNoOtherServer().catch(toFault('data folder', fix))
  return other ?? fault('data folder', `${machine.config.dataDir} does not exist.`, fix)
}

/** Asks the process that holds the data folder; undefined if there is none. */
async function findFolderHolder(machine: Machine): Promise<HolderStatus | Finding | undefined> {
  const asked = runOnHolder(machine, 'server status', {}, { repeatable: true })
  return asked.catch((error: unknown) =>
    error instanceof NoHolderError
      ? undefined
      : toFault('server', 'Check the log of the process that holds the folder.')(error),
  ) as Promise<HolderStatus | Finding | undefined>
}

/** Lists the backups that upgrades left in the data folder, and says which ones nobody needs. */
export async function checkUpgradeBackups(machine: Pick<Machine, 'archives'>): Promise<readonly Finding[]> {
  const archives = await machine.archives()
  const found = (await archives.list()).filter(({ isBeforeUpgrade }) => isBeforeUpgrade)
  const [newest] = found
  if (newest === undefined) return []
  const size = formatBytes(found.reduce((sum, { bytes }) => sum + bytes, 0))
  const rest = found.length > 1 ? ' You can delete the older ones.' : ''
  const { path, shape, version } = newest
  const message = `${pluralize(found.length, 'backup')} from before upgrades, ${size}. Newest: ${path} (shape ${shape}, dragoman ${version}).${rest}`
  return [works('upgrades', message)]
}

/** Explains a store that has moved, or whose move into it was interrupted; undefined for others. No server starts on it. */
export function checkMoves(
  { departure, arrival }: MoveMarks,
  place: string,
  command: CommandFormatter,
): Finding | undefined {
  if (departure !== undefined) {
    return fault(
      'store',
      `${place} has moved to ${departure.to}.`,
      `Set DRAGOMAN_STORE_URL to the new place. To go back, without the changes since: ${command('move --undo')}`,
    )
  }
  if (arrival === undefined) return undefined
  return fault('store', `The move into ${place} was interrupted.`, 'Run the same `dragoman move` again.')
}

/** Checks whether the embedded store is still large enough. */
export function checkSize(size: SizeStatus, command: CommandFormatter): Finding {
  const figures = `Embedded store: ${formatSize(size)}.`
  const signs = findOutgrown(size)
  if (signs.length === 0) return works('size', figures)
  const move = command('move --to postgres://…')
  const fix = `Move to PostgreSQL: ${move}, then set DRAGOMAN_STORE_URL (docs/scaling.md). More memory helps for some time (docs/operating.md).`
  return warning('size', `${figures} It is too small: ${signs.join(', ')}.`, fix)
}

const MIB = 2 ** 20

/** Checks whether the process that holds the data folder has memory for more records. */
export function checkHeap(heap: HeapStatus): Finding {
  const use = `${formatHeap(heap)}.`
  if (heap.level === 'normal') return works('memory', use)
  const twice = Math.round((2 * heap.limit_bytes) / MIB)
  const fix = `Restart the server with more memory: NODE_OPTIONS=--max-old-space-size=${twice} (MiB). Deleted projects free memory after 30 days.`
  return heap.level === 'full'
    ? fault('memory', `${use} The server refuses new records (limit: ${heap.max_percent} %).`, fix)
    : warning('memory', `${use} From ${heap.max_percent} % on, the server refuses new records.`, fix)
}
