import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { auditAccessibility, loadAxe, serveAxe } from '../accessibility.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { type Look, looksOf, nameLook, showLook } from '../looks.ts'
import { signInto, visit } from '../signing-in.ts'
import { openReview, openReviewApp, type ReviewScene } from './scene.ts'

/** Most bytes of a page. */
const MAX_BYTES = 60_000
/** How far the page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth'

type Way = (page: Page, scene: ReviewScene, go: (path: string) => Promise<unknown>) => Promise<unknown>

const readAll = async (scene: ReviewScene, last: 'good' | 'major') => {
  const { must_see, sample } = await scene.view()
  const all = Array.from({ length: must_see.total + sample.size }, (_, at) => at + 1)
  await scene.decide({ verdicts: all.map(n => ({ n, verdict: n === all.length ? last : 'good' })) })
}

/** Each state of the pages, by how it is reached. */
const STATES: Readonly<Record<string, Way>> = {
  'the list': (_, { project }, go) => go(`/p/${project}/review?start`),
  'an empty list': (_, { project }, go) => go(`/p/${project}/review?state=reverted`),
  'nothing read': (_, { path }, go) => go(path),
  'a replaced translation': (_, { path }, go) => go(`${path}?n=2`),
  'a fault with its reason and a fix': async (page, { path }, go) => {
    await go(path)
    await page.keyboard.press('x')
    await page.keyboard.press('1')
    await page.keyboard.press('f')
    await page
      .getByRole('textbox', { name: 'Your translation' })
      .or(page.locator('#fix-fields textarea'))
      .first()
      .waitFor()
  },
  shortcuts: async (page, { path }, go) => {
    await go(path)
    await page.locator('.rv-script').waitFor()
    await page.keyboard.press('?')
    await page.locator('#keys[open]').waitFor()
  },
  'how it works': async (page, { path }, go) => {
    await go(path)
    await page.locator('[popovertarget="how"]').click()
    await page.locator('#how').waitFor()
  },
  'all read': async (_, scene, go) => {
    await readAll(scene, 'good')
    await go(scene.path)
  },
  'a refused fix': async (page, { path }, go) => {
    await go(`${path}?n=2`)
    await page.keyboard.press('f')
    await page.locator('#fix-fields textarea').fill('Ohne Platzhalter')
    await page.locator('[name="fix"][value="minor"]').click()
    await page.locator('#fix-fault').waitFor()
  },
  'accept too early': (_, { path }, go) => go(`${path}?end=accept`),
  'accept after a major fault': async (_, scene, go) => {
    await readAll(scene, 'major')
    await go(`${scene.path}?end=accept`)
  },
  return: (_, { path }, go) => go(`${path}?end=return`),
  revert: (_, { path }, go) => go(`${path}?end=revert`),
  'the end': async (_, scene, go) => {
    await scene.decide({ verdicts: [{ n: 1, verdict: 'major', reason: 'term', comment: 'Not our word' }] })
    await scene.decide({ end: 'return', why: 'Wrong voice' })
    await go(scene.path)
  },
  'the report': async (_, scene, go) => {
    await scene.decide({ verdicts: [{ n: 1, verdict: 'major', reason: 'term', comment: 'Not our word' }] })
    await go(`${scene.path}/report`)
  },
}

/** States in which the review has changed. */
const CHANGED = new Set([
  'a fault with its reason and a fix',
  'all read',
  'accept after a major fault',
  'the end',
  'the report',
])

describeWith('chromium', 'the pages of reviews', chromium => {
  const { deps, browser } = useBrowser(chromium, openReviewApp)
  let turn = 0
  const unchanged = allTests(() => openReview(deps, 'acme/unchanged', { count: 90 }))
  beforeAll(async () => {
    serveAxe(deps.server)
  })

  const audit = async (page: Page, look: Look) => {
    await showLook(page, look)
    await loadAxe(page)
    // The dock of a phone covers what is under it until the reader scrolls on.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const { passed, violations } = await auditAccessibility(page)
    expect(passed).toBeGreaterThan(15)
    expect(violations, nameLook(look)).toEqual([])
    expect(await page.evaluate(OVERFLOW), nameLook(look)).toBe(0)
  }

  const inOrder = Object.keys(STATES).map((name, place) => ({ name, place }))
  it.each(inOrder)('have no accessibility fault, and fit: $name', async ({ name, place }) => {
    for (const look of looksOf(place)) {
      turn += 1
      const scene = CHANGED.has(name) ? await openReview(deps, `acme/look-${turn}`, { count: 90 }) : unchanged
      const profile = await openProfile(browser, { reducedMotion: 'reduce', locale: look.language })
      const page = await profile.newPage()
      const faults: string[] = []
      page.on('console', message => message.type() === 'error' && faults.push(message.text()))
      page.on('pageerror', error => faults.push(error.message))
      await signInto(page, deps, 'bob')
      const go = (path: string) => page.goto(deps.services.baseUrl + path)
      await STATES[name]?.(page, scene, go)
      expect(await page.evaluate('document.dir')).toBe(look.language === 'ar' ? 'rtl' : 'ltr')
      await audit(page, look)
      expect(faults.filter(text => !text.includes('status of 4'))).toEqual([])
      await profile.close()
    }
  })

  it('only show, where the user may not decide', async () => {
    turn += 1
    const scene = await openReview(deps, `acme/look-${turn}`, { count: 90 })
    await deps.world.setAccount('acme', { has_access: false })
    const profile = await openProfile(browser, { reducedMotion: 'reduce' })
    const page = await profile.newPage()
    await visit(page, deps, 'bob', scene.path)
    await page.locator('.rv-script').waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('#item').getAttribute('data-n')).toBe('2')
    for (const look of looksOf(0)) await audit(page, look)
    await deps.world.setAccount('acme', { has_access: true })
  })

  it('stay small with the largest plan', async () => {
    turn += 1
    const scene = await openReview(deps, `acme/look-${turn}`, { count: 700, goal: 1 })
    const profile = await openProfile(browser, { reducedMotion: 'reduce', javaScriptEnabled: false })
    const page = await profile.newPage()
    await signInto(page, deps, 'bob')
    for (const path of [scene.path, `${scene.path}?n=5`, `/p/${scene.project}/review`]) {
      const response = await page.goto(deps.services.baseUrl + path)
      expect((await response?.body())?.length, path).toBeLessThan(MAX_BYTES)
    }
    const { must_see, sample } = await scene.view()
    const all = Array.from({ length: must_see.total + sample.size }, (_, at) => at + 1)
    await scene.decide({ verdicts: all.map(n => ({ n, verdict: 'minor', reason: 'term', comment: 'x'.repeat(60) })) })
    const response = await page.goto(`${deps.services.baseUrl}${scene.path}/report`)
    expect((await response?.body())?.length).toBeLessThan(MAX_BYTES)
  })
})
