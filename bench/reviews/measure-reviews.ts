import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReviewItemView, ReviewView } from '../../src/tools/reviews/view.ts'
import { sourceFile } from '../l10n/source.ts'
import { openTestApp, PROJECT, type TestApp } from '../l10n/test-app.ts'
import { median } from '../load.ts'

const LOCALE = 'de'
const RESOLUTION_MS = 1

/** Median milliseconds of a call, and the longest time in which the event loop did nothing else. */
export interface MeasuredCall {
  readonly label: string
  readonly ms: number
  readonly block: number
}

/** Creates reviews of so many translations, reads them and ends each in another way. */
export async function measureReviews(translations: number, rounds: number): Promise<readonly MeasuredCall[]> {
  const found = new Map<string, { readonly ms: number; readonly block: number }[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const end of ['accept', 'return', 'revert'] as const) {
      const app = await openTestApp([], [LOCALE])
      try {
        await submitAll(app, translations)
        await measureReview(app, end, async (label, run) => {
          globalThis.gc?.()
          const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
          delay.enable()
          const begun = performance.now()
          const answer = await run()
          const ms = performance.now() - begun
          delay.disable()
          const block = Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
          found.set(label, [...(found.get(label) ?? []), { ms, block }])
          return answer
        })
      } finally {
        await app.close()
      }
    }
  }
  return [...found].map(([label, calls]) => ({
    label,
    ms: median(calls.map(({ ms }) => ms)),
    block: Math.max(...calls.map(({ block }) => block)),
  }))
}

type Measure = <T>(label: string, run: () => Promise<T>) => Promise<T>

async function measureReview({ call }: TestApp, end: 'accept' | 'return' | 'revert', measure: Measure): Promise<void> {
  const { review } = await measure('create_review', () =>
    call<{ review: ReviewView }>('create_review', { project: PROJECT, since: '2020-01-01' }),
  )
  const of = { project: PROJECT, review: review.id }
  await measure('get_review', () => call('get_review', of))
  await measure('get_review, 50 items', () => call('get_review', { ...of, part: 'all' }))
  const items: ReviewItemView[] = []
  for (const part of ['must_see', 'sample']) {
    let cursor: string | undefined
    do {
      const page = await call<{ items: ReviewItemView[]; next_cursor?: string }>('get_review', {
        ...of,
        part,
        limit: 200,
        ...(cursor !== undefined && { cursor }),
      })
      items.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== undefined)
  }
  const [first, ...others] = items.map(({ n }) => n)
  await measure('decide_review, one verdict', () =>
    call('decide_review', { ...of, verdicts: [{ n: first, verdict: end === 'return' ? 'major' : 'good' }] }),
  )
  for (let from = 0; from < others.length; from += 1000) {
    const verdicts = others.slice(from, from + 1000).map(n => ({ n, verdict: 'good' }))
    await call('decide_review', { ...of, verdicts })
  }
  const { review: ended } = await measure(`decide_review, ${end}`, () =>
    call<{ review: ReviewView }>('decide_review', { ...of, end }),
  )
  if (ended.state === 'open') throw new Error(`the review did not end: ${JSON.stringify(ended)}`)
}

async function submitAll({ call }: TestApp, translations: number): Promise<void> {
  const files = [{ path: 'locales/en.json', content: sourceFile(translations) }]
  await call('push_source', { project: PROJECT, files })
  await call('update_project_policy', { project: PROJECT, approve: 'anyone' })
  for (;;) {
    const { items } = await call<{ items: readonly Row[] }>('get_work', {
      project: PROJECT,
      locale: LOCALE,
      limit: 200,
      max_bytes: 60_000,
    })
    if (items.length === 0) return
    const sent = items.map(({ id, src, text }) => ({ id, src, text: `${text} (de)` }))
    await call('submit_translations', { project: PROJECT, locale: LOCALE, items: sent })
  }
}

interface Row {
  readonly id: string
  readonly src: string
  readonly text: string
}
