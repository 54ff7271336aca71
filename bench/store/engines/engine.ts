import type { Job } from '../job.ts'
import type { Made } from '../records.ts'

/** What the bench does with an engine. */
export interface Engine {
  /** Resolves when all of these are kept. */
  fill(made: Iterable<Made>): Promise<void>
  /** Gives a translation another text, and adds its revision; resolves when both are acknowledged. `n` is unique. */
  submit(id: string, n: number): Promise<void>
  /** How many snapshots there were so far; undefined when the engine knows none. */
  snapshots(): number | undefined
  close(): Promise<void>
}

/** Loads the code of one engine only, so that the other costs no memory. */
export async function openEngine(job: Job): Promise<Engine> {
  switch (job.engine) {
    case 'dragoman':
      return (await import('./dragoman.ts')).openDragoman(job)
    case 'lowdb':
      return (await import('./lowdb.ts')).openPlainLowdb(job)
  }
}
