import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { bareEnvironment } from '../../harness/process.ts'
import { storeProcess } from '../../harness/store-process.ts'
import { describeWith } from '../../require.ts'
import { user } from '../contract/samples.ts'
import { fleets } from './fleet.ts'
import { attempt, inspect } from './workload.ts'

const IDLE_MS = 1_500
/** Numbers of transactions of one process. */
const SHARE = 10_000

interface Other {
  readonly child: ChildProcessWithoutNullStreams
  readonly lines: string[]
  says(line: RegExp): Promise<void>
}

describeWith('postgres', 'another process on the same database', () => {
  const open = fleets()
  const started: ChildProcessWithoutNullStreams[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  function start(...args: readonly (string | number)[]): Other {
    const child = spawn(process.execPath, [storeProcess('postgres/lock-process'), ...args.map(String)], {
      env: bareEnvironment(),
    })
    started.push(child)
    const lines: string[] = []
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const all = (rest + text).split('\n')
      rest = all.pop() ?? ''
      lines.push(...all)
    })
    const says = (pattern: RegExp): Promise<void> =>
      expect.poll(() => lines.some(line => pattern.test(line)), { timeout: 60_000 }).toBe(true)
    return { child, lines, says }
  }

  async function kill({ child }: Other): Promise<void> {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }

  it('is killed while it holds a lock: the others go on at once, without its writes', async () => {
    const { store, database } = await open()
    const other = start(database.url, 'hold', 60_000)
    await other.says(/^holding$/)
    const next = store.transaction(tx => tx.users.insert(user('next')))
    const began = performance.now()
    await kill(other)
    await next
    // Far less than the time after which the database ends the transaction of a frozen process.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await store.read.users.get('held')).toBeUndefined()
  })

  it('is frozen while it holds a lock: the others go on after a while, and it writes nothing when it wakes up', async () => {
    const { store, database } = await open()
    const other = start(database.url, 'hold', IDLE_MS)
    await other.says(/^holding$/)
    other.child.kill('SIGSTOP')
    await store.transaction(tx => tx.users.insert(user('next')))
    other.child.stdin.write('go on\n')
    other.child.kill('SIGCONT')
    await other.says(/^failed store_unavailable$/)
    expect((await store.status()).counts).toMatchObject({ users: 1 })
    expect(await store.read.users.get('held')).toBeUndefined()
  })

  it('is killed while it writes: each of its transactions is there, or nothing of it', async () => {
    const fleet = await open()
    const others = [start(fleet.database.url, 0, 60_000), start(fleet.database.url, SHARE, 60_000)]
    for (const other of others) await other.says(/^ack /)
    for (const other of others) await kill(other)
    const own = await attempt(fleet, 30, 2 * SHARE)
    expect(own.failed).toEqual([])
    const said = others.map(({ lines }) =>
      lines.filter(line => line.startsWith('ack ')).map(line => Number(line.slice(4))),
    )
    const acknowledged = new Set([...said.flat(), ...own.acknowledged])
    const highest = said.map(numbers => Math.max(...numbers) + 40)
    const numbers = [
      ...Array.from({ length: highest[0] ?? 0 }, (_, n) => n),
      ...Array.from({ length: (highest[1] ?? 0) - SHARE }, (_, n) => SHARE + n),
      ...own.acknowledged,
    ]
    expect(await inspect(fleet.stores[0], numbers, acknowledged)).toEqual([])
  })
})
