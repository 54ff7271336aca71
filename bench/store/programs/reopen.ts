import { openEngine } from '../engines/open-engine.ts'
import type { Job } from '../job.ts'
import { answer, heapAfterGc } from './answer.ts'

/** Opens what another process left. */
const job = JSON.parse(process.argv[2] ?? '') as Job
const begun = performance.now()
const engine = await openEngine(job)
const open = (performance.now() - begun) / 1000
const rss = process.memoryUsage.rss()
const heap = heapAfterGc()
await engine.close()
answer({ open, rss, heap })
