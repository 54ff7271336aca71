import type pg from 'pg'
import { AppError } from '../../../errors.ts'
import { formatCompactInstant } from '../../archive/list-backups.ts'
import { findUpgrade, MIGRATIONS, type Upgrade } from '../../records/migrations/upgrade.ts'
import { SHAPE_VERSION } from '../../records/schema.ts'
import { queryOn } from '../connections.ts'
import { SCHEMA } from '../tables/layout.ts'
import { readStored } from '../tables/migrations.ts'
import { BEGIN, LOCKS } from '../transaction/session.ts'
import { PostgresFill } from './fill.ts'
import { readMarks } from './process-lease.ts'

/** An upgrade of the records of a database. */
export interface DatabaseUpgrade {
  readonly fromShape: number
  readonly toShape: number
  /** The schema that has the former tables. */
  readonly kept: string
}

export interface DatabaseUpgradeOptions {
  readonly now: () => Date
  /** Called when the records of a database were upgraded. */
  readonly onUpgraded?: (upgrade: DatabaseUpgrade) => void
}

interface UpgradeContext {
  readonly url: string
  readonly hasLocks: boolean
  readonly upgrade: DatabaseUpgradeOptions | undefined
}

/**
 * Upgrades records of an earlier shape to the current one, into new tables with the indexes of this version, in one transaction. The former tables stay in a
 * schema of their own. Of processes that start at the same time, one does it and the others wait.
 * @throws AppError `store_unavailable` when processes of the earlier version use the database, `bad_config` when this version cannot read it.
 */
export async function upgradeDatabase(
  client: pg.ClientBase,
  { url, hasLocks, upgrade }: UpgradeContext,
): Promise<void> {
  if ((await findOldShape(client)) === undefined) return
  await client.query(`${BEGIN}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  try {
    if (hasLocks) await client.query('select pg_advisory_xact_lock($1, 0)', [LOCKS.upgrade])
    const shape = await findOldShape(client)
    if (shape !== undefined) await replaceRecords(shape, url, upgrade)
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

/** The shape of the records, if this process must upgrade them. A store that has moved, or is moving in, is left alone. */
async function findOldShape(client: pg.ClientBase): Promise<number | undefined> {
  const query = queryOn(client)
  const stored = await readStored(query)
  if (stored === undefined || stored.shape >= SHAPE_VERSION) return undefined
  const { departure, arrival } = await readMarks(query)
  return departure === undefined && arrival === undefined ? stored.shape : undefined
}

async function replaceRecords(shape: number, url: string, options: UpgradeContext['upgrade']): Promise<void> {
  if (options === undefined) throw new Error(`The database has shape ${shape}, and no upgrade is allowed.`)
  const upgrade = getUpgrade(shape)
  const kept = `${SCHEMA}_shape_${shape}_${formatCompactInstant(options.now()).toLowerCase().replace('.', '')}`
  const fill = await PostgresFill.begin({ url, keepAs: kept }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'folder_held' ? inUseError(shape, error) : error
  })
  try {
    for await (const { table, records } of fill.readKept(kept)) {
      await fill.add({ table, records: records.flatMap(record => upgrade(table, record) ?? []) })
    }
    await fill.finishCopy()
    await fill.commit()
  } catch (error) {
    await fill.abort()
    throw error
  }
  options.onUpgraded?.({ fromShape: shape, toShape: SHAPE_VERSION, kept })
}

function getUpgrade(shape: number): Upgrade {
  const upgrade = findUpgrade(shape, SHAPE_VERSION, MIGRATIONS)
  if (upgrade !== undefined) return upgrade
  throw new AppError('bad_config', `The database has shape ${shape}, which this version cannot upgrade.`, {
    fix: 'Start the version that wrote it.',
  })
}

const inUseError = (shape: number, cause: AppError): AppError =>
  new AppError(
    'store_unavailable',
    `${cause.message} Its records have shape ${shape}: this version upgrades them to ${SHAPE_VERSION}, and earlier versions cannot read them then.`,
    { fix: 'Stop all processes of the earlier version. One that was killed counts for 20 seconds.', cause },
  )
