import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Pacer } from '../../src/scheduling/pacer.ts'
import { CallComputation } from '../../src/workers/call-computation.ts'
import { DEFAULT_POOL_SETTINGS, Pool } from '../../src/workers/pool.ts'

/** Twice as many programs as processors: whoever works here gets a third of one. */
let burners: ChildProcess[] = []
beforeAll(() => {
  const program =
    'setInterval(() => process.ppid === 1 && process.exit(), 100); setImmediate(function burn() { for (let n = 0; n < 1e7; n += 1); setImmediate(burn) })'
  burners = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' }),
  )
})
afterAll(() => burners.forEach(burner => burner.kill('SIGKILL')))

const createMeter = () => {
  const meter = { sum: 0, add: (ms: number) => (meter.sum += ms), check: () => undefined }
  return meter
}

/** The milliseconds of CPU time that all threads of this process used for some work. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

it('other programs do not add to the CPU time of paced work', async () => {
  const meter = createMeter()
  const used = await measure(async () => {
    const pace = new Pacer(meter)
    for (let step = 0; step < 200; step += 1) {
      for (let n = 0; n < 1e6; n += 1);
      if (pace.shouldYield) await pace.yieldNow()
    }
    pace.count()
  })
  expect(meter.sum).toBeGreaterThan(0)
  expect(meter.sum).toBeLessThanOrEqual(used)
})

it('other programs do not add to the CPU time of a thread', async () => {
  const pool = new Pool({ ...DEFAULT_POOL_SETTINGS, size: 1 })
  const meter = createMeter()
  const computed = new CallComputation(pool, { queue: 'ada', meter })
  const content = JSON.stringify(Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, `Text ${at}`])))
  const used = await measure(() => computed.findFormats({ path: 'en.json', content }))
  expect(meter.sum).toBeGreaterThan(0)
  expect(meter.sum).toBeLessThanOrEqual(used)
  await pool.close()
})

it('time in which the thread does not run is not counted', () => {
  const meter = createMeter()
  const pace = new Pacer(meter)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  pace.count()
  expect(meter.sum).toBeLessThan(250)
})
