import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { openReview, openReviewApp } from '../reviews/scene.ts'
import { visit } from '../signing-in.ts'
import { openStrings } from '../string-scene.ts'
import { storeWebhook } from '../webhook-scene.ts'

describeWith('chromium', 'the layout of project pages', chromium => {
  const { deps, browser } = useBrowser(chromium, openReviewApp)
  const scene = allTests(() => openReview(deps, 'acme/layout', { count: 90 }))

  /** Opens a page of the project in a new profile. */
  async function open(path: string, { width = 1280, locale = 'en', project = scene.project } = {}): Promise<Page> {
    const profile = await openProfile(browser, { width, locale, reducedMotion: 'reduce' })
    const page = await profile.newPage()
    await visit(page, deps, 'bob', `/p/${project}${path}`)
    return page
  }

  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }

  it('shows the current tab and one button for all menus on a phone', async () => {
    const page = await open('/settings', { width: 390 })
    const { x, width } = await boxOf(page.locator('.project-tabs [aria-current]'))
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
    const menu = page.getByRole('button', { name: 'bob: account menu' })
    expect((await boxOf(menu)).width).toBe(40)
    await menu.click()
    await page.getByRole('link', { name: 'Organizations' }).waitFor()
  })

  it('gives the bars of all locales the same width on a phone', async () => {
    const ada = await deps.world.user('ada')
    await ada.call('update_project', { project: scene.project, target_locales: ['de', 'pl', 'ar'] })
    const page = await open('', { width: 390 })
    const bars = await page.locator('.locales td.fill').all()
    const widths = await Promise.all(bars.map(async bar => (await boxOf(bar)).width))
    expect(widths).toHaveLength(3)
    expect(new Set(widths).size).toBe(1)
    for (const cell of await page.locator('.locales td.number:nth-child(3)').all()) {
      const { x, width } = await boxOf(cell)
      expect(x + width).toBeLessThan(390)
    }
  })

  it('begins titles and keys where the page begins, in English and in Arabic', async () => {
    const startOf = (selector: string) => `(() => {
      const element = document.querySelector('${selector}')
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      const around = element.parentElement.getBoundingClientRect()
      return document.dir === 'rtl' ? around.right - right : left - around.left
    })()`
    for (const locale of ['en', 'ar']) {
      const page = await open(`/review/${scene.id}`, { locale })
      expect(await page.evaluate(startOf('.rv-proof h1'))).toBeLessThan(2)
      expect(await page.evaluate(startOf('.rv-keys .rv-key bdi'))).toBeLessThan(2)
      await page.context().close()
    }
  })

  it('leaves nothing to scroll below panes', async () => {
    const page = await open('/strings?locale=de')
    await page.locator('.se-keys a').nth(5).click()
    await page.waitForURL(/strings\/e/)
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  })

  it('keeps the mark of a stale translation off its key', async () => {
    await scene.push({ 'billing.trial.started': 'Your trial has just begun.' }, { confirm_removed: 95 })
    for (const width of [390, 1280]) {
      const page = await open('/strings?locale=de&stale=true', { width })
      const key = await boxOf(page.locator('.se-keys .se-mono').first())
      expect((await boxOf(page.locator('.se-keys .stale').first())).x).toBeGreaterThan(key.x + key.width)
      await page.context().close()
    }
  })

  it('puts each value of a report beside its label, in English and in Arabic', async () => {
    const pairs = `[...document.querySelectorAll('.rv-report .facts dt')].map(label => {
      const value = label.nextElementSibling
      const [from, to] = [label.getBoundingClientRect(), value.getBoundingClientRect()]
      const isAfter = document.dir === 'rtl' ? to.right < from.left : to.left > from.right
      return [label.textContent, isAfter && to.top < from.bottom, getComputedStyle(value).direction === document.dir]
    })`
    for (const locale of ['en', 'ar']) {
      const page = await open(`/review/${scene.id}/report`, { locale })
      const found = (await page.evaluate(pairs)) as [string, boolean, boolean][]
      expect(found.length).toBeGreaterThan(6)
      for (const pair of found) expect(pair).toEqual([pair[0], true, true])
      await page.context().close()
    }
  })

  it('leaves the numbers of the chart their space in all languages', async () => {
    const ends = `[...document.querySelectorAll('.chart text')].map(text => {
      const [own, all] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()]
      return Math.min(own.left - all.left, all.right - own.right)
    })`
    for (const locale of ['en', 'de', 'es', 'ja', 'ar']) {
      const page = await open('', { locale })
      // As it is with thousands of words.
      const label = new Intl.NumberFormat(locale, { notation: 'compact' }).format(4000)
      await page.evaluate(`document.querySelector('.chart text').textContent = ${JSON.stringify(label)}`)
      const found = (await page.evaluate(ends)) as number[]
      expect(Math.min(...found), locale).toBeGreaterThanOrEqual(0)
      await page.context().close()
    }
  })

  it('draws the lines of a panel from end to end', async () => {
    const { id } = await storeWebhook(deps, scene.project)
    const page = await open(`/webhooks/${id}`)
    const [panel, body] = [
      page.locator('.panel', { has: page.locator('#deliveries-heading') }),
      page.locator('p.panel-body'),
    ]
    expect((await boxOf(body.first())).width).toBe((await boxOf(panel)).width - 2)
  })

  describe('with a stale translation', () => {
    const strings = { 'app.first': 'The first text', 'app.second': 'The second text', 'app.third': 'The third text' }
    let second: string
    beforeAll(async () => {
      const ada = await deps.world.user('ada')
      const { push, submit, page } = await openStrings(deps, ada, 'acme/stale', strings)
      await submit(ada, 'app.first', 'Der erste Text')
      await push({ ...strings, 'app.first': 'Another first text' })
      second = (await page('app.second')).replace('/p/acme/stale', '')
    })
    const openStale = (path: string, width: number) => open(path, { width, project: 'acme/stale' })

    it('leaves the texts their columns in a wide list', async () => {
      const columns = `[...document.querySelectorAll('.se-keys a')].map(row =>
        [...row.querySelectorAll('.se-excerpt')].map(one => Math.round(one.getBoundingClientRect().left)).join(' '))`
      for (const width of [761, 1280]) {
        const page = await openStale('/strings?locale=de', width)
        expect(await page.locator('.se-keys .stale').count()).toBe(1)
        const places = (await page.evaluate(columns)) as string[]
        expect(places).toEqual(places.map(() => places[1]))
        await page.context().close()
      }
    })

    it('keeps the mark off the key in the list of neighbors', async () => {
      for (const width of [390, 1280]) {
        const page = await openStale(second, width)
        const row = page.locator('.se-near li', { has: page.locator('.stale') })
        const [key, mark] = [await boxOf(row.locator('.se-mono')), await boxOf(row.locator('.stale'))]
        expect(mark.x).toBeGreaterThan(key.x + key.width)
        await page.context().close()
      }
    })
  })
})
