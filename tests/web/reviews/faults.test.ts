import { describe, expect, it } from 'vitest'
import { openJarOf } from '../jar.ts'
import { useReview, visible } from './scene.ts'

const TRIAL = 'billing.trial.ends_on'
const FIX = 'Deine Testphase endet am {{date}}. Zahle, um deinen {{plan}}-Workspace zu behalten.'

const { deps, scene, bob } = useReview({ count: 4 })

const inLanguage = (language: string) => ({ headers: { 'accept-language': language } })

describe('a form that is not valid', () => {
  it.each([
    { sample: 'abc' },
    { n: 'x', verdict: 'good' },
    { n: '2', fix: 'good', text: 'x' },
    { end: 'x' },
    { verdicts: '[{"n":"x"}]' },
  ])('is refused in words of the page: %o', async fields => {
    const { status, text } = await bob.sendForm(scene.path, fields, inLanguage('de'))
    expect(status).toBe(400)
    expect(visible(text)).toMatch(/Nichts wurde gespeichert\s+Das Formular ist nicht gültig\./)
    expect(text).not.toMatch(/decide_review|NaN/)
  })

  it('is refused with the limit, if a comment or reason is too long', async () => {
    await bob.get(scene.path)
    const fields = { n: '2', verdict: 'major', comment: 'x'.repeat(1001) }
    const { status, text } = await bob.post(scene.path, fields, inLanguage('es'))
    expect(status).toBe(400)
    expect(visible(text)).toContain('Un comentario o motivo tiene 1000 caracteres como máximo.')
  })

  it('tells the script the same', async () => {
    await bob.get(scene.path)
    const verdicts = JSON.stringify([{ n: 2, verdict: 'major', comment: 'x'.repeat(1001) }])
    const manner = { headers: { accept: 'application/json', 'accept-language': 'ja' } }
    const { status, text } = await bob.post(scene.path, { verdicts }, manner)
    expect(status).toBe(400)
    expect(JSON.parse(text).detail.replace(/[\u2066-\u2069]/g, '')).toBe('コメントや理由は1,000文字までです。')
  })
})

it('a comment loses invisible marks of direction, which Arabic keyboards have', async () => {
  await bob.sendForm(scene.path, { n: '1', verdict: 'major', comment: 'المعنى\u200f (خطأ)' })
  expect(await bob.get(`${scene.path}?n=1`).then(({ text }) => text)).toContain('المعنى (خطأ)')
  const verdicts = JSON.stringify([{ n: 2, verdict: 'major', comment: '\u200f' }])
  const manner = { headers: { accept: 'application/json' } }
  expect((await bob.post(scene.path, { verdicts }, manner)).status).toBe(200)
})

it('a second fix is refused with both texts, if the translation was changed after the first one', async () => {
  const { status: first } = await bob
    .get(`${scene.path}?n=2`)
    .then(() => bob.post(scene.path, { n: '2', fix: 'minor', text: FIX }))
  expect(first).toBe(200)
  const later = FIX.replace('Zahle', 'Bezahle')
  await scene.submit(await deps.world.human('carol'), TRIAL, later)
  const stale = { n: '2', fix: 'major', text: FIX.replace('Zahle', 'Zahlen Sie') }
  const { status, text } = await bob.post(scene.path, stale)
  expect(status).toBe(409)
  expect(visible(text)).toContain(`The translation was changed meanwhile. It is now: ${later}`)
  expect(visible(text)).toContain(`You wrote: ${stale.text}`)
  expect(await scene.shown(TRIAL)).toContain(later)
})

describe('the ends of a review', () => {
  it('leave Accept to another user, if the reader wrote all of it', async () => {
    const ada = await deps.world.human('ada')
    await ada.call('update_project_policy', { project: scene.project, four_eyes: true })
    const jar = await openJarOf(deps, 'ada')
    const { text } = await jar.get(`${scene.path}?end=accept`)
    expect(visible(text)).toMatch(
      /Not yet possible\s+\d+ translations are by you or your agent\. Another user must approve them\./,
    )
    expect(text).not.toContain('name="end" value="accept"')
    expect(visible((await bob.get(`${scene.path}?end=accept`)).text)).not.toContain('by you or your agent')
  })

  it('say what Return does: without a fault, the agent gets all as work', async () => {
    const { text } = await bob.get(`${scene.path}?end=return`)
    expect(visible(text)).toMatch(/10 translations go back to the agent with your reason/)
    expect(visible(text)).not.toContain('need review again')
    const done = await bob.post(scene.path, { end: 'return', why: 'Use the informal form.' })
    expect(visible(done.text)).toContain('10 with requested changes')
  })
})
