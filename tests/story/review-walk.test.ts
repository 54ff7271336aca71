import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compoundKey } from '../../src/store/records/define.ts'
import type { ReviewView } from '../../src/tools/reviews/view.ts'
import { openTestApp, type TestApp } from '../http/test-app.ts'
import { describeWith } from '../require.ts'
import { found } from '../tools/loop.ts'
import { openBrowser, openProfile } from '../web/browser.ts'
import { signInto } from '../web/signing-in.ts'
import { openStrings } from '../web/string-scene.ts'
import { buildReviewBatch } from './review-batch.ts'

const PROJECT = 'acme/app'
const SIZE = 5000
const MAJORS = 250
const PER_CALL = 200
const MAX_KEYS = 250
const MAX_LOADS = 5

describeWith('corpus', 'a review of 5,000 translations', () => {
  describeWith('chromium', 'by the keyboard alone', chromium => {
    const { source, translations, wrong } = buildReviewBatch({ size: SIZE, majors: MAJORS, seed: 'review' })
    let deps: TestApp
    let browser: Browser
    let review: ReviewView
    beforeAll(async () => {
      deps = await openTestApp()
      await deps.world.organization('acme', { ada: 'admin', bob: 'admin' })
      browser = await openBrowser(chromium)
      review = await submitAndAsk()
    }, 300_000)
    afterAll(async () => {
      await browser.close()
      await deps.close()
    })

    /** An agent submits all translations, and asks for a review. */
    async function submitAndAsk(): Promise<ReviewView> {
      const { world, services } = deps
      const { read } = services.store
      const ada = await world.user('ada')
      await openStrings(deps, ada, PROJECT, source, ['de'])
      const account = found(await read.accounts.by('handle', 'acme'))
      const { id } = found(await read.projects.by('name', compoundKey(account.id, 'app')))
      const items = []
      for (const [key, text] of Object.entries(translations)) {
        const [entry] = await read.entries.list('key', compoundKey(id, key))
        items.push({ id: found(entry).short, src: found(entry).src, text })
      }
      for (let at = 0; at < items.length; at += PER_CALL) {
        await ada.call('submit_translations', { project: PROJECT, locale: 'de', items: items.slice(at, at + PER_CALL) })
      }
      const asked = await ada.call<{ review: ReviewView }>('create_review', { project: PROJECT, person: 'ada' })
      return asked.review
    }

    it('is read as planned and returned within the promised keys and page loads', async () => {
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
      const faults = await readAll(page, press, toRead)
      await press('Tab')
      await press('Enter')
      await page.getByRole('heading', { name: /^Return/ }).waitFor()
      const submit = page.getByRole('button', { name: `Return ${total.toLocaleString('en')} translations` })
      while (!(await submit.evaluate(one => one === document.activeElement))) await press('Tab')
      await press('Enter')
      await page.getByText('This review was returned').waitFor({ timeout: 60_000 })
      await profile.close()
      const ada = await deps.world.user('ada')
      const after = await ada.call<{ review: ReviewView }>('get_review', { project: PROJECT, review: review.id })
      expect(after.review.state).toBe('returned')
      expect(after.review.readers).toEqual([{ by: { kind: 'human', person: 'bob' }, read: toRead }])
      expect(after.review.ended?.counts['changes_requested']).toBe(faults)
      expect(after.review.sample.major).toBeGreaterThan(0)
      expect(counts.keys).toBeLessThanOrEqual(MAX_KEYS)
      expect(counts.loads).toBeLessThanOrEqual(MAX_LOADS)
    }, 300_000)

    /** Reads everything that must be read, knowing which translations are wrong. Returns how many faults it found. */
    async function readAll(page: Page, press: (key: string) => Promise<void>, toRead: number): Promise<number> {
      let faults = 0
      for (let n = 1; n <= toRead; n += 1) {
        await page.locator(`#item[data-n="${n}"]`).waitFor()
        const key = await page.locator('#item-key').innerText()
        if (wrong.has(key)) {
          faults += 1
          for (const one of ['x', '1', 'Enter']) await press(one)
        } else await press('g')
      }
      await expect.poll(() => page.locator('#end-accept').evaluate(one => one === document.activeElement)).toBe(true)
      await page.locator('#unsaved').waitFor({ state: 'hidden' })
      return faults
    }
  })
})
