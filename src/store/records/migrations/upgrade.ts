import { fromShape1 } from './from-shape-1.ts'
import { fromShape4 } from './from-shape-4.ts'
import { fromShape5 } from './from-shape-5.ts'
import { fromShape6 } from './from-shape-6.ts'
import { fromShape7 } from './from-shape-7.ts'
import { fromShape9 } from './from-shape-9.ts'
import type { Migration, OldRecord } from './migration.ts'
/** One migration per earlier shape version, oldest first. The first version is 1. */
export const MIGRATIONS: readonly Migration[] = [
  { from: 1, tables: fromShape1 },
  // Shape 3 adds collections for sign-in and for the authorization server, and optional fields.
  { from: 2, tables: () => ({}) },
  // Shape 4 adds invitations and optional fields.
  { from: 3, tables: () => ({}) },
  { from: 4, tables: fromShape4 },
  { from: 5, tables: fromShape5 },
  { from: 6, tables: fromShape6 },
  { from: 7, tables: fromShape7 },
  // Shape 9 adds collections for passkeys.
  { from: 8, tables: () => ({}) },
  { from: 9, tables: fromShape9 },
]

/** Collections that only earlier shapes have. */
export const FORMER_TABLES: ReadonlySet<string> = new Set(['refresh_tokens', 'reservations'])

/** Upgrades a record; undefined if the new shape does not have it. */
export type Upgrade = (table: string, record: { readonly id: string }) => { readonly id: string } | undefined

/** Finds the upgrade between two versions; undefined if there is none. */
export function findUpgrade(from: number, to: number, migrations: readonly Migration[]): Upgrade | undefined {
  const steps = migrations.filter(step => step.from >= from && step.from < to)
  if (steps.length !== to - from) return undefined
  const runs = steps.map(({ tables }) => tables())
  return (table, record) => {
    let now: unknown = record
    for (const changes of runs) {
      if (now === undefined) return undefined
      const change = changes[table]
      if (change !== undefined) now = change(now as OldRecord)
    }
    return now as { readonly id: string } | undefined
  }
}
