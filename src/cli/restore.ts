import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError, type CommandLine } from '../errors.ts'
import type { Archives, HeldFolder } from '../store/archive/archives.ts'
import type { Upgrades } from '../store/archive/shape.ts'
import { type Interruption, onInterruption } from './interruption.ts'
import type { Io } from './io.ts'
import type { Machine } from './machine.ts'
import { createProgress, grouped, type Progress } from './progress.ts'
import { type Present, type RestoreReport, reportRestore } from './restore-report.ts'
import { restoredBatches, survey } from './restored.ts'

export interface RestoreOptions {
  readonly replace: boolean
  readonly keepCredentials: boolean
  readonly dryRun: boolean
  readonly json: boolean
  /** How commands of this installation begin. */
  readonly command: CommandLine
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
  const interruption = onInterruption()
  const progress = createProgress(io.stderr)
  const run = { machine, path: resolve(file), options, progress, interruption, archives: await machine.archives() }
  try {
    const outcome = options.dryRun ? await tryOut(run) : await carryOut(run)
    progress.clear()
    reportRestore(outcome, options, io)
    return 0
  } catch (error) {
    progress.clear()
    if (!interruption.signal.aborted) throw error
    io.stderr.write('Stopped: nothing was restored, and the store is as it was.\n')
    return interruption.exitCode()
  }
}

interface Run {
  readonly machine: Machine
  readonly archives: Archives
  readonly path: string
  readonly options: RestoreOptions
  readonly progress: Progress
  readonly interruption: Interruption
}

async function carryOut(run: Run): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  // Where a folder is named, filling it is what a restore is for.
  if (!machine.config.isDataDirGiven) await machine.assertNoOtherServer()
  const folder = await hold(archives)
  try {
    const rule = ruleOf(run)
    const upgrades: Upgrades = new Map()
    const found = await survey(archives.read(path, { upgrades, progress: progress.begin('Checking') }), rule)
    const present = await look(folder)
    const refusal = refusalOf(present, run)
    if (refusal !== undefined) throw refusal
    const saved = await keep(folder, present, run)
    const batches = archives.read(path, { upgrades, progress: progress.begin('Restoring') })
    await folder.fill(restoredBatches(batches, { ...rule, survey: found, file: path, newId: machine.newId }))
    return { file: path, survey: found, present, saved, refusal: undefined }
  } finally {
    await folder.release()
  }
}

/** Says what would happen, on a folder that somebody holds too; a folder that is not there is not made. */
async function tryOut(run: Run): Promise<RestoreReport> {
  const { archives, machine, path, progress } = run
  const found = await survey(archives.read(path, { progress: progress.begin('Checking') }), ruleOf(run))
  const report = { file: path, survey: found, saved: undefined }
  if (!existsSync(join(machine.config.dataDir, 'store')))
    return { ...report, present: { records: 0 }, refusal: undefined }
  try {
    const folder = await hold(archives)
    try {
      const present = await look(folder)
      return { ...report, present, refusal: refusalOf(present, run) }
    } finally {
      await folder.release()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...report, present: undefined, refusal: error }
  }
}

const ruleOf = ({ machine, options, interruption }: Run) => ({
  keepCredentials: options.keepCredentials,
  now: machine.now(),
  signal: interruption.signal,
})

async function hold(archives: Archives): Promise<HeldFolder> {
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

async function look(folder: HeldFolder): Promise<Present> {
  try {
    return { records: Object.values(await folder.counts()).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_config') return { damage: error.message }
    throw error
  }
}

/** What is there is kept before it goes: as a backup, or as the files that nobody can read. */
async function keep(
  folder: HeldFolder,
  present: Present,
  { progress, interruption }: Run,
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

function refusalOf(present: Present, { machine, options }: Run): AppError | undefined {
  if (options.replace || present.records === 0) return undefined
  if (present.damage !== undefined) {
    return new AppError('bad_config', `${present.damage} Nothing was restored.`, {
      fix: 'Add --replace: it keeps the files of that store in the data folder, and puts the records of FILE in their place.',
    })
  }
  const found = `The store in ${machine.config.dataDir} has ${grouped(present.records)} records.`
  return new AppError('already_exists', found, {
    fix: 'Add --replace: it makes a backup of them in that folder first, and puts the records of FILE in their place.',
  })
}
