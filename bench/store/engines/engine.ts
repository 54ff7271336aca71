import type { GeneratedRecord } from '../records.ts'

/** What the bench does with an engine. */
export interface Engine {
  /** Resolves when all of these are kept. */
  fill(records: Iterable<GeneratedRecord>): Promise<void>
  /** Gives a translation another text, and adds its revision; resolves when both are acknowledged. `n` is unique. */
  submit(id: string, n: number): Promise<void>
  /** How many snapshots there were so far; undefined when the engine knows none. */
  snapshots(): number | undefined
  close(): Promise<void>
}
