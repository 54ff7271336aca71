import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReviewView } from '../../src/tools/reviews/view.ts'
import { openTestApp, type TestApp } from '../http/test-app.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { closeProfiles, openBrowser, openProfile } from '../web/browser.ts'
import { signInto } from '../web/signing-in.ts'
import { buildReviewBatch, type ReviewBatch } from './review-batch.ts'
import { expectReturned, submitAndAsk } from './review-stage.ts'

const PROJECT = 'acme/app'
/** A twentieth of them is wrong. */
const SIZE = 5000
const MAJORS = SIZE / 20
const MAX_KEYS = 250
const MAX_LOADS = 5

describeWith('corpus', 'a review of thousands of translations', () => {
  describeWith('chromium', 'by the keyboard alone', chromium => {
    let batch: ReviewBatch
    let deps: TestApp
    let browser: Browser
    let review: ReviewView
    beforeAll(async () => {
      batch = buildReviewBatch({ size: SIZE, majors: MAJORS, seed: 'review' })
      deps = await openTestApp()
      await deps.world.organization('acme', { ada: 'admin', bob: 'admin' })
      browser = await openBrowser(chromium)
      review = await submitAndAsk(deps, PROJECT, batch)
    })
    afterAll(async () => {
      await closeProfiles(browser)
      await deps.close()
    })

    // By day, the browser walks through a smaller review (tests/web/reviews/walk.test.ts).
    it.runIf(isNightly)('is read as planned and returned within the promised keys and page loads', async () => {
      const { must_see, sample, total } = review
      const toRead = must_see.total + sample.size
      // The checks of a project refuse a few more than those of single texts.
      expect(total).toBeGreaterThan(SIZE - 10)
      const profile = await openProfile(browser, { reducedMotion: 'reduce' })
      const page = await profile.newPage()
      const counts = { keys: 0, loads: 0 }
      page.on('request', request => {
        if (request.isNavigationRequest()) counts.loads += 1
      })
      const press = async (key: string) => {
        counts.keys += 1
        await page.keyboard.press(key)
      }
      await signInto(page, deps, 'bob')
      await page.goto(`${deps.services.baseUrl}/p/${PROJECT}/review/${review.id}`)
      const begun = performance.now()
      const found = await readAll(page, press, toRead, must_see.total)
      await press('Tab')
      await press('Enter')
      await page.getByRole('heading', { name: /^Return/ }).waitFor()
      const submit = page.getByRole('button', { name: `Return ${total.toLocaleString('en')} translations` })
      while (!(await submit.evaluate(one => one === document.activeElement))) await press('Tab')
      await press('Enter')
      await page.getByText('This review was returned').waitFor({ timeout: 60_000 })
      await profile.close()
      await expectReturned(deps, { project: PROJECT, id: review.id, toRead, ...found })
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stdout.write(
        `by the keyboard: ${toRead} of ${SIZE} read, ${counts.keys} keys, ${counts.loads} loads, ${seconds} s\n`,
      )
      expect(counts.keys).toBeLessThanOrEqual(MAX_KEYS)
      expect(counts.loads).toBeLessThanOrEqual(MAX_LOADS)
    })

    /** Reads everything that must be read, knowing which translations are wrong. Returns how many faults it found, and how many of them in the sample. */
    async function readAll(
      page: Page,
      press: (key: string) => Promise<void>,
      toRead: number,
      mustSee: number,
    ): Promise<{ readonly faults: number; readonly sampled: number }> {
      let faults = 0
      let sampled = 0
      for (let n = 1; n <= toRead; n += 1) {
        await page.locator(`#item[data-n="${n}"]`).waitFor()
        const key = await page.locator('#item-key').innerText()
        // The first one always gets a fault, so that a draw without a wrong translation has one too.
        if (n === 1 || batch.wrong.has(key)) {
          faults += 1
          if (n > mustSee) sampled += 1
          for (const one of ['x', '1', 'Enter']) await press(one)
        } else await press('g')
      }
      await expect.poll(() => page.locator('#end-accept').evaluate(one => one === document.activeElement)).toBe(true)
      await page.locator('#unsaved').waitFor({ state: 'hidden' })
      return { faults, sampled }
    }
  })
})
