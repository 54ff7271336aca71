import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { type TestApp } from '../../http/test-app.ts'
import { found } from '../../tools/loop.ts'
import { type Jar, openJarOf } from '../jar.ts'
import { enableEngine, RUN_ENGINES, storeRun } from '../run-scene.ts'
import { useOneTestApp } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

let ada: Awaited<ReturnType<TestApp['world']['user']>>
let jar: Jar
let project: string
let path: string
let turn = 0

const testApp = useOneTestApp({ world: { engines: RUN_ENGINES } })
beforeEach(async () => {
  turn += 1
  await testApp.world.organization(`acme-${turn}`, { ada: 'admin' })
  ada = await testApp.world.user('ada')
  project = `acme-${turn}/app`
  path = `/p/${project}/runs/new`
  await openStrings(testApp, ada, project, { hi: 'Hi', bye: 'Bye for now' }, ['de', 'pl'])
  await enableEngine(testApp, `acme-${turn}`, 'gpt', 20, 7.6)
  jar = await openJarOf(testApp, 'ada')
})

const CHOICES = { locales: ['de', 'pl'], engines: ['memory', 'gpt'], what: 'work' } as const
const listRuns = async () => {
  const { read } = testApp.services.store
  const account = found(await read.accounts.by('handle', `acme-${turn}`))
  return read.runs.list('project', found(await read.projects.by('name', compoundKey(account.id, 'app'))).id)
}
const checked = (html: string): readonly string[] =>
  [...html.matchAll(/<input type="(?:checkbox|radio)" name="(\w+)" value="([^"]*)" checked/g)].map(
    ([, name, value]) => `${name} ${value}`,
  )

describe('the form for a new run', () => {
  it('offers the locales with what is left, and the engines with their budgets', async () => {
    const { status, text } = await jar.get(path)
    expect(status).toBe(200)
    const words = visible(text)
    expect(words).toContain('Deutsch de 4 words left')
    expect(words).toMatch(/gpt Costs money Language model gpt-5-mini\. \$12\.40 of \$20\.00 left this month\./)
    expect(words).toContain(`Off for acme-${turn}: claude . An operator of this server can enable it`)
    expect(checked(text)).toEqual(['locales de', 'locales pl', 'what work', 'engines memory', 'engines gpt'])
  })

  it('offers the engines of the policy only, in its order', async () => {
    await ada.call('update_project_policy', { project, engines: ['apertium', 'memory'] })
    const { text } = await jar.get(path)
    expect(text.match(/name="engines" value="\w+"/g)).toEqual([
      'name="engines" value="apertium"',
      'name="engines" value="memory"',
    ])
  })

  it('offers the memory alone where nothing else is allowed, and says so', async () => {
    await ada.call('update_project_policy', { project, engines: ['memory', 'claude'] })
    const { text } = await jar.get(path)
    expect(checked(text)).toContain('engines memory')
    expect(visible(text)).toContain(`${project} has no other engine.`)
  })

  it('leaves out locales without work', async () => {
    await ada.call('push_translations', {
      project,
      files: [{ path: 'locales/de.json', content: JSON.stringify({ hi: 'Hallo', bye: 'Bis bald' }) }],
    })
    const { text } = await jar.get(path)
    expect(visible(text)).toContain('Polski pl 4 words left')
    expect(checked(text)).toContain('locales pl')
  })

  it('estimates first, then starts, and starts once if the form is sent twice', async () => {
    const estimate = await jar.sendForm(path, { ...CHOICES, step: 'estimate', budget: '$2,50', note: 'Release 5.0' })
    const words = visible(estimate.text)
    expect(words).toMatch(/4 translations, about \$0\.\d+\. Nothing was sent yet\./)
    expect(words).toMatch(/Translations 4 Strings 2 Words 4 Requests 2/)
    expect(words).toMatch(/Engines memory, then gpt Budget \$2\.50 Note Release 5\.0/)
    expect(await listRuns()).toEqual([])
    const sent = { ...jar.hidden(path), step: 'start' }
    const started = await jar.post(path, { step: 'start' })
    expect(visible(started.text)).toContain('Pending')
    const again = await jar.post(path, sent)
    expect(again.path).toBe(started.path)
    const [run, ...others] = await listRuns()
    expect(others).toEqual([])
    expect(run).toMatchObject({
      kind: 'translate',
      engines: ['memory', 'gpt'],
      budget: 2_500_000,
      note: 'Release 5.0',
      filter: { locales: ['de', 'pl'] },
      origin: { kind: 'human' },
    })
    expect(started.path).toBe(`/p/${project}/runs/${found(run).id}`)
  })

  it('starts a run on the branch of the page', async () => {
    const files = [
      { path: 'locales/en.json', content: JSON.stringify({ hi: 'Hi', fresh: 'A fresh string of the branch' }) },
    ]
    await ada.call('push_source', { project, branch: 'feature/x', files })
    const runs = await jar.get(`/p/${project}/runs?branch=feature%2Fx`)
    const page = `${path}?branch=feature%2Fx`
    expect(runs.text).toContain(`href="${page}"`)
    expect(visible((await jar.get(page)).text)).toContain('Deutsch de 7 words left')
    const estimate = await jar.post(page, { ...CHOICES, step: 'estimate' })
    expect(visible(estimate.text)).toContain('Branch feature/x')
    expect(await jar.post(page, { step: 'start' })).toMatchObject({ status: 200 })
    expect(await listRuns()).toMatchObject([{ filter: { branch: 'feature/x' } }])
  })

  it('goes back from the estimate to its values', async () => {
    await jar.sendForm(path, { ...CHOICES, locales: 'pl', step: 'estimate', note: 'Kept' })
    const { status, text } = await jar.post(path, { step: 'edit' })
    expect(status).toBe(200)
    expect(checked(text)).toEqual(['locales pl', 'what work', 'engines memory', 'engines gpt'])
    expect(text).toContain('value="Kept"')
  })

  it.each([
    ['missing', { kind: 'translate', filter: { only: 'missing' }, engines: ['memory', 'gpt'] }],
    ['stale', { kind: 'translate', filter: { only: 'stale' }, engines: ['memory', 'gpt'] }],
    ['findings', { kind: 'revise', filter: { finding: 'any' }, engines: ['gpt'] }],
    ['outdated_voice', { kind: 'revise', filter: { outdated_voice: true }, engines: ['gpt'] }],
  ])('starts a run for %s', async (what, expected) => {
    await jar.sendForm(path, { ...CHOICES, what, step: 'estimate' })
    await jar.post(path, { step: 'start' })
    expect(await listRuns()).toMatchObject([expected])
  })

  it('warns of an estimate above the budget', async () => {
    const { text } = await jar.sendForm(path, { ...CHOICES, budget: '0.00001', step: 'estimate' })
    expect(visible(text)).toContain('The estimate is higher than the budget')
  })

  it('says when nothing is left, and offers no start', async () => {
    const { text } = await jar.sendForm(path, { ...CHOICES, what: 'stale', step: 'estimate' })
    expect(text).toContain('Nothing is left to translate with these choices')
    expect(text).not.toContain('value="start"')
  })

  it.each([
    [{ locales: [] }, 'Locales: Select at least one locale.', 'locales'],
    [{ engines: [] }, 'Engines: Select at least one engine.', 'engines'],
    [{ budget: 'five' }, 'Budget: Enter an amount in US dollars, such as 5 or 2.50.', 'budget'],
    [{ note: 'a\u0000b' }, 'Note: Remove control characters', 'note'],
    [{ locales: 'fr' }, 'Locales: A locale is no longer a target locale', 'locales'],
    [{ engines: 'claude' }, 'Engines: Engine claude costs money and is off', 'engines'],
    [{ engines: 'apertium', what: 'findings' }, 'Engines: Engine "apertium" cannot revise translations.', 'engines'],
  ])('keeps its values and leads to the field of an error: %j', async (difference, message, field) => {
    const { status, text } = await jar.sendForm(path, { ...CHOICES, note: 'Kept', step: 'estimate', ...difference })
    expect(status).toBe(400)
    expect(visible(text)).toContain('The run was not estimated')
    expect(visible(text)).toContain(message)
    expect(text).toContain(`href="#${field}"`)
    expect(text).toContain(`id="${field}"`)
    expect(text).toContain('<title>Error: New run')
    expect(text).not.toMatch(/get_work|start_run|update_project/)
    expect(await listRuns()).toEqual([])
  })

  it('refuses locales of another open run in words for users', async () => {
    await storeRun(testApp, project, { filter: { locales: ['de'], branch: 'main' } })
    await jar.sendForm(path, { ...CHOICES, step: 'estimate' })
    const { status, text } = await jar.post(path, { step: 'start' })
    expect(status).toBe(409)
    expect(visible(text)).toMatch(
      /The run was not started .* is running and translates into de, too\..*wait until the other run has ended/,
    )
    expect(text).not.toContain('cancel_run')
  })

  it('estimates again when the form is too old to be counted', async () => {
    await jar.sendForm(path, { ...CHOICES, step: 'estimate' })
    const { text } = await jar.post(path, { step: 'start', once: '' })
    expect(text).toContain('Start this run?')
    expect(await listRuns()).toEqual([])
  })
})
