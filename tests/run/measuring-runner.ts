import { readdirSync, readFileSync } from 'node:fs'
import type { RunnerTestCase, RunnerTestSuite } from 'vitest'
import { expect, TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test file took, if that was measured. */
    measured?: Measured
  }
}

export interface Measured {
  /** Processor time of the worker, in milliseconds. */
  readonly own: number
  /** The same with the processes that it started; on Linux only. */
  readonly all: number
  /** Calls of `expect`. */
  readonly assertions: number
}

/** Counts what each test file takes, for `npm run test:times`. */
export default class MeasuringRunner extends TestRunner {
  #own = process.cpuUsage()
  #all = 0
  #assertions = 0

  onBeforeCollect(): void {
    this.#own = process.cpuUsage()
    this.#all = readFamily()
    this.#assertions = 0
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    const { context } = test as unknown as { context: { _local: boolean; expect: typeof expect } }
    this.#assertions += (context._local ? context.expect : expect).getState().assertionCalls
    super.onAfterTryTask(test)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (!('filepath' in suite)) return
    const { user, system } = process.cpuUsage(this.#own)
    const measured = { own: (user + system) / 1000, all: readFamily() - this.#all, assertions: this.#assertions }
    suite.meta.measured = measured
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The processor time so far of this process, its descendants, and those that have ended, in milliseconds. */
function readFamily(): number {
  if (process.platform !== 'linux') return 0
  const time = new Map<number, number>()
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readStat(name)
    if (stat === undefined) continue
    // Fields 4 and 14 to 17 of proc(5): parent, and the times of the process and of its children that ended.
    const [parent, ...times] = [1, 11, 12, 13, 14].map(at => Number(stat[at]))
    time.set(
      Number(name),
      times.reduce((sum, ticks) => sum + ticks * TICK_MS, 0),
    )
    children.set(parent ?? 0, [...(children.get(parent ?? 0) ?? []), Number(name)])
  }
  const total = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), time.get(pid) ?? 0)
  return total(process.pid)
}

/** The fields after the name, which may contain spaces. */
function readStat(pid: string): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
