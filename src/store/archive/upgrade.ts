import { findUpgrade, MIGRATIONS, type Upgrade } from '../records/migrations/upgrade.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { ArchivePosition } from './position.ts'

/** Upgrades to the current shape, by version. They keep data of earlier records that later ones need. */
export type Upgrades = Map<number, Upgrade>

/**
 * Returns the upgrade of records from a shape version to the current one.
 * @throws AppError `invalid_input` when this version cannot read them.
 */
export function getUpgrade(found: number, version: string, reading: ArchivePosition, migrations = MIGRATIONS): Upgrade {
  const way = findUpgrade(found, SHAPE_VERSION, migrations)
  if (way !== undefined) return way
  const [has, reads] = [`records of shape ${found} (dragoman ${version})`, `shape ${SHAPE_VERSION}`]
  if (found > SHAPE_VERSION) throw reading.unreadableError(has, reads)
  throw reading.unreadableError(
    has,
    reads,
    'Restore it with the dragoman version that created it, then upgrade that server.',
  )
}
