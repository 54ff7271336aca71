import { writeSync } from 'node:fs'
import { runMove } from '../../src/store/move/run.ts'
import { openStore } from '../../src/store/open.ts'
import { atPhase, moveContext } from './moving.ts'

/** Opens a store and moves it, up to a point at which it says so and freezes, until it is killed. */
const [url = '', dataDir = '', to = '', phase = '', nth = ''] = process.argv.slice(2)
const freeze = (): void => {
  writeSync(1, 'frozen\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
const store = await openStore({ url, dataDir })
const context = moveContext(dataDir, url, atPhase(phase, Number(nth), freeze))
await runMove(store, { to, replace: false, dry_run: false }, context)
