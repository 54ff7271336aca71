import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { inspect } from './inspect.ts'
import { instantOf, OnPurpose, onStore, perform } from './perform.ts'
import { numberOf, planOf, WRITERS } from './plan.ts'

/**
 * Opens the store of a folder, says what is in it, and writes until it is killed; with `read` it closes the store instead. Each line is written to
 * the pipe before anything else happens, so that what the parent reads has happened.
 */
const [dataDir = '', round = '', journalBytes = '', bulkSize = '', trims = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

process.stdin.resume().once('end', () => process.exit())

say('opening')
const store = await openStore({
  url: 'lowdb:',
  dataDir,
  journalBytes: Number(journalBytes),
  // In every other round each transaction has a file of its own, else those that write the bulk.
  longTransaction: Number(round) % 2 === 0 ? 1 : 4 * 1024,
  // A kill may leave a partial commit, which is removed without an error.
  report: ({ message, error }) => {
    if (error !== undefined) say(`fault ${message} ${error instanceof Error ? error.message : JSON.stringify(error)}`)
  },
})
say('opened')
const { applied, trimmed, faults } = await inspect(store, Number(bulkSize))
say(`found ${JSON.stringify({ applied, trimmed, faults: faults.slice(0, 20), faultCount: faults.length })}`)
if (round === 'read') {
  await store.close()
  process.exit()
}
const begunBy = Array.from({ length: WRITERS }, () => 0)
for (let writer = 0; writer < WRITERS; writer++) void writeOn(store, writer)
if (trims === 'true') void trimOn(store)

async function writeOn(to: Store, writer: number): Promise<void> {
  for (let begun = 0; ; begun++) {
    const n = numberOf(Number(round), writer, begun)
    begunBy[writer] = begun
    try {
      await to.transaction(tx => perform(onStore(tx), n, Number(bulkSize)))
      say(planOf(n).throwsAt === undefined ? `ack ${n}` : `fault ${n} did not throw`)
    } catch (error) {
      if (!(error instanceof OnPurpose)) say(`fault ${n} failed: ${String(error)}`)
    }
  }
}

/** Trims records of earlier transactions, repeatedly. */
async function trimOn(from: Store): Promise<void> {
  for (;;) {
    await sleep(20)
    const n = numberOf(Number(round), 0, Math.max(0, Math.min(...begunBy) - 5))
    say(`trimming ${n}`)
    try {
      say(`trimmed ${await from.trim('voice_versions', instantOf(n))}`)
    } catch (error) {
      say(`fault trimming below ${n} failed: ${String(error)}`)
    }
  }
}
