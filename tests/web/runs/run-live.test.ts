import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { RunRecord } from '../../../src/store/records/runs.ts'
import { openTestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { auditAccessibility, loadAxe, serveAxe } from '../accessibility.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { changeRun, RUN_ENGINES, storePart, storeRun } from '../run-scene.ts'
import { visit } from '../signing-in.ts'
import { openStrings } from '../string-scene.ts'

const NONE = { requests: 0, input_tokens: 0, output_tokens: 0, characters: 0, cost: 0 }
const PENDING = { state: 'pending', planned: false, counts: { total: 0 }, usage: NONE } satisfies Partial<RunRecord>
const ENDED = '2027-03-01T12:00:00.000Z'

describeWith('chromium', 'the page of an open run', chromium => {
  const { deps, browser } = useBrowser(chromium, () => openTestApp({ world: { engines: RUN_ENGINES } }))
  let project: string
  let turn = 0
  beforeAll(async () => {
    await deps.world.organization('acme', { ada: 'admin' })
    serveAxe(deps.server)
  })
  beforeEach(async () => {
    turn += 1
    project = `acme/app-${turn}`
    const ada = await deps.world.user('ada')
    await openStrings(deps, ada, project, { hi: 'Hi', bye: 'Bye {name}' }, ['de', 'ar'])
  })

  /** Opens the page of a run as ada. */
  const open = async (run: RunRecord, options: Parameters<typeof openProfile>[1] = {}): Promise<Page> => {
    const profile = await openProfile(browser, { reducedMotion: 'reduce', ...options })
    const page = await profile.newPage()
    await visit(page, deps, 'ada', `/p/${project}/runs/${run.id}`)
    return page
  }

  it('shows counts, bar, cost, state and failures as they change, and what remains when the run has ended', async () => {
    const run = await storeRun(deps, project, PENDING)
    const page = await open(run)
    await page.getByText('Selecting translations').waitFor()
    await page.getByRole('link', { name: 'Reload' }).waitFor({ state: 'hidden' })
    expect(await page.getByRole('heading', { name: 'Failures' }).isVisible()).toBe(false)
    const usage = { ...NONE, requests: 2, input_tokens: 1200, output_tokens: 300, cost: 1_230_000 }
    const counts = { total: 4, translated: 1, unresolved: 1 }
    const text = '<b>Placeholder</b> {name} is missing.'
    await storePart(deps, run, 'ar', [
      { key: 'hi', outcome: 'translated' },
      { key: 'bye', outcome: 'unresolved', message: text },
    ])
    await changeRun(deps, run.id, { state: 'running', planned: true, started_at: ENDED, counts, usage })
    await page.getByText('2 of 4 translations done').first().waitFor()
    const failure = page.locator('#failures > li')
    await expect.poll(() => failure.count()).toBe(1)
    expect(await failure.innerText()).toMatch(/bye\s+ar\s+<b>Placeholder<\/b> {name} is missing\./)
    expect(await failure.getByRole('link', { name: 'bye' }).getAttribute('href')).toMatch(
      new RegExp(`/p/${project}/strings/e\\d+\\?locale=ar$`),
    )
    expect(await page.title()).toMatch(/^Running: /)
    expect(await page.locator('.meta').innerText()).toMatch(/^Running/)
    const bar = page.getByRole('img', { name: '2 of 4 translations done: 1 translated, 1 unresolved' })
    expect(await bar.locator('[data-outcome=translated]').getAttribute('width')).toBe('25%')
    expect(await page.getByRole('row', { name: 'Cost' }).innerText()).toMatch(/\$1\.23$/)
    expect(await page.getByRole('row', { name: 'Input tokens' }).innerText()).toMatch(/1,200$/)
    await loadAxe(page)
    expect((await auditAccessibility(page)).violations).toEqual([])
    const drawn = await page.locator('.outcome-bar').innerHTML()
    await page.reload()
    expect(await page.locator('.outcome-bar').innerHTML()).toBe(drawn)
    const all = { ...counts, translated: 3 }
    await changeRun(deps, run.id, { state: 'completed', ended_at: ENDED, counts: all })
    await page.getByRole('link', { name: 'New run' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel run' }).count()).toBe(0)
    expect(await page.title()).toMatch(/^Completed: /)
  })

  it('shows why the run was paused meanwhile, and follows it again after it is resumed', async () => {
    const run = await storeRun(deps, project)
    const page = await open(run)
    await changeRun(deps, run.id, { state: 'paused', reason: 'provider_failed', message: 'The provider answered 503.' })
    await page.getByText('The provider answered 503.').waitFor()
    await page.getByRole('button', { name: 'Resume run' }).click()
    await page.getByText('Run resumed').waitFor()
    await changeRun(deps, run.id, { counts: { total: 240, translated: 200 } })
    await page.getByText('200 of 240 translations done').first().waitFor()
  })

  it('announces the progress at most every ten seconds', async () => {
    const run = await storeRun(deps, project)
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    await page.clock.install({ time: new Date(ENDED) })
    await visit(page, deps, 'ada', `/p/${project}/runs/${run.id}`)
    const status = page.getByRole('status')
    const heading = page.getByRole('heading', { name: /translations done/ })
    await page.clock.runFor(10)
    await expect.poll(() => status.textContent()).toBe('93 of 240 translations done')
    for (const translated of [100, 150, 180]) {
      await changeRun(deps, run.id, { counts: { total: 240, translated } })
      await expect.poll(() => heading.innerText()).toBe(`${translated} of 240 translations done`)
    }
    await page.clock.runFor(5000)
    expect(await status.textContent()).toBe('93 of 240 translations done')
    await page.clock.runFor(6000)
    expect(await status.textContent()).toBe('180 of 240 translations done')
  })

  it('offers to reload when its stream is refused, such as after the session ended', async () => {
    const run = await storeRun(deps, project)
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    const refused = page.waitForResponse(response => response.url().includes('/live/'))
    await page.route('**/live/**', route => route.fulfill({ status: 401, body: '' }))
    await visit(page, deps, 'ada', `/p/${project}/runs/${run.id}`)
    await refused
    expect(await page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(true)
  })

  it('is readable without JavaScript, and reloads by a link', async () => {
    const run = await storeRun(deps, project)
    const page = await open(run, { javaScriptEnabled: false })
    await changeRun(deps, run.id, { counts: { total: 240, translated: 120 } })
    await page.getByRole('link', { name: 'Reload' }).click()
    await page.getByText('120 of 240 translations done').waitFor()
  })

  it('is started and cancelled by keyboard and without JavaScript', async () => {
    const run = await storeRun(deps, project)
    const page = await open(run, { javaScriptEnabled: false, width: 390 })
    await page.getByRole('button', { name: 'Cancel run' }).press('Enter')
    await page.getByRole('dialog', { name: 'Cancel this run?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Run cancelled').waitFor()
    await page.getByRole('link', { name: 'New run' }).press('Enter')
    await page.getByRole('checkbox', { name: /Deutsch/ }).press('Space')
    expect(await page.getByRole('checkbox', { name: /Deutsch/ }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Estimate' }).press('Enter')
    await page.getByRole('button', { name: 'Start run' }).press('Enter')
    await page.getByText('Selecting translations').waitFor()
  })
})
