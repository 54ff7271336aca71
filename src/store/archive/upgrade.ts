import { findUpgrade, MIGRATIONS, type Upgrade } from '../records/migrations/upgrade.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { ArchivePosition } from './position.ts'

/** By version, how its records come to today's shape, with what was learned of records that were read. */
export type Upgrades = Map<number, Upgrade>

/**
 * How the records of an archive come to today's shape, by the version of their own.
 * @throws AppError `invalid_input` when this version cannot read them.
 */
export function getUpgrade(found: number, reading: ArchivePosition, migrations = MIGRATIONS): Upgrade {
  const way = findUpgrade(found, SHAPE_VERSION, migrations)
  if (way !== undefined) return way
  const [has, reads] = [`records of shape version ${found}`, `version ${SHAPE_VERSION}`]
  if (found > SHAPE_VERSION) throw reading.unreadableError(has, reads)
  throw reading.unreadableError(
    has,
    reads,
    'Restore it with the version of dragoman that made it, then upgrade that service.',
  )
}
