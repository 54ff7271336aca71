import { describe, expect, it } from 'vitest'
import type { getVoice } from '../../../src/tools/voice/get-voice.ts'
import type { saveVoice } from '../../../src/tools/voice/save-voice.ts'
import type { getStatus } from '../../../src/tools/work/get-status.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, found } from '../loop.ts'

const loop = eachLoop(['de', 'de-AT', 'fr'])

const save = (target: string, voice: object, base_version = 0) =>
  loop.ada.call<AnswerOf<typeof saveVoice>>('save_voice', { target, voice, base_version })
const get = (target: string, more = {}) => loop.ada.call<AnswerOf<typeof getVoice>>('get_voice', { target, ...more })
const outdated = async (locale = 'de') => {
  const { locales } = await loop.call<AnswerOf<typeof getStatus>>('get_status')
  return locales.find(one => one.locale === locale)?.outdated_voice
}
const keys = async (more: Readonly<Record<string, unknown>>) => (await loop.entries(more)).map(({ key }) => key)

it('the next step after a change names outdated translations only if there are some', async () => {
  await loop.push({ a: 'Apple' })
  await loop.translate({ a: 'Apfel' })
  const saved = async (voice: object, version: number, target = loop.project) => {
    const { next } = await save(target, voice, version)
    return next.includes('get_work with outdated_voice')
  }
  expect(await saved({ tone: 'formal' }, 0)).toBe(true)
  expect([await saved({}, 1), await outdated()]).toEqual([false, undefined])
  expect([await saved({ tone: 'formal' }, 0, 'ada'), await saved({}, 1, 'ada')]).toEqual([true, false])
  expect(await outdated()).toBeUndefined()
})

describe('a translation', () => {
  it('has an outdated voice after a change for its locale, until it is written or approved again', async () => {
    await loop.push({ a: 'Apple', b: 'Pear', c: 'Plum' })
    const items = ['a', 'b', 'c'].map(key => ({ key, texts: { de: `${key} de`, fr: `${key} fr` } }))
    await loop.submit(items)
    expect(await outdated()).toBeUndefined()
    await save(loop.project, { overrides: { de: { formality: 'formal' } } })
    expect([await outdated('de'), await outdated('fr')]).toEqual([3, undefined])
    expect(await keys({ outdated_voice: true })).toEqual(['a', 'b', 'c'])
    expect((await loop.work()).left).toBe(0)
    const outdatedWork = await loop.work({ outdated_voice: true })
    expect(outdatedWork.items).toMatchObject([
      { key: 'a', before: { text: 'a de' }, rev: 1 },
      { key: 'b' },
      { key: 'c' },
    ])
    expect((await loop.work({ locale: 'fr', outdated_voice: true })).items).toEqual([])
    await loop.submit([{ key: 'a', text: 'Sie', rev: 1 }])
    await loop.review([{ key: 'b', rev: 1, action: 'approve' }])
    expect(await keys({ outdated_voice: true })).toEqual(['c'])
    expect(await outdated()).toBe(1)
    const [text] = (await loop.unit('a')).texts
    const { items: revisions } = await loop.world.services.store.read.revisions.page(
      'translation',
      (await loop.unit('a')).id,
      { limit: 10 },
    )
    expect(revisions.map(({ voice }) => voice)).toEqual([text?.voice, expect.stringMatching(/^[0-9a-f]{8}$/)])
    expect(revisions[1]?.voice).not.toBe(text?.voice)
    await save(loop.project, {}, 1)
    expect(await outdated()).toBe(2)
  })

  it('keeps the voice of its revision when it is restored', async () => {
    await loop.push({ a: 'Apple' })
    await loop.translate({ a: 'Apfel' })
    const first = found((await loop.unit('a')).texts[0]).voice
    await save('ada', { tone: 'formal' })
    const { batch } = await loop.submit([{ key: 'a', text: 'Der Apfel', rev: 1 }])
    expect(await outdated()).toBeUndefined()
    await loop.call('revert_changes', { batch })
    expect(found((await loop.unit('a')).texts[0])).toMatchObject({ value: 'Apfel', voice: first })
    expect(await outdated()).toBe(1)
  })

  it('of a branch is counted by the branch', async () => {
    await loop.push({ a: 'Apple' })
    await loop.push({ a: 'Apple' }, { branch: 'f' })
    await loop.translate({ a: 'Apfel' })
    await save('ada', { tone: 'formal' })
    const answer = await loop.call('get_status', { branch: 'f', locales: ['de'] })
    expect(answer).toMatchObject({ locales: [{ outdated_voice: 1 }] })
    expect(await keys({ branch: 'f', outdated_voice: true })).toEqual(['a'])
    expect((await loop.work({ branch: 'f', outdated_voice: true })).items).toMatchObject([{ key: 'a' }])
  })
})

describe('an override', () => {
  it('says which fields it replaces, when it is saved and read', async () => {
    const voice = {
      guidelines: 'Short.',
      tone: 'formal',
      cultural_notes: { AT: 'Base' },
      overrides: {
        de: { guidelines: 'Use Sie.', tone: 'formal' },
        'de-AT': { cultural_notes: { AT: 'Own' }, guidelines: 'Jänner.' },
      },
    }
    const saved = await save('ada', voice)
    const replaces = { de: ['guidelines'], 'de-AT': ['guidelines', 'cultural_notes.AT'] }
    expect(saved.replaces).toEqual(replaces)
    expect(saved.next).toContain(
      'overrides.de replaces guidelines of the base. To add to it instead, set append to true in overrides.de.',
    )
    expect(await get('ada')).toMatchObject({ replaces, next: expect.stringContaining('set append to true') })
  })

  it('with append adds its guidelines and description', async () => {
    const overrides = { de: { guidelines: 'Use Sie.', append: true }, 'de-AT': { guidelines: 'Jänner.', append: true } }
    const saved = await save('ada', { guidelines: 'Short.', description: 'A shop.', overrides })
    expect(saved).not.toHaveProperty('replaces')
    expect((await get('ada', { locale: 'de-AT' })).resolved).toEqual({
      guidelines: 'Short.\nUse Sie.\nJänner.',
      description: 'A shop.',
    })
    expect(await save('ada/app', { guidelines: 'Own.' })).toMatchObject({
      replaces: { base: ['guidelines'] },
      next: expect.stringContaining('To add to it instead, set append to true in voice.'),
    })
    await save('ada/app', { guidelines: 'Own.', append: true }, 1)
    expect((await get('ada/app', { locale: 'fr' })).resolved).toEqual({
      guidelines: 'Short.\nOwn.',
      description: 'A shop.',
    })
    await save('ada/app', { guidelines: 'Own.', append: false }, 2)
    expect(await get('ada/app')).toMatchObject({ voice: { guidelines: 'Own.' }, replaces: { base: ['guidelines'] } })
  })
})
