import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MemorySearch } from '../../src/tools/memory/memory-search.ts'
import type { Entry } from '../../src/tools/translations/records.ts'
import { openTestApp, PROJECT, type TestApp } from '../l10n/test-app.ts'
import { median } from '../load.ts'
import { changeText, createRandom, createTexts } from './texts.ts'

const LOCALE = 'de'
const FILE_ENTRIES = 10_000
const RESOLUTION_MS = 1
const SUBMITTED = 100
/** Spare strings, which the submissions translate. */
const SPARE_ROUNDS = 22

export interface MeasuredMemory {
  readonly units: number
  readonly first: { readonly ms: number; readonly cpu: number; readonly block: number }
  readonly bytesPerSource: number
  readonly exact: Times
  readonly similar: Times
  readonly like: Times
  readonly beside: Times & { readonly block: number }
  readonly tool: Times
  /** CPU milliseconds of a submission of 100 translations: nobody ever searched, and after a search. */
  readonly submit: { readonly before: number; readonly after: number }
}

interface Times {
  readonly median: number
  readonly p99: number
  /** Milliseconds of CPU of the process, on average. */
  readonly cpu: number
}

/** Fills a project with so many translations, and searches them. */
export async function measureMemory(units: number, queries: number): Promise<MeasuredMemory> {
  const app = await openTestApp([], [LOCALE])
  try {
    const texts = createTexts(units)
    await fill(app, texts)
    const { read } = app.services.store
    const account = await read.accounts.by('handle', 'bench')
    const [project] = await read.projects.list('account', account?.id ?? '')
    if (project === undefined) throw new Error('no project')
    const spare = (await read.entries.list('listed', project.id)).filter(({ key }) => key.startsWith('spare'))
    const half = spare.length / 2
    const before = await submitAll(app, spare.slice(0, half))
    const search = new MemorySearch({ project, isOutsider: false }, read)
    const ask = (text: string, minScore: number) =>
      search.search({ source: text, syntax: 'icu' }, [LOCALE], { minScore, limit: 5 })
    const heap = heapBytes()
    const first = await measureBlock(() => ask('Nothing like it', 75))
    const bytesPerSource = (heapBytes() - heap) / units
    const random = createRandom(11)
    const some = (): string => texts[random(texts.length)] ?? ''
    const similarText = (): string => changeText(texts, random)
    const after = await submitAll(app, spare.slice(half))
    const exact = await measureEach(queries, () => ask(some(), 100))
    const similar = await measureEach(queries, () => ask(similarText(), 75))
    const like = await measureEach(queries, () => ask(similarText(), 85))
    const query = () => app.call('search_memory', { project: PROJECT, locale: LOCALE, text: similarText() })
    const tool = await measureEach(queries / 4, query)
    const beside = await measureBeside(app, () => ask(similarText(), 75))
    return { units, first, bytesPerSource, exact, similar, like, tool, beside, submit: { before, after } }
  } finally {
    await app.close()
  }
}

async function fill({ call }: TestApp, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += FILE_ENTRIES) {
    const own = texts.slice(from, from + FILE_ENTRIES)
    const folder = `part${from / FILE_ENTRIES}`
    const toFile = (path: string, suffix: string) => ({
      path: `${folder}/${path}.json`,
      content: JSON.stringify(Object.fromEntries(own.map((text, at) => [`k${from + at}`, `${text}${suffix}`]))),
    })
    await call('push_source', { project: PROJECT, files: [toFile('en', '')] })
    await call('push_translations', { project: PROJECT, files: [toFile(LOCALE, ' übersetzt')] })
  }
  const spare = Array.from({ length: SUBMITTED * SPARE_ROUNDS }, (_, at) => [`spare${at}`, `Spare text number ${at}`])
  const content = JSON.stringify(Object.fromEntries(spare))
  await call('push_source', { project: PROJECT, files: [{ path: 'spare/en.json', content }] })
}

/** Milliseconds of CPU of a submission of 100 translations, the median. Does not ask for work, which would search the memory. */
async function submitAll({ call }: TestApp, entries: readonly Entry[]): Promise<number> {
  const times: number[] = []
  for (let from = 0; from < entries.length; from += SUBMITTED) {
    const own = entries.slice(from, from + SUBMITTED)
    const items = own.map(({ short, src, key }) => ({
      id: short,
      src,
      text: `Text der Nummer ${key.slice('spare'.length)}`,
    }))
    const before = process.cpuUsage()
    await call('submit_translations', { project: PROJECT, locale: LOCALE, items })
    times.push(cpuMs(before))
  }
  return median(times.slice(2))
}

/** Searches while a writer submits all the time. */
async function measureBeside(
  app: TestApp,
  search: () => Promise<unknown>,
): Promise<Times & { readonly block: number }> {
  const state = { done: false }
  const write = async (): Promise<void> => {
    for (let round = 0; !state.done; round += 1) {
      await app.call('push_source', {
        project: PROJECT,
        files: [{ path: 'other/en.json', content: JSON.stringify({ a: `Round ${round}`, b: `Other ${round}` }) }],
      })
    }
  }
  const writing = write()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const times = await measureEach(500, search)
  delay.disable()
  state.done = true
  await writing
  return { ...times, block: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }
}

async function measureEach(rounds: number, run: () => Promise<unknown>): Promise<Times> {
  for (let round = 0; round < 50; round += 1) await run()
  const times: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) times.push(await measureTime(run))
  const cpu = cpuMs(before) / rounds
  times.sort((a, b) => a - b)
  return { median: median(times), p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN, cpu }
}

async function measureBlock(run: () => Promise<unknown>): Promise<MeasuredMemory['first']> {
  const before = process.cpuUsage()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const ms = await measureTime(run)
  delay.disable()
  return { ms, cpu: cpuMs(before), block: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function measureTime(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

function heapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
