import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openStore } from '../../../src/store/open.ts'
import { user } from '../contract/samples.ts'
import { attempt } from './workload.ts'

/**
 * Opens a database and writes transactions from a number on, until it is killed; with `hold` it pauses in the middle of one until it gets a line, and says how
 * that ended.
 */
const [url = '', from = '', idleMs = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

const store = await openStore({ url, dataDir: '', connections: 8, limits: { idleMs: Number(idleMs) } })
if (from === 'hold') {
  const held = store.transaction(async tx => {
    await tx.users.insert(user('held'))
    await tx.users.list('all', '')
    say('holding')
    await once(process.stdin, 'data')
  })
  await held.then(
    () => say('committed'),
    (error: { code?: string }) => say(`failed ${error.code}`),
  )
  process.exit()
}
process.stdin.resume().once('end', () => process.exit())
for (let n = Number(from); ; n += 20) {
  const { acknowledged } = await attempt({ stores: [store] }, 20, n)
  for (const one of acknowledged) say(`ack ${one}`)
}
