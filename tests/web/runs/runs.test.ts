import { beforeEach, describe, expect, it } from 'vitest'
import { found } from '../../tools/loop.ts'
import { storePart, storeRun } from '../run-scene.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const scene = useOwnAcme()
const ada = scene.agent
let project: string

beforeEach(async () => {
  project = `${scene.acme}/app`
  await openStrings(scene.testApp, ada, project, { hi: 'Hi', bye: 'Bye {name}' }, ['de', 'ar'])
})
const runs = (query = '') => scene.ada.get(`/p/${project}/runs${query}`)
const show = (id: string, query = '') => scene.ada.get(`/p/${project}/runs/${id}${query}`)
const ENDED = '2027-03-01T12:00:00.000Z'

describe('the runs of a project', () => {
  it('are offered with a command and a button while there are none', async () => {
    const { status, text } = await runs()
    expect(status).toBe(200)
    expect(visible(text)).toContain('No runs yet')
    expect(visible(text)).toContain(`dragoman call start_run --json '{"project":"${project}","estimate":true}'`)
    expect(text).toContain(`href="/p/${project}/runs/new"`)
  })

  it('are listed, the newest first, with state, counts, cost, engines and starter', async () => {
    await storeRun(scene.testApp, project, { created_at: '2027-03-01T10:00:00.000Z', note: 'first' })
    await storeRun(scene.testApp, project, {
      state: 'completed',
      ended_at: ENDED,
      counts: { total: 4, translated: 3, unresolved: 1 },
      filter: { locales: ['de'], branch: 'main', only: 'stale' },
    })
    const text = visible((await runs()).text)
    expect(text).toMatch(/Completed Translation into German Completed · Stale translations 4 of 4 · 1 failed/)
    expect(text).toMatch(/memory, gpt \$0\.0086 ada · agent · Claude Code\/2\.1 · 4 minutes ago/)
    expect(text.indexOf('Stale translations')).toBeLessThan(text.indexOf('first'))
  })

  it('are filtered by state, and paged', async () => {
    for (let at = 0; at < 27; at += 1) await storeRun(scene.testApp, project, { note: `run ${at}` })
    await storeRun(scene.testApp, project, {
      state: 'failed',
      reason: 'internal_error',
      ended_at: ENDED,
      note: 'broken',
    })
    const failed = await runs('?state=failed')
    expect(failed.text.match(/<th scope="row"/g)).toHaveLength(1)
    expect(failed.text).toContain(`<a href="/p/${project}/runs?state=failed" aria-current="true">Failed</a>`)
    const first = await runs()
    expect(first.text.match(/<th scope="row"/g)).toHaveLength(25)
    const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&')
    const second = await scene.ada.get(found(next))
    expect(second.text.match(/<th scope="row"/g)).toHaveLength(3)
    expect(visible((await runs('?state=cancelled')).text)).toContain('No runs match')
    expect((await runs('?cursor=nothing')).status).toBe(400)
  })
})

describe('the page of a run', () => {
  it('shows the estimate beside the usage, and what the run selects', async () => {
    const run = await storeRun(scene.testApp, project, { budget: 5_000_000, note: 'Release 5.0' })
    const { status, text } = await show(run.id)
    expect(status).toBe(200)
    expect(text).toContain('<title>Running: Translation into German and Polish · ')
    const words = visible(text)
    expect(words).toContain('93 of 240 translations done')
    expect(words).toMatch(/Translations 240 93 Strings 120 Words 1,480 Requests 12 5 Input tokens 28,800 11,220/)
    expect(words).toMatch(/Cost \$0\.02 \$0\.0086/)
    expect(words).toMatch(/Selects All work Locales Deutsch de Polski pl Engines memory, then gpt Budget \$5\.00/)
    expect(words).toContain('Release 5.0')
    expect(words).toContain(`call revert_changes \\ --json '{"project":"${project}", "batch":"${run.batch_id}"}'`)
  })

  it('lists failures first, with their messages and the pages of their strings', async () => {
    const run = await storeRun(scene.testApp, project, { counts: { total: 2, translated: 1, unresolved: 1 } })
    const finding = { id: 'placeholders', message: 'Placeholder {name} is missing.', fix: 'Add {name}.' }
    await storePart(scene.testApp, run, 'ar', [
      { key: 'hi', outcome: 'translated' },
      { key: 'bye', outcome: 'unresolved', message: finding.message, findings: [finding] },
    ])
    const { text } = await show(run.id)
    const words = visible(text)
    expect(words).toMatch(/Failures 1 Unresolved bye ar gpt Placeholder {name} is missing. Add {name}. Placeholders/)
    expect(words).toMatch(/All translations Translated hi ar gpt Unresolved bye ar gpt/)
    const href = found(/href="([^"]*\/strings\/[^"]*)"/.exec(text)?.[1])
    expect(visible((await scene.ada.get(href)).text)).toContain('bye')
  })

  it('pages failures by themselves, and all translations', async () => {
    const run = await storeRun(scene.testApp, project, {
      state: 'completed',
      ended_at: ENDED,
      counts: { total: 120, unresolved: 120 },
    })
    for (let at = 0; at < 60; at += 1) {
      await storePart(
        scene.testApp,
        run,
        'de',
        [
          { key: 'hi', outcome: 'unresolved', message: `failure ${at}` },
          { key: 'bye', outcome: 'unresolved' },
        ],
        at,
      )
    }
    const count = (text: string) => text.match(/class="item-key"/g)?.length
    const { text } = await show(run.id)
    expect(count(text)).toBe(10 + 30)
    const failures = await scene.ada.get(`/p/${project}/runs/${run.id}?show=failures`)
    expect(count(failures.text)).toBe(30)
    const next = found(/href="([^"]*)" rel="next"/.exec(failures.text)?.[1]).replaceAll('&amp;', '&')
    expect(next).toContain('show=failures')
    expect(visible((await scene.ada.get(next)).text)).toContain('failure 15')
  })

  it('is cancelled by its button, and then says so', async () => {
    const run = await storeRun(scene.testApp, project)
    const { text } = await show(run.id)
    expect(visible(text)).toContain('Cancel this run?')
    const { path, text: after } = await scene.ada.post(`/p/${project}/runs/${run.id}`, { action: 'cancel' })
    expect(path).toBe(`/p/${project}/runs/${run.id}?done=cancel`)
    expect(visible(after)).toContain('Run cancelled')
    expect(after).not.toContain('Cancel this run?')
    expect((await scene.testApp.services.store.read.runs.get(run.id))?.state).toBe('cancelled')
  })

  it('says why a run is paused, and resumes it with a new budget', async () => {
    const message = 'The estimate is $5.20, and the budget is $5.00.'
    const run = await storeRun(scene.testApp, project, {
      state: 'paused',
      reason: 'budget',
      message,
      budget: 5_000_000,
    })
    expect(visible((await show(run.id)).text)).toContain(`The run reached its budget. ${message}`)
    const path = `/p/${project}/runs/${run.id}`
    const refused = await scene.ada.post(path, { action: 'resume', budget: 'lots' })
    expect(refused.status).toBe(400)
    expect(visible(refused.text)).toMatch(/The run was not resumed Enter an amount in US dollars/)
    expect(refused.text).toContain('value="lots"')
    const resumed = await scene.ada.post(path, { action: 'resume', budget: '7.50' })
    expect(visible(resumed.text)).toContain('Run resumed')
    const stored = await scene.testApp.services.store.read.runs.get(run.id)
    expect([stored?.state, stored?.budget]).toEqual(['running', 7_500_000])
  })

  it('explains why a run that ended meanwhile is not resumed', async () => {
    const run = await storeRun(scene.testApp, project, { state: 'paused', reason: 'provider_failed' })
    await show(run.id)
    await ada.call('cancel_run', { project, run: run.id })
    const { status, text } = await scene.ada.post(`/p/${project}/runs/${run.id}`, { action: 'resume' })
    expect(status).toBe(409)
    expect(visible(text)).toMatch(
      /The run was not resumed Run \w+ is cancelled, so it cannot be resumed\. This page shows/,
    )
  })

  it('is missing for an unknown run and for a run of another project', async () => {
    await openStrings(scene.testApp, ada, `${scene.acme}/other`, { hi: 'Hi' })
    const run = await storeRun(scene.testApp, `${scene.acme}/other`)
    for (const id of ['none', run.id]) {
      const { status, text } = await show(id)
      expect([id, status]).toEqual([id, 404])
      expect(text).toContain(`href="/p/${project}/runs">Runs of ${project}</a>`)
    }
  })

  it('escapes hostile texts, and isolates their direction', async () => {
    const evil = '</p><script>alert(1)</script>"\u202e<b onload=x>'
    const run = await storeRun(scene.testApp, project, {
      note: evil,
      state: 'paused',
      reason: 'provider_failed',
      message: evil,
      engines: ['<i>'],
      filter: { locales: ['de'], branch: 'main', files: [evil] },
      counts: { total: 1, unresolved: 1 },
    })
    await storePart(scene.testApp, run, 'de', [
      { key: 'hi', outcome: 'unresolved', message: evil, findings: [{ id: 'x', message: evil, fix: evil }] },
    ])
    for (const { text } of [await show(run.id), await runs()]) {
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<b onload')
      expect(text).toContain('&lt;script>')
    }
    expect((await runs()).text).toMatch(/<bdi>&lt;\/p>/)
  })
})

it('readers of a project see its runs without forms, authors and pages of strings, if it is public', async () => {
  const run = await storeRun(scene.testApp, project, { counts: { total: 1, unresolved: 1 } })
  await storePart(scene.testApp, run, 'de', [{ key: 'hi', outcome: 'unresolved', message: 'No answer.' }])
  const cleo = await scene.signedIn('cleo')
  const path = `/p/${project}/runs/${run.id}`
  expect((await cleo.get(path)).status).toBe(404)
  await scene.testApp.world.setAccount(scene.acme, { public: true })
  const { status, text } = await cleo.get(path)
  expect(status).toBe(200)
  expect(visible(text)).toContain('You can view this run, but not change it.')
  for (const secret of [
    'ada',
    '/strings/',
    'Cancel run',
    'revert_changes',
    'Cost',
    'Budget',
    '$',
    `/o/${scene.acme}`,
  ]) {
    expect(text).not.toContain(secret)
  }
  const list = await cleo.get(`/p/${project}/runs`)
  for (const hidden of ['Start run', 'Cost', 'Free', '$']) expect(list.text).not.toContain(hidden)
  expect((await cleo.get(`/p/${project}/runs/new`)).status).toBe(403)
  const refused = await cleo.post(`/p/${project}/runs/${run.id}`, { csrf: 'x', action: 'cancel' })
  expect(refused.status).toBe(400)
})
