import { median } from '../load.ts'
import { sourceFile } from './source.ts'
import { LOCALES, openTestApp, PROJECT, type TestApp } from './test-app.ts'

const MANY = 50
const [ASKED, SENT] = LOCALES

interface Row {
  readonly id: string
  readonly src: string
  readonly text: string
}

/** Median milliseconds of a call in a project of so many translations. */
export interface Size {
  readonly translations: number
  readonly work: number
  readonly submit: number
}

/** Asks for work and submits 50 texts in projects of several sizes, each in a store of its own, one round in all of them after the other. */
export async function measureLoop(sizes: readonly number[], rounds: number): Promise<readonly Size[]> {
  const testApps: { readonly testApp: TestApp; readonly rows: readonly Row[]; work: number[]; submit: number[] }[] = []
  for (const translations of sizes) {
    const deps = await openTestApp()
    const content = sourceFile(translations / LOCALES.length)
    await deps.call('push_source', { project: PROJECT, files: [{ path: 'locales/en.json', content }] })
    testApps.push({ testApp: deps, rows: await ask(deps, SENT), work: [], submit: [] })
  }
  // The first rounds warm up, and are left out.
  for (let round = -5; round < rounds; round += 1) {
    for (const one of testApps) {
      const work = await measureTime(() => ask(one.testApp, ASKED))
      const items = one.rows.map(({ id, src, text }) => ({ id, src, text: `${text} ${round + 10}` }))
      const submit = await measureTime(() =>
        one.testApp.call('submit_translations', { project: PROJECT, locale: SENT, items }),
      )
      if (round < 0) continue
      one.work.push(work)
      one.submit.push(submit)
    }
  }
  for (const { testApp: deps } of testApps) await deps.close()
  return testApps.map(({ work, submit }, at) => ({
    translations: sizes[at] ?? 0,
    work: median(work),
    submit: median(submit),
  }))
}

async function ask(deps: TestApp, locale: string): Promise<readonly Row[]> {
  const args = { project: PROJECT, locale, limit: MANY, max_bytes: 60_000 }
  const { items } = await deps.call<{ items: readonly Row[] }>('get_work', args)
  if (items.length !== MANY) throw new Error(`get_work gave ${items.length} of ${MANY} texts`)
  return items
}

async function measureTime(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
