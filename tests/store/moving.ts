import type { MoveContext } from '../../src/store/move/run.ts'
import type { Store } from '../../src/store/store.ts'
import { ODD_TEXTS } from './archive-samples.ts'
import { event, user } from './contract/samples.ts'

let moves = 0

/** What a process gives to the moves that it runs. `dataDir` is its data folder, and `sourceUrl` the store that it has open. */
export const moveContext = (dataDir: string, sourceUrl: string, more: Partial<MoveContext> = {}): MoveContext => ({
  sourceUrl,
  dataDir,
  version: '0.1.0-test',
  now: () => new Date('2027-03-01T10:00:00Z'),
  newId: () => `move-${process.pid}-${moves++}`,
  signal: new AbortController().signal,
  progress: () => undefined,
  ...more,
})

/** Calls `work` when a move reports a phase for the nth time. Writes go on in the first `verifying`, and are stopped in the second one. */
export function atPhase(phase: string, nth: number, work: () => unknown): Pick<MoveContext, 'progress'> {
  let [last, seen] = ['', 0]
  return {
    progress: now => {
      const isNew = now !== last || now === 'verifying'
      last = now
      if (isNew && now === phase && ++seen === nth) work()
    },
  }
}

/** Writes records of several tables. */
export const writeSome = (store: Store): Promise<void> =>
  store.transaction(async tx => {
    for (let n = 0; n < 300; n++) await tx.users.insert(user(`u${n}`, { name: ODD_TEXTS[n % ODD_TEXTS.length] ?? '' }))
    for (let n = 0; n < 50; n++) await tx.audit.append(event(`e${n}`))
  })
