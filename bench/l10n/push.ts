import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../load.ts'
import { sourceFile } from './source.ts'
import { openTestApp, PROJECT } from './test-app.ts'

const RESOLUTION = 1

/** Milliseconds that a push of one file took. */
export interface Pushed {
  /** `JSON.parse` of the same file. */
  readonly parse: number
  /** The first push: every entry, and a unit of it in each locale, acknowledged when they are on the disk. */
  readonly first: number
  /** A push of the same file with one text changed. */
  readonly again: number
  /** The longest time in which the event loop did nothing else, during the first push, and during the other. */
  readonly firstBlock: number
  readonly againBlock: number
}

/** Pushes a file into an empty project, then again with one change; the median of some rounds, each in a store of its own. */
export async function measurePush(entries: number, rounds: number): Promise<Pushed> {
  const content = sourceFile(entries)
  const changed = content.replace(/ 1"/, ' one"')
  const all: Pushed[] = []
  for (let round = 0; round < rounds; round += 1) {
    const deps = await openTestApp()
    const push = (text: string) => () =>
      deps.call('push_source', { project: PROJECT, files: [{ path: 'locales/en.json', content: text }] })
    const parse = median(Array.from({ length: 9 }, () => timeOf(() => JSON.parse(content))))
    const first = await watched(push(content))
    const again = await watched(push(changed))
    all.push({ parse, first: first.ms, firstBlock: first.block, again: again.ms, againBlock: again.block })
    await deps.close()
  }
  const of = (name: keyof Pushed): number => median(all.map(one => one[name]))
  return {
    parse: of('parse'),
    first: of('first'),
    again: of('again'),
    firstBlock: of('firstBlock'),
    againBlock: of('againBlock'),
  }
}

function timeOf(run: () => unknown): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

async function watched(run: () => Promise<unknown>): Promise<{ ms: number; block: number }> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  await sleep(5 * RESOLUTION)
  const begun = performance.now()
  await run()
  const ms = performance.now() - begun
  await sleep(5 * RESOLUTION)
  delay.disable()
  return { ms, block: Math.max(0, delay.max / 1e6 - RESOLUTION) }
}
