/** Turns the records of one shape version into those of the next. */
export interface Migration {
  /** The version that it begins with. */
  readonly from: number
  /** By table; what is not named stays as it is. Gives the record in its new shape, or undefined when it goes. */
  readonly tables: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => unknown>>
}

/** One for each shape version before this one, oldest first. The first version is 1. */
export const MIGRATIONS: readonly Migration[] = []

/** Brings a record to another shape version; undefined when it has no place there. */
export type Upgrade = (table: string, record: { readonly id: string }) => { readonly id: string } | undefined

/** Undefined when there is no way from one version to the other. */
export function upgrade(from: number, to: number, migrations: readonly Migration[]): Upgrade | undefined {
  const steps = migrations.filter(step => step.from >= from && step.from < to)
  if (steps.length !== to - from) return undefined
  return (table, record) => {
    let now: unknown = record
    for (const { tables } of steps) {
      if (now === undefined) return undefined
      const change = tables[table]
      if (change !== undefined) now = change(now as Readonly<Record<string, unknown>>)
    }
    return now as { readonly id: string } | undefined
  }
}
