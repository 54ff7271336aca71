import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openTestApp } from '../http/test-app.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { closeProfiles, openBrowser, openProfile } from '../web/browser.ts'
import { signInto } from '../web/signing-in.ts'
import { buildReviewBatch } from './review-batch.ts'
import { expectReturned, submitAndAsk } from './review-stage.ts'

const SIZE = 5000
const MAJORS = SIZE / 20
/** The page, the question, the end with the page that it leads to, and one to spare. */
const MAX_LOADS_WITH_SCRIPT = 5

/** What the reader does, and what it costs. */
interface Hands {
  readonly page: Page
  /** Presses a key, or a button or a link by key or by finger. */
  readonly act: (run: () => Promise<unknown>) => Promise<void>
}

interface Walk {
  readonly name: string
  readonly slug: string
  readonly options: BrowserContextOptions & { readonly width?: number }
  readonly language?: string
  readonly good: (hands: Hands) => Promise<void>
  readonly major: (hands: Hands) => Promise<void>
  /** Opens the question of Return, and answers it. */
  readonly finish: (hands: Hands) => Promise<void>
  /** The most loads for so many translations to read. */
  readonly maxLoads: (toRead: number) => number
  /** The most keys. */
  readonly maxActs?: number
}

const verdict = (page: Page, value: string) => page.locator(`button[name="verdict"][value="${value}"]`)
const confirm = (page: Page) => page.locator('.rv-end-page button[name="end"][value="return"]')
const isFocused = (element: Element) => element === document.activeElement

/** Presses Tab until the button of Return has the focus, then Enter. */
async function confirmByKeys({ page, act }: Hands): Promise<void> {
  await confirm(page).waitFor()
  while (!(await confirm(page).evaluate(isFocused))) await act(() => page.keyboard.press('Tab'))
  await act(() => page.keyboard.press('Enter'))
}

const WALKS: readonly Walk[] = [
  {
    name: 'without a script',
    slug: 'forms',
    options: { javaScriptEnabled: false },
    good: ({ page, act }) => act(() => verdict(page, 'good').press('Enter')),
    major: async ({ page, act }) => {
      await act(() => page.locator('#note summary').press('Enter'))
      await act(() => page.locator('input[name="reason"]').first().press('Space'))
      await act(() => verdict(page, 'major').press('Enter'))
    },
    finish: async ({ page, act }) => {
      await act(() => page.locator('#end-return').press('Enter'))
      await confirm(page).waitFor()
      await act(() => confirm(page).press('Enter'))
    },
    // A form is a request and the page that it leads to.
    maxLoads: toRead => 2 * toRead + MAX_LOADS_WITH_SCRIPT,
  },
  {
    name: 'by touch on a phone',
    slug: 'touch',
    options: { width: 390, hasTouch: true, isMobile: true },
    good: ({ page, act }) => act(() => verdict(page, 'good').tap()),
    major: async ({ page, act }) => {
      await act(() => verdict(page, 'major').tap())
      await act(() => page.locator('.rv-reason').first().tap())
      await act(() => page.locator('#next').tap())
    },
    finish: async ({ page, act }) => {
      await act(() => page.locator('#end-return').tap())
      await act(() => confirm(page).tap())
    },
    maxLoads: () => MAX_LOADS_WITH_SCRIPT,
  },
  {
    name: 'by the keyboard in Arabic',
    slug: 'arabic',
    options: {},
    language: 'ar',
    good: ({ page, act }) => act(() => page.keyboard.press('g')),
    major: async ({ page, act }) => {
      for (const key of ['x', '1', 'Enter']) await act(() => page.keyboard.press(key))
    },
    finish: async hands => {
      const { page, act } = hands
      await act(() => page.keyboard.press('Tab'))
      await act(() => page.keyboard.press('Enter'))
      await confirmByKeys(hands)
    },
    maxLoads: () => MAX_LOADS_WITH_SCRIPT,
    maxActs: 250,
  },
]

// Each way is walked in every run over a short review (tests/web/reviews/walk.test.ts).
describe.skipIf(!isNightly)('the ways to read', () => {
  describeWith('corpus', `a review of ${SIZE} translations`, () => {
    describeWith('chromium', 'is read as planned and returned', chromium => {
      const batch = buildReviewBatch({ size: SIZE, majors: MAJORS, seed: 'review' })
      let browser: Browser
      const deps = allTests(() => openTestApp())
      beforeAll(async () => {
        await deps.world.organization('acme', { ada: 'admin', bob: 'admin' })
        browser = await openBrowser(chromium)
      })
      afterAll(async () => {
        await closeProfiles(browser)
      })

      it.each(WALKS)('$name', async walk => {
        const project = `acme/${walk.slug}`
        const review = await submitAndAsk(deps, project, batch)
        const toRead = review.must_see.total + review.sample.size
        const profile = await openProfile(browser, { reducedMotion: 'reduce', ...walk.options })
        const { baseUrl } = deps.services
        if (walk.language !== undefined) {
          await profile.addCookies([{ name: 'dragoman_language', value: walk.language, url: baseUrl }])
        }
        const page = await profile.newPage()
        const counts = { acts: 0, loads: 0 }
        page.on('request', request => {
          if (request.isNavigationRequest()) counts.loads += 1
        })
        const act: Hands['act'] = async run => {
          counts.acts += 1
          await run()
        }
        await signInto(page, deps, 'bob')
        const begun = performance.now()
        await page.goto(`${baseUrl}/p/${project}/review/${review.id}`)
        expect(await page.locator('html').getAttribute('dir')).toBe(walk.language === 'ar' ? 'rtl' : 'ltr')
        const hands = { page, act }
        let faults = 0
        let sampled = 0
        for (let n = 1; n <= toRead; n += 1) {
          await page.locator(`#item[data-n="${n}"]`).waitFor()
          // The first one always gets a fault, so that a draw without a wrong translation has one too.
          const isWrong = n === 1 || batch.wrong.has(await page.locator('#item-key').innerText())
          if (isWrong) faults += 1
          if (isWrong && n > review.must_see.total) sampled += 1
          await (isWrong ? walk.major(hands) : walk.good(hands))
        }
        if (walk.options.javaScriptEnabled !== false) {
          await expect.poll(() => page.locator('#end-accept').evaluate(isFocused)).toBe(true)
          await page.locator('#unsaved').waitFor({ state: 'hidden' })
        }
        await walk.finish(hands)
        await expectReturned(deps, { project, id: review.id, toRead, faults, sampled })
        const seconds = ((performance.now() - begun) / 1000).toFixed(1)
        process.stdout.write(
          `${walk.name}: ${toRead} of ${SIZE} read, ${counts.acts} keys, ${counts.loads} loads, ${seconds} s\n`,
        )
        await profile.close()
        expect(counts.loads).toBeLessThanOrEqual(walk.maxLoads(toRead))
        // A fault takes two acts more; the end takes at most as many as there are links before its button.
        expect(counts.acts).toBeLessThanOrEqual(Math.min(toRead + 2 * faults + 40, walk.maxActs ?? Infinity))
      })
    })
  })
})
