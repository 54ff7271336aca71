import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { openReview, openReviewApp } from '../reviews/scene.ts'
import { signInto } from '../signing-in.ts'

/** The words of an element in the order in which one sees them, from the right to the left. */
const inOrder = (selector: string, words: readonly string[]) => `(() => {
  const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT)
  const found = new Map()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const word of ${JSON.stringify(words)}) {
      const at = node.data.indexOf(word)
      if (at < 0 || found.has(word)) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      found.set(word, range.getBoundingClientRect().right)
    }
  }
  return [...found].sort(([, one], [, other]) => other - one).map(([word]) => word)
})()`

describeWith('chromium', 'pages in Arabic', chromium => {
  const { deps, browser } = useBrowser(chromium, openReviewApp, { lasting: true })
  let page: Page
  const scene = allTests(() => openReview(deps, 'acme/app', { count: 8 }))
  beforeAll(async () => {
    const ada = await deps.world.user('ada')
    await ada.call('update_project', { project: scene.project, target_locales: ['de', 'pl', 'ar'] })
    const bob = await deps.world.human('bob')
    for (const at of [1, 2, 3]) {
      const item = { action: 'request_changes', comment: 'Not our word' }
      await scene.review(bob, `settings.option_${at}.label`, item)
    }
    const profile = await openProfile(browser, { locale: 'ar', reducedMotion: 'reduce' })
    page = await profile.newPage()
    await signInto(page, deps, 'bob')
  })

  const go = (path: string) => page.goto(deps.services.baseUrl + path)
  const order = (selector: string, words: readonly string[]) => page.evaluate(inOrder(selector, words))

  it('name a program behind its user', async () => {
    for (const [path, selector] of [
      [`/p/${scene.project}`, '.batches .author:has(.agent)'],
      [scene.path, '.rv-proof'],
      [`/p/${scene.project}/review`, 'main'],
    ] as const) {
      await go(path)
      expect(await order(selector, ['ada', 'عبر']), path).toEqual(['ada', 'عبر'])
    }
    await go('/account/audit')
    expect(await order('td .hint', ['Chrome', 'على'])).toEqual(['Chrome', 'على'])
  })

  it('list locales from the right to the left', async () => {
    await go('/')
    const words = ['en', 'de', 'pl', 'ar']
    expect(await order('table .hint', words)).toEqual(words)
  })

  it('keep the number of a link in it', async () => {
    await go('/')
    const ends = `[...document.querySelectorAll('.waiting li:first-child a')].map(link => link.getBoundingClientRect())
      .map(({ left, right }) => [left, right])`
    const [name = [0], count = [0, 0]] = (await page.evaluate(ends)) as number[][]
    expect(count[1]).toBeLessThan(name[0] ?? 0)
  })

  it('show what programs read from the left to the right', async () => {
    const directions = `[...document.querySelectorAll('pre, code, kbd, .mono')]
      .filter(one => !/[\\u0600-\\u06ff]/.test(one.textContent))
      .map(one => getComputedStyle(one).direction)`
    for (const path of ['/account/api', '/account/tokens/new', `/p/${scene.project}`, `/p/${scene.project}/files`]) {
      await go(path)
      const found = (await page.evaluate(directions)) as string[]
      expect(found.length, path).toBeGreaterThan(0)
      expect(new Set(found), path).toEqual(new Set(['ltr']))
    }
  })

  it('show requests to agents in the direction of their language', async () => {
    await go('/')
    expect(await page.evaluate("getComputedStyle(document.querySelector('pre')).direction")).toBe('rtl')
  })
})
