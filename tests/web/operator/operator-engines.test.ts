import { beforeEach, describe, expect, it } from 'vitest'
import { reserve } from '../../../src/tools/runs/budget.ts'
import { fakeEngine, paidEngine } from '../../engines/fake-engine.ts'
import { type Jar, openJarOf } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useFreshTestApp } from '../scene.ts'

const PAGE = '/operator/accounts/acme'
const PATH = `${PAGE}/engines`

let ada: Jar
const testApp = useFreshTestApp({ world: { engines: [paidEngine('gpt'), paidEngine('claude'), fakeEngine('local')] } })
beforeEach(async () => {
  await testApp.world.organization('acme', { pat: 'admin' })
  ada = await openJarOf(testApp, 'ada')
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  if (user !== undefined) await testApp.services.store.transaction(tx => tx.users.put({ ...user, operator: true }))
})

const acme = async () => testApp.services.store.read.accounts.by('handle', 'acme')
const save = (fields: Record<string, string>) =>
  ada.post(PATH, { 'budget-gpt': '', 'budget-claude': '', ...fields }, { follow: true })
const wordsOf = (html: string): string => html.replaceAll(/<!--.*?-->|<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

describe('the engines of an account on the operator page', () => {
  it('are shown with a field for their budget, and without one if they are free', async () => {
    const { text } = await ada.get(PAGE)
    expect(wordsOf(text)).toContain('gptOffclaudeOff')
    expect(text).toContain('name="budget-gpt"')
    expect(text).not.toContain('budget-local')
  })

  it('get a budget, show the spend of the month, and are turned off by an empty field', async () => {
    await ada.get(PAGE)
    const saved = await save({ 'budget-gpt': '20.5' })
    expect(saved.path).toBe(`${PAGE}?saved=engines`)
    expect(wordsOf(saved.text)).toContain('Budgets of acme saved.')
    expect(saved.text).toMatch(/name="budget-gpt"[^>]*value="20.5"|value="20.5"[^>]*name="budget-gpt"/)
    const account = await acme()
    expect(account?.engines).toEqual({ gpt: { monthly_budget: 20_500_000 } })
    if (account === undefined) throw new Error('no acme')
    const { store, now } = testApp.services
    await store.transaction(tx => reserve(account, paidEngine('gpt'), 1_500_000, tx, now()))
    expect(wordsOf((await ada.get(PAGE)).text)).toContain('gpt$1.50 of $20.50')
    await save({})
    expect(await acme()).not.toHaveProperty('engines')
    const { items } = await store.read.audit.page('all', '', { limit: 2 })
    expect(items.map(({ action, surface }) => [action, surface])).toEqual([
      ['engines disable', 'web'],
      ['engines enable', 'web'],
    ])
  })

  it('are shown again with invalid budgets, and nothing is saved', async () => {
    await ada.get(PAGE)
    const { status, text } = await save({ 'budget-gpt': '20', 'budget-claude': 'much' })
    expect(status).toBe(400)
    expect(wordsOf(text)).toContain('The budgets were not saved')
    expect(text).toContain('<a href="#budget-claude">claude: enter US dollars from 0.01 to 1,000,000, such as 20.</a>')
    expect(text).toMatch(/name="budget-claude"[^>]*value="much"|value="much"[^>]*name="budget-claude"/)
    expect(await acme()).not.toHaveProperty('engines')
  })

  it('are changed by operators only', async () => {
    const pat = await openJarOf(testApp, 'pat')
    await pat.get('/')
    const csrf = await ownCsrf(testApp, pat, PATH)
    expect((await pat.post(PATH, { csrf, 'budget-gpt': '20' }, { follow: false })).status).toBe(403)
    expect(await acme()).not.toHaveProperty('engines')
  })
})
