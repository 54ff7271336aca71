import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Archives, LockedStore } from '../../store/archive/archives.ts'
import type { Upgrades } from '../../store/archive/upgrade.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { createProgress, formatCount, type Progress } from '../output/progress.ts'
import { runUntilSignal } from '../shutdown.ts'
import { type ExistingStore, printRestoreReport, type ReportFormat, type RestoreReport } from './restore-report.ts'
import { restoredBatches, surveyBackup } from './restored-batches.ts'

export interface RestoreOptions extends ReportFormat {
  readonly replace: boolean
}

/**
 * Replaces the store with a backup; returns the exit code. The whole backup is checked before anything changes.
 * @throws AppError
 */
export async function restore(machine: Machine, file: string, options: RestoreOptions, io: Io): Promise<number> {
  if (file === '-') {
    throw new AppError('invalid_input', 'A backup cannot be restored from standard input, because it is read twice.', {
      fix: 'Save it to a file first: cat > site.jsonl.gz',
    })
  }
  const progress = createProgress(io.stderr)
  return runUntilSignal(io, progress, 'Stopped. Nothing was restored.', async signal => {
    const run = { machine, path: resolve(file), options, progress, signal, archives: await machine.archives() }
    const outcome = options.dryRun ? await dryRunRestore(run) : await applyRestore(run)
    progress.clear()
    printRestoreReport(outcome, options, io)
    return 0
  })
}

interface RestoreRun {
  readonly machine: Machine
  readonly archives: Archives
  readonly path: string
  readonly options: RestoreOptions
  readonly progress: Progress
  readonly signal: AbortSignal
}

async function applyRestore(run: RestoreRun): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  // With DRAGOMAN_DATA_DIR, a restore may create a store.
  if (!machine.config.isDataDirGiven) await machine.assertNoOtherServer()
  const folder = await holdStore(run)
  try {
    const rule = getRestoreRules(run)
    const upgrades: Upgrades = new Map()
    const found = await surveyBackup(archives.read(path, { upgrades, progress: progress.begin('Checking') }), rule)
    const present = await inspectStore(folder)
    const refusal = findRefusal(present, run)
    if (refusal !== undefined) throw refusal
    const saved = await saveExistingStore(folder, present, run)
    const batches = archives.read(path, { upgrades, progress: progress.begin('Restoring') })
    await folder.fill(restoredBatches(batches, { ...rule, survey: found, file: path, newId: machine.newId }))
    return { file: path, survey: found, present, saved, refusal: undefined }
  } finally {
    await folder.release()
  }
}

/** Reports the effects of a restore, even while another process holds the folder. Creates no folder. */
async function dryRunRestore(run: RestoreRun): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  const found = await surveyBackup(archives.read(path, { progress: progress.begin('Checking') }), getRestoreRules(run))
  const report = { file: path, survey: found, saved: undefined }
  if (!machine.config.isDatabase && !existsSync(join(machine.config.dataDir, 'store')))
    return { ...report, present: { records: 0 }, refusal: undefined }
  try {
    const folder = await holdStore(run)
    try {
      const present = await inspectStore(folder)
      return { ...report, present, refusal: findRefusal(present, run) }
    } finally {
      await folder.release()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...report, present: undefined, refusal: error }
  }
}

const getRestoreRules = ({ machine, options, signal }: RestoreRun) => ({
  keepCredentials: options.keepCredentials,
  now: machine.now(),
  signal,
})

async function holdStore({ archives, machine }: RestoreRun): Promise<LockedStore> {
  try {
    return await archives.hold()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'folder_held') throw error
    const stop = machine.config.isDatabase
      ? (error.fix ?? '')
      : 'Stop that process: the server, or the MCP client that started `dragoman mcp`.'
    throw new AppError('folder_held', `${error.message} A restore needs exclusive access.`, {
      fix: `${stop} To only check the backup, use --dry-run.`,
      cause: error,
    })
  }
}

async function inspectStore(folder: LockedStore): Promise<ExistingStore> {
  try {
    return { records: Object.values(await folder.counts()).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_config') return { damage: error.message }
    throw error
  }
}

/** Saves the previous store as a backup, or as its files if it cannot be read. Returns the path; undefined for an empty store. */
async function saveExistingStore(
  folder: LockedStore,
  present: ExistingStore,
  { progress, signal }: RestoreRun,
): Promise<string | undefined> {
  if (present.damage !== undefined) return folder.keepUnreadable()
  if (present.records === 0) return undefined
  try {
    return await folder.keep({ signal, progress: progress.begin('Saving the previous store') })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `The previous store could not be saved: ${String(error)}. Nothing was restored.`, {
      fix: 'Free disk space, and allow this user to write to the folder backups in the data folder.',
      cause: error,
    })
  }
}

function findRefusal(present: ExistingStore, { machine, options }: RestoreRun): AppError | undefined {
  if (options.replace || present.records === 0) return undefined
  if (present.damage !== undefined) {
    return new AppError('bad_config', `${present.damage} Nothing was restored.`, {
      fix: 'Add --replace. It saves the files of that store in the data folder first.',
    })
  }
  const found = `The store in ${machine.config.storePlace} already has ${formatCount(present.records)} records.`
  return new AppError('already_exists', found, {
    fix: 'Add --replace. It backs them up in the data folder first.',
  })
}
