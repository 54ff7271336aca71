import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './job.ts'

/** Milliseconds between two looks at the event loop; a longer distance is a block. */
const RESOLUTION = 1

interface Course {
  readonly writers: number
  readonly seconds: number
  /** Seconds after which it ends although `enough` is false for the number of writes so far. */
  readonly most: number
  readonly enough: (count: number) => boolean
}

/** Lets each writer start its next write when its last one is acknowledged. */
export async function load(
  { writers, seconds, most, enough }: Course,
  write: () => Promise<void>,
): Promise<Omit<Load, 'snapshots'>> {
  const latency = createHistogram()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  await ticks()
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const goesOn = (): boolean => {
    const passed = (performance.now() - start) / 1000
    return passed < seconds || (passed < most && !enough(latency.count))
  }
  const writer = async (): Promise<void> => {
    do {
      const begun = performance.now()
      await write()
      latency.record(Math.max(1, Math.round((performance.now() - begun) * 1000)))
    } while (goesOn())
  }
  await Promise.all(Array.from({ length: writers }, writer))
  const passed = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await ticks()
  delay.disable()
  return {
    writers,
    count: latency.count,
    rate: latency.count / passed,
    cpu: (user + system) / latency.count,
    p50: latency.percentile(50) / 1000,
    p99: latency.percentile(99) / 1000,
    block: Math.max(0, delay.max / 1e6 - RESOLUTION),
    rss: process.memoryUsage.rss(),
  }
}

/** The monitor measures from its first tick on, and sees the last block at the tick behind it. */
const ticks = (): Promise<void> => sleep(5 * RESOLUTION)
