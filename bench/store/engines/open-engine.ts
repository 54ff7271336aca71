import type { Job } from '../job.ts'
import type { Engine } from './engine.ts'

/** Loads the code of one engine only, so that the other costs no memory. */
export async function openEngine(job: Job): Promise<Engine> {
  switch (job.engine) {
    case 'dragoman':
      return (await import('./dragoman.ts')).openDragoman(job)
    case 'lowdb':
      return (await import('./embedded.ts')).openPlainLowdb(job)
  }
}
