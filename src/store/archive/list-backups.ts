import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findUpgrade, MIGRATIONS } from '../records/migrations/upgrade.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import { Manifest } from './format.ts'
import { gunzip } from './gzip.ts'
import { ArchivePosition } from './position.ts'
import { splitLines } from './read.ts'
import { readFileBytes } from './read-file.ts'

/** The folder of backups in the data folder. */
export const BACKUPS = 'backups'
export const BACKUP_ENDING = '.jsonl.gz'
export const UPGRADE_PREFIX = 'before-upgrade-'

/** A backup in the data folder, by its first line. Its records are not checked. */
export interface FoundBackup {
  readonly path: string
  readonly bytes: number
  readonly madeAt: string
  readonly shape: number
  /** Version of dragoman that wrote its records. */
  readonly version: string
  /** Whether this version can restore it. */
  readonly isReadable: boolean
  /** Whether an upgrade created it. */
  readonly isBeforeUpgrade: boolean
}

/** Lists the backups in a data folder, newest first. Leaves out files that are no backups. */
export async function listBackups(dataDir: string): Promise<readonly FoundBackup[]> {
  const folder = join(dataDir, BACKUPS)
  const names = await readdir(folder).catch(() => [])
  const found: FoundBackup[] = []
  for (const name of names.filter(file => file.endsWith(BACKUP_ENDING))) {
    const backup = await readHead(join(folder, name)).catch(() => undefined)
    if (backup !== undefined) found.push(backup)
  }
  return found.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
}

async function readHead(path: string): Promise<FoundBackup | undefined> {
  const reading = new ArchivePosition(path, '')
  for await (const [line] of splitLines(gunzip(readFileBytes(path), reading), reading)) {
    const {
      shape_version: shape,
      dragoman_version: version,
      made_at: madeAt,
    } = Manifest.parse(JSON.parse(String(line)))
    const isReadable = findUpgrade(shape, SHAPE_VERSION, MIGRATIONS) !== undefined
    const isBeforeUpgrade = basename(path).startsWith(UPGRADE_PREFIX)
    return { path, bytes: (await stat(path)).size, madeAt, shape, version, isReadable, isBeforeUpgrade }
  }
  return undefined
}

/** Formats an instant for file names: 20260131T120000.000Z. */
export const formatCompactInstant = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '')
