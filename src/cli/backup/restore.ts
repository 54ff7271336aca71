import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError, type CommandFormatter } from '../../errors.ts'
import type { Archives, HeldDataFolder } from '../../store/archive/archives.ts'
import type { Upgrades } from '../../store/archive/upgrade.ts'
import { abortOnSignal, type Interruption } from '../interruption.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { createProgress, formatCount, type Progress } from '../output/progress.ts'
import { type ExistingStore, printRestoreReport, type RestoreReport } from './restore-report.ts'
import { restoredBatches, surveyBackup } from './restored-batches.ts'

export interface RestoreOptions {
  readonly replace: boolean
  readonly keepCredentials: boolean
  readonly dryRun: boolean
  readonly json: boolean
  /** How commands of this installation begin. */
  readonly command: CommandFormatter
}

/**
 * Puts the records of a backup in the place of the store; gives the exit code. The backup is read to its end before anything is touched.
 * @throws AppError
 */
export async function restore(machine: Machine, file: string, options: RestoreOptions, io: Io): Promise<number> {
  if (file === '-') {
    throw new AppError(
      'invalid_input',
      'FILE is -, and a backup is read twice: once to check it, once to restore it.',
      {
        fix: 'Write it to a file first: cat > site.jsonl.gz; and give that.',
      },
    )
  }
  const interruption = abortOnSignal()
  const progress = createProgress(io.stderr)
  const run = { machine, path: resolve(file), options, progress, interruption, archives: await machine.archives() }
  try {
    const outcome = options.dryRun ? await dryRunRestore(run) : await applyRestore(run)
    progress.clear()
    printRestoreReport(outcome, options, io)
    return 0
  } catch (error) {
    progress.clear()
    if (!interruption.signal.aborted) throw error
    io.stderr.write('Stopped: nothing was restored, and the store is as it was.\n')
    return interruption.exitCode()
  }
}

interface RestoreRun {
  readonly machine: Machine
  readonly archives: Archives
  readonly path: string
  readonly options: RestoreOptions
  readonly progress: Progress
  readonly interruption: Interruption
}

async function applyRestore(run: RestoreRun): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  // Where a folder is named, filling it is what a restore is for.
  if (!machine.config.isDataDirGiven) await machine.assertNoOtherServer()
  const folder = await holdDataFolder(archives)
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

/** Says what would happen, on a folder that somebody holds too; a folder that is not there is not made. */
async function dryRunRestore(run: RestoreRun): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  const found = await surveyBackup(archives.read(path, { progress: progress.begin('Checking') }), getRestoreRules(run))
  const report = { file: path, survey: found, saved: undefined }
  if (!existsSync(join(machine.config.dataDir, 'store')))
    return { ...report, present: { records: 0 }, refusal: undefined }
  try {
    const folder = await holdDataFolder(archives)
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

const getRestoreRules = ({ machine, options, interruption }: RestoreRun) => ({
  keepCredentials: options.keepCredentials,
  now: machine.now(),
  signal: interruption.signal,
})

async function holdDataFolder(archives: Archives): Promise<HeldDataFolder> {
  try {
    return await archives.hold()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'folder_held') throw error
    throw new AppError('folder_held', `${error.message} A restore needs the folder for itself.`, {
      fix: 'Stop that process first: the service, or the MCP client that started `dragoman mcp`. With --dry-run a backup can be checked beside it.',
      cause: error,
    })
  }
}

async function inspectStore(folder: HeldDataFolder): Promise<ExistingStore> {
  try {
    return { records: Object.values(await folder.counts()).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_config') return { damage: error.message }
    throw error
  }
}

/** What is there is kept before it goes: as a backup, or as the files that nobody can read. */
async function saveExistingStore(
  folder: HeldDataFolder,
  present: ExistingStore,
  { progress, interruption }: RestoreRun,
): Promise<string | undefined> {
  if (present.damage !== undefined) return folder.keepUnreadable()
  if (present.records === 0) return undefined
  try {
    return await folder.keep({ signal: interruption.signal, progress: progress.begin('Saving what is there') })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `What is there cannot be kept: ${String(error)}. Nothing was restored.`, {
      fix: 'Make room and rights for a folder named backups in the data folder.',
      cause: error,
    })
  }
}

function findRefusal(present: ExistingStore, { machine, options }: RestoreRun): AppError | undefined {
  if (options.replace || present.records === 0) return undefined
  if (present.damage !== undefined) {
    return new AppError('bad_config', `${present.damage} Nothing was restored.`, {
      fix: 'Add --replace: it keeps the files of that store in the data folder, and puts the records of FILE in their place.',
    })
  }
  const found = `The store in ${machine.config.dataDir} has ${formatCount(present.records)} records.`
  return new AppError('already_exists', found, {
    fix: 'Add --replace: it makes a backup of them in that folder first, and puts the records of FILE in their place.',
  })
}
