import { openEngine } from '../engines/open-engine.ts'
import type { Job, Load } from '../job.ts'
import { load } from '../load.ts'
import { generateRecords, numbers, translationId, translationsIn } from '../records.ts'
import { answer, heapAfterGc } from './answer.ts'

/** Writes that a figure is made of. */
const LEAST = 3

/** Fills an engine, lets writers work on it, and closes it. */
const job = JSON.parse(process.argv[2] ?? '') as Job
const rssBefore = process.memoryUsage.rss()
const engine = await openEngine(job)

const begun = performance.now()
await engine.fill(generateRecords(job.records))
const fill = (performance.now() - begun) / 1000
const rssFilled = process.memoryUsage.rss()

const random = numbers(42)
const translations = translationsIn(job.records)
/** Behind the numbers of the fill's revisions. */
let next = job.records
const submit = (): Promise<void> => engine.submit(translationId(Math.floor(random() * translations)), next++)

const loads: Load[] = []
for (const writers of job.writers) {
  const before = engine.snapshots()
  const changed = (): number => (engine.snapshots() ?? 0) - (before ?? 0)
  const enough = (count: number): boolean => count >= LEAST && (before === undefined || changed() > 0)
  const done = await load({ writers, seconds: job.seconds, most: job.most, enough }, submit)
  loads.push({ ...done, ...(before !== undefined && { snapshots: changed() }) })
}
const heap = heapAfterGc()
await engine.close()
answer({ rssBefore, rssFilled, fill, loads, heap })
