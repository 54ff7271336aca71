import type { Page } from 'playwright-core'
import type { TestApp } from '../http/test-app.ts'

interface RunAnswer {
  readonly runs: readonly { readonly event: number; readonly ended_at?: string }[]
  readonly items: readonly { readonly locale: string }[]
}

/** Answers the event streams of runs for a page: each with the state at that time. The page then asks again, as after a lost connection. */
export async function feedLive(page: Page, { world }: TestApp): Promise<void> {
  const ada = await world.user('ada')
  await page.route('**/live/p/*/*/runs/*', async route => {
    const [, account, slug, run] = /\/live\/p\/([^/]+)\/([^/]+)\/runs\/([^/]+)$/.exec(route.request().url()) ?? []
    const { runs, items } = await ada.call<RunAnswer>('get_runs', { project: `${account}/${slug}`, run, items: 'all' })
    const parts = items.map(item => toEvent('part', { locale: item.locale, items: [item] }))
    const ends = runs[0]?.ended_at === undefined ? [] : [toEvent('end', {})]
    const body = ['retry: 20\n\n', toEvent('run', runs[0]), ...parts, ...ends].join('')
    // The page may have been closed meanwhile.
    await route.fulfill({ contentType: 'text/event-stream', body }).catch(() => undefined)
  })
}

const toEvent = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
