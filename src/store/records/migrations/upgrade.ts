import { fromShape1 } from './from-shape-1.ts'
import { fromShape4 } from './from-shape-4.ts'
import { fromShape5 } from './from-shape-5.ts'
import { fromShape6 } from './from-shape-6.ts'
import type { Migration, OldRecord } from './migration.ts'
/** One for each shape version before this one, oldest first. The first version is 1. */
export const MIGRATIONS: readonly Migration[] = [
  { from: 1, tables: fromShape1 },
  // Shape 3 adds collections for signing in and for the authorization server, and fields that older records go without.
  { from: 2, tables: () => ({}) },
  // Shape 4 adds invitations, and fields that older records go without.
  { from: 3, tables: () => ({}) },
  { from: 4, tables: fromShape4 },
  { from: 5, tables: fromShape5 },
  { from: 6, tables: fromShape6 },
]

/** Collections of earlier shapes that are no more. */
export const FORMER_TABLES: ReadonlySet<string> = new Set(['refresh_tokens'])

/** Brings a record to another shape version; undefined when it has no place there. */
export type Upgrade = (table: string, record: { readonly id: string }) => { readonly id: string } | undefined

/** Undefined when there is no way from one version to the other. */
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
