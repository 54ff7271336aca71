import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, Reopened, Written } from './store/job.ts'
import { run } from './store/process.ts'
const root = await mkdtemp(join(tmpdir(), 'dragoman-bench-sizes-'))
for (const records of [120_000, 600_000]) {
  const folder = join(root, String(records))
  await mkdir(folder)
  const job: Job = { engine: 'dragoman', records, folder, revisions: records < 200_000, syncDelay: 0, seconds: 0, most: 1, writers: [] }
  const written = await run<Written>('write', job)
  for (let n = 0; n < 3; n += 1) {
    const reopened = await run<Reopened>('reopen', job)
    console.log(records, 'heap', written.heap, 'fill', written.fill, JSON.stringify(reopened))
  }
  await rm(folder, { recursive: true })
}
await rm(root, { recursive: true, force: true })
