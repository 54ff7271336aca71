import { describe, expect, it } from 'vitest'
import { openJarOf } from '../jar.ts'
import { openReview, useReview, visible } from './scene.ts'

const { deps, scene, bob } = useReview({ count: 20 })

const open = async (query = '', jar = bob) => jar.get(`${scene.path}${query}`)
const readAll = async (faults: Readonly<Record<number, string>> = {}) => {
  const { must_see, sample } = await scene.view()
  const all = Array.from({ length: must_see.total + sample.size }, (_, at) => at + 1)
  return scene.decide({ verdicts: all.map(n => ({ n, verdict: faults[n] ?? 'good' })) })
}

describe('the list of reviews', () => {
  it('shows open ones with their progress, and the others under their state', async () => {
    const list = `/p/${scene.project}/review`
    expect(visible((await bob.get(list)).text)).toMatch(
      /Translate app 5\.0 into German.*26 translations.*0 of \d+ read/s,
    )
    const returned = await bob.get(`${list}?state=returned`)
    expect(returned.text).toContain('No returned reviews')
    await scene.decide({ end: 'return', why: 'Wrong voice' })
    expect((await bob.get(list)).text).toContain('No open reviews')
    expect((await bob.get(`${list}?state=returned`)).text).toContain('Translate app 5.0 into German')
  })

  it('starts a review, and opens it', async () => {
    await bob.get(`/p/${scene.project}/review`)
    const fields = { subject: 'person', value: '@ada', goal: '2', title: 'Second look', locale: 'de' }
    const { path, text } = await bob.post(`/p/${scene.project}/review`, fields)
    expect(path).toMatch(new RegExp(`^/p/${scene.project}/review/\\w+$`))
    expect(text).toContain('Second look')
    expect(text).toContain('2% goal')
  })

  it('keeps what was entered when there is nothing to review, and says so at the field', async () => {
    const { status, text } = await bob.sendForm(`/p/${scene.project}/review`, { subject: 'person', value: 'nobody' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toMatch(/<input[^>]*name="value"[^>]*value="nobody"|<input[^>]*value="nobody"[^>]*name="value"/)
  })

  it('has its form filled in by the address', async () => {
    const { text } = await bob.get(`/p/${scene.project}/review?batch=b123`)
    expect(text).toMatch(/<details class="panel rv-start" id="start" open/)
    expect(text).toContain('<option value="batch" selected>')
    expect(text).toContain('value="b123"')
  })
})

describe('the page of a review', () => {
  it('shows the first translation to decide: why, source, previous and new with changed words', async () => {
    const { text } = await open('?n=2')
    expect(text).toContain('<b>Replaces a user&#39;s translation.</b>'.replace('&#39;', "'"))
    expect(text).toContain('<del>Ihre</del>')
    expect(text).toContain('<ins>Deine</ins>')
    expect(text).toContain('<bdi class="rv-ph" dir="ltr">{{date}}</bdi>')
    expect(text).toMatch(/lang="de" dir="ltr"><ins>Deine/)
    expect(visible(text)).toMatch(/In the same file.*billing\.trial\.started.*billing\.trial\.extended/s)
  })

  it('shows the translation into a fallback below, with its locale', async () => {
    expect((await open('?n=2')).text).not.toContain('rv-row fallback')
    const ada = await deps.world.user('ada')
    const { project } = scene
    await ada.call('update_project', { project, add_locales: ['nl'], fallbacks: { de: 'nl' } })
    await scene.submit(ada, 'billing.trial.ends_on', 'Je proefperiode met {{plan}} eindigt op {{date}}.', 'nl')
    const [, row = ''] = /<div class="rv-row fallback">(.*?)<ul/s.exec((await open('?n=2')).text) ?? []
    expect(visible(row).replaceAll(/\s+/g, ' ')).toBe(
      ' Fallback nl Je proefperiode met {{plan}} eindigt op {{date}} . ',
    )
  })

  it('takes verdicts by forms alone, and goes to the next one to decide', async () => {
    await open()
    const { path, text } = await bob.post(scene.path, { n: '1', verdict: 'good' })
    expect(path).toBe(`${scene.path}?n=2`)
    await bob.post(scene.path, { n: '2', verdict: 'major', reason: 'term', comment: 'Not our word' })
    const back = await open('?n=2')
    expect(text).toContain('Must see 2 of 4')
    expect(back.text).toContain('value="term" checked')
    expect(back.text).toContain('Not our word')
    expect(visible(back.text)).toContain('Major · bob, today')
    await bob.post(scene.path, { n: '2', verdict: 'undo' })
    expect((await scene.view()).must_see.decided).toBe(1)
  })

  it('saves a fix with its white space, and shows it again with the reason why it was refused', async () => {
    await open('?n=2')
    const refused = await bob.post(scene.path, { n: '2', fix: 'minor', text: '\r\n Ohne Platzhalter ' })
    expect(refused.status).toBe(409)
    expect(visible(refused.text)).toContain('Nothing was saved')
    // Browsers drop the first line break of a text area.
    expect(/<textarea name="text"[^>]*>([^<]*)</.exec(refused.text)?.[1]).toBe('\n\r\n Ohne Platzhalter ')
    await open('?n=2')
    const text = 'Deine Testphase endet am {{date}}. Zahle, um deinen {{plan}}-Workspace zu behalten.'
    await bob.post(scene.path, { n: '2', fix: 'minor', text: `\r\n ${text} ` })
    expect(await scene.shown('billing.trial.ends_on')).toBe(`translated \n ${text} `)
    expect(visible((await open('?n=2')).text)).toContain('Minor, fixed')
  })

  it('only shows, where the user may not write', async () => {
    await deps.world.setAccount('acme', { has_access: false })
    const { text } = await open()
    await deps.world.setAccount('acme', { has_access: true })
    expect(text).toContain('You can view this review')
    expect(text).not.toContain('name="verdict"')
    expect(text).not.toContain('name="end"')
  })

  it('is missing for others, and for an unknown ID', async () => {
    expect((await bob.get(`/p/${scene.project}/review/none`)).status).toBe(404)
    const cleo = await openJarOf(deps, 'cleo')
    expect((await open('', cleo)).status).toBe(404)
  })

  it('gives its data as JSON, by header and by name, and parts of it', async () => {
    const headers = { accept: 'application/json' }
    const { text } = await bob.get(scene.path, { headers })
    const data = JSON.parse(text)
    expect(data.review.id).toBe(scene.id)
    expect(data.items[0]).toMatchObject({ n: 1, key: 'nav.audit', mark: '.' })
    expect(data.marks).toMatch(/^\.+$/)
    expect((await bob.get(`${scene.path}.json`)).text).toBe(text)
    expect(JSON.parse((await bob.get(`${scene.path}?from=0`, { headers })).text).items).toEqual([])
    expect(JSON.parse((await bob.get(`${scene.path}?from=5`, { headers })).text).items[0].n).toBe(5)
  })

  it('escapes hostile texts, in its data too', async () => {
    const evil = '</script><script>alert(1)</script>'
    await scene.decide({ verdicts: [{ n: 1, verdict: 'major', comment: evil }] })
    const { text } = await open('?n=1')
    expect(text).not.toContain(evil)
    expect(text).not.toContain('<script>')
  })

  it('enlarges the sample, which never shrinks', async () => {
    const large = await openReview(deps, 'acme/large', { count: 200 })
    const { sample } = await large.view()
    await bob.sendForm(large.path, { goal: '2' })
    const after = await large.view()
    expect(after.goal).toBe(2)
    expect(after.sample.size).toBeGreaterThan(sample.size)
    const shrunk = await bob.post(large.path, { goal: '5' })
    expect(shrunk.status).toBe(400)
  })
})

describe('the end of a review', () => {
  it('is not offered before all is read, and says what is missing; must-see ones can be taken out by name', async () => {
    const { text } = await open('?end=accept')
    expect(visible(text)).toMatch(/Decide 4 must-see, read \d+ more\./)
    expect(text).not.toContain('name="end" value="accept"')
    await bob.post(scene.path, { take_out: 'markup' })
    expect((await scene.view()).must_see.taken_out).toBe(1)
  })

  it('accepts with the exact consequence, and then shows who, when and what', async () => {
    await readAll()
    const { text } = await open('?end=accept')
    expect(visible(text)).toContain('26 translations become approved')
    const { path, text: done } = await bob.post(scene.path, { end: 'accept' })
    expect(path).toBe(scene.path)
    expect(visible(done)).toMatch(/This review was accepted.*By\s+bob.*26 approved/s)
    expect(done).toMatch(/\/changes\/\w+">Changes of this end/)
    expect(done).not.toContain('name="verdict"')
  })

  it('asks for a larger sample first, or for a reason, when a major fault misses the goal', async () => {
    const large = await openReview(deps, 'acme/missed', { count: 200 })
    const { must_see, sample } = await large.view()
    const all = Array.from({ length: must_see.total + sample.size }, (_, at) => at + 1)
    const verdicts = all.map(n => ({ n, verdict: n === all.length ? 'major' : 'good' }))
    await large.decide({ verdicts })
    const { text } = await bob.get(`${large.path}?end=accept`)
    expect(visible(text)).toMatch(/Goal not reached.*Read \d+ more translations.*Accept with reason/s)
    expect((await bob.post(large.path, { end: 'accept' })).status).toBe(409)
    const done = await bob.post(large.path, { end: 'accept', why: 'Only a test page' })
    expect(visible(done.text)).toMatch(/This review was accepted.*Only a test page/s)
  })

  it('returns with faults, and asks for a reason without any', async () => {
    const { text } = await open('?end=return')
    expect(text).toMatch(/<textarea name="why"[^>]*required/)
    expect((await bob.post(scene.path, { end: 'return' })).status).toBe(400)
    await scene.decide({ verdicts: [{ n: 1, verdict: 'major', reason: 'meaning' }] })
    await open('?end=return')
    const done = await bob.post(scene.path, { end: 'return' })
    expect(visible(done.text)).toMatch(/This review was returned.*1 with requested changes/s)
  })

  it('reverts', async () => {
    await open('?end=revert')
    const done = await bob.post(scene.path, { end: 'revert' })
    expect(visible(done.text)).toContain('This review was reverted')
    expect(await scene.shown('nav.audit')).toBe('untranslated')
  })

  it('is refused when another reader ended it meanwhile', async () => {
    await open()
    await scene.decide({ end: 'return', why: 'Wrong voice' })
    const { status, text } = await bob.post(scene.path, { n: '1', verdict: 'good' })
    expect(status).toBe(409)
    expect(visible(text)).toMatch(/Nothing was saved.*This review was returned/s)
  })
})

it('the report of a review says who read what, the seed, the plan and the result', async () => {
  await readAll({ 5: 'minor' })
  await scene.decide({ end: 'return', why: 'Wrong voice' })
  const { seed, sample } = await scene.view()
  const { text } = await bob.get(`${scene.path}/report`)
  expect(text).toContain(seed)
  expect(visible(text)).toMatch(/This review was returned.*Wrong voice/s)
  expect(visible(text)).toMatch(new RegExp(`Random sample\\s+${sample.size} of ${sample.size} read`))
  expect(visible(text)).toMatch(/Readers.*bob/s)
  const json = await bob.get(`${scene.path}/report.json`)
  const report = JSON.parse(json.text)
  expect(report.plan).toMatchObject({ goal_percent: 5, confidence_percent: 95, seed, must_see: 4 })
  expect(report.read).toHaveLength(4 + sample.size)
  expect(report.read[4]).toMatchObject({ n: 5, verdict: { verdict: 'minor', by: { person: 'bob' } } })
})
