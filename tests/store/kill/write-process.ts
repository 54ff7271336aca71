import { writeSync } from 'node:fs'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { inspect } from './inspect.ts'
import { OnPurpose, onStore, perform } from './perform.ts'
import { numberOf, planOf, WRITERS } from './plan.ts'

/**
 * Opens the store of a folder, says what is in it, and writes until it is killed; with `read` it closes the store instead. Each line is written to
 * the pipe before anything else happens, so that what the parent reads has happened.
 */
const [dataDir = '', round = '', journalBytes = '', bulkSize = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

process.stdin.resume().once('end', () => process.exit())

say('opening')
const store = await openStore({
  url: 'lowdb:',
  dataDir,
  journalBytes: Number(journalBytes),
  // A kill may leave a part of a commit; that it is cut off is told without an error.
  report: ({ message, error }) => {
    if (error !== undefined) say(`fault ${message} ${error instanceof Error ? error.message : JSON.stringify(error)}`)
  },
})
say('opened')
const { applied, faults } = await inspect(store, Number(bulkSize))
say(`found ${JSON.stringify({ applied, faults: faults.slice(0, 20), faultCount: faults.length })}`)
if (round === 'read') {
  await store.close()
  process.exit()
}
for (let writer = 0; writer < WRITERS; writer++) void writeOn(store, writer)

async function writeOn(to: Store, writer: number): Promise<void> {
  for (let begun = 0; ; begun++) {
    const n = numberOf(Number(round), writer, begun)
    try {
      await to.transaction(tx => perform(onStore(tx), n, Number(bulkSize)))
      say(planOf(n).throwsAt === undefined ? `ack ${n}` : `fault ${n} did not throw`)
    } catch (error) {
      if (!(error instanceof OnPurpose)) say(`fault ${n} failed: ${String(error)}`)
    }
  }
}
