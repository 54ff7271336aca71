import { join, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Archives } from '../../store/archive/archives.ts'
import type { SavedArchive } from '../../store/archive/save.ts'
import { callHolderOrOpen } from '../control/call-or-open.ts'
import { streamFromHolder } from '../control/stream.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { createProgress, describeCounts, formatCount } from '../output/progress.ts'
import { writeFully } from '../output/streams.ts'
import { runUntilSignal } from '../shutdown.ts'

export interface BackupOptions {
  readonly force: boolean
  readonly json: boolean
}

/**
 * Writes a backup of the store to a file, or to stdout for `-`; returns the exit code. The process that holds the data folder creates it; without one,
 * this process opens the store.
 * @throws AppError
 */
export async function createBackup(machine: Machine, file: string, options: BackupOptions, io: Io): Promise<number> {
  if (file === '-' && io.stdout.isTTY) {
    throw new AppError('invalid_input', 'A backup cannot be printed to a terminal.', {
      fix: dragoman => `Name a file, or redirect the output: ${dragoman('backup - > site.jsonl.gz')}`,
    })
  }
  const path = file === '-' ? file : resolve(file)
  assertOutsideStore(path, join(resolve(machine.config.dataDir), 'store'))
  const progress = createProgress(io.stderr)
  const stopped = path === '-' ? 'Stopped. The backup is incomplete.' : `Stopped. ${path} was not written.`
  return runUntilSignal(io, progress, stopped, async signal => {
    const saved = await withArchiveSource(machine, signal, async (chunks, archives) => {
      const work = { signal, progress: progress.begin('Backing up') }
      const written =
        path === '-'
          ? await archives.stream(chunks, {
              ...work,
              name: 'The backup',
              write: bytes => writeFully(io.stdout, bytes, INCOMPLETE_FIX),
            })
          : await archives.save(path, chunks, { ...work, force: options.force })
      await noteBackup(archives, written, machine)
      return written
    })
    progress.clear()
    printBackup(path, saved, options, io)
    return 0
  })
}

function assertOutsideStore(path: string, store: string): void {
  if (path !== store && !path.startsWith(`${store}${sep}`)) return
  throw new AppError('invalid_input', `${path} is inside the store.`, {
    fix: 'Choose a path outside the data folder, best on another disk.',
  })
}

/** The backup is good without this note, so a data folder that cannot be written is only a warning. */
async function noteBackup(archives: Archives, saved: SavedArchive, { log }: Machine): Promise<void> {
  await archives.note(saved).catch((error: unknown) => {
    log.warn({ err: error }, 'the time of this backup could not be recorded for monitoring')
  })
}

type UseArchive = (chunks: AsyncIterable<Uint8Array>, archives: Archives) => Promise<SavedArchive>

/** Passes the archive to `use`, from the holder of the data folder or from this process. Closes the store that it opened. */
async function withArchiveSource(machine: Machine, signal: AbortSignal, use: UseArchive): Promise<SavedArchive> {
  const archives = await machine.archives()
  const source = await callHolderOrOpen(
    machine,
    async () => ({
      chunks: await streamFromHolder(machine.socketPath(), '/control/backup', signal),
      close: async () => undefined,
    }),
    () => machine.open('command'),
    async here => ({ chunks: archives.write(here.services.store), close: () => here.close() }),
  )
  try {
    return await use(source.chunks, archives)
  } finally {
    await source.close()
  }
}

/** Reports on stderr when the archive itself is on stdout. */
function printBackup(path: string, saved: SavedArchive, { json }: BackupOptions, io: Io): void {
  const stream = path === '-' ? io.stderr : io.stdout
  const { bytes, records, counts, made_at, dragoman_version, sha256 } = saved
  if (json) {
    const facts = { file: path, bytes, sha256, made_at, dragoman_version, records, counts }
    stream.write(`${JSON.stringify(facts, null, stream.isTTY ? 2 : undefined)}\n`)
    return
  }
  const where = path === '-' ? 'standard output' : path
  const text = [
    `Backed up ${formatCount(records)} records to ${where} (${formatCount(bytes)} bytes). State of ${made_at}:`,
    ...describeCounts(counts),
    `  sha256 ${sha256}`,
  ]
  stream.write(`${text.join('\n')}\n`)
}

const INCOMPLETE_FIX = 'Check the program that reads it, and run the command again: its backup is incomplete.'
