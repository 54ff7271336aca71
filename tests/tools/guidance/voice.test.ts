import { describe, expect, it, vi } from 'vitest'
import { Pacer } from '../../../src/scheduling/pacer.ts'
import type { getVoice } from '../../../src/tools/voice/get-voice.ts'
import type { saveVoice } from '../../../src/tools/voice/save-voice.ts'
import { verifies } from '../../requirements.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

type Voice = AnswerOf<typeof getVoice>

const loop = eachLoop(['de', 'de-AT', 'fr'])
const get = (target: string, more = {}) => loop.ada.call<Voice>('get_voice', { target, ...more })
const save = (target: string, voice: object, more = {}) =>
  loop.ada.call<AnswerOf<typeof saveVoice>>('save_voice', { target, voice, ...more })

describe('a voice', () => {
  it('is empty, at version 0, before it is saved', async () => {
    expect(await get('ada')).toMatchObject({ version: 0, voice: {} })
  })

  it('is saved completely for an account or a project, with its versions', async () => {
    verifies('2.4.voice')
    expect(await save('ada', { tone: 'formal', guidelines: 'Short.' }, { note: 'first' })).toMatchObject({
      version: 1,
      changed: ['tone', 'guidelines'],
    })
    await save('ada', { tone: 'casual' }, { base_version: 1 })
    const { version, voice, versions } = await get('ada')
    expect({ version, voice }).toEqual({ version: 2, voice: { tone: 'casual' } })
    expect(versions).toEqual([
      { version: 2, at: '2027-03-01T12:00:00.000Z', by: 'ada' },
      { version: 1, at: '2027-03-01T12:00:00.000Z', by: 'ada', note: 'first' },
    ])
    expect(await get('ada/app')).toMatchObject({ version: 0, voice: {}, account_version: 2 })
  })

  it('yields between locales while their texts are counted', async () => {
    for (const name of ['one', 'two']) {
      const project = { project: `ada/${name}`, source_locale: 'en', target_locales: ['de', 'fr', 'es'] }
      await loop.ada.call('create_project', project)
    }
    const turns = vi.spyOn(Pacer.prototype, 'shouldYield', 'get')
    const asked = async (voice: object): Promise<number> => {
      turns.mockClear()
      await save('ada', voice, { dry_run: true })
      return turns.mock.calls.length
    }
    try {
      const locales = 3 + 2 * 3
      expect(await asked({ tone: 'formal' })).toBeGreaterThanOrEqual(locales)
      expect(await asked({ overrides: { de: { tone: 'formal' } } })).toBeGreaterThanOrEqual(locales)
    } finally {
      turns.mockRestore()
    }
  })

  it('is shown to readers of a public account without its versions and their authors', async () => {
    await save('ada', { tone: 'formal' }, { note: 'Ask Grace' })
    await loop.world.setAccount('ada', { public: true })
    const eve = await loop.world.user('eve')
    for (const by of [loop.ada, eve]) {
      const { versions, ...shown } = await by.call<Voice>('get_voice', { target: 'ada' })
      expect(shown).toMatchObject({ version: 1, voice: { tone: 'formal' } })
      expect(versions?.map(({ note }) => note)).toEqual(by === eve ? undefined : ['Ask Grace'])
    }
  })

  it('is resolved for a locale: project over account, locale over base', async () => {
    await save('ada', { tone: 'formal', overrides: { de: { formality: 'very_formal' } } })
    await save('ada/app', { tone: 'playful' })
    expect((await get('ada/app', { locale: 'de_at' })).resolved).toEqual({ tone: 'playful', formality: 'very_formal' })
    expect((await get('ada', { locale: 'de-AT' })).resolved).toEqual({ tone: 'formal', formality: 'very_formal' })
    expect((await get('ada/app')).resolved).toBeUndefined()
  })

  it('is not replaced from an old version, and the error lists the changes since', async () => {
    await save('ada', { tone: 'formal' })
    await save('ada', { tone: 'casual', guidelines: 'Short.' }, { base_version: 1 })
    const stale = await refused(save('ada', { tone: 'playful' }, { base_version: 1 }))
    expect(stale.code).toBe('conflict')
    expect(stale.message).toBe('The voice of ada is at version 2, not 1. Changed since then: tone, guidelines.')
    expect(stale.fix).toContain('base_version 2')
    expect((await refused(save('ada', { tone: 'playful' }))).message).toContain('not 0')
    expect((await refused(save('ada', { tone: 'playful' }, { base_version: 7 }))).code).toBe('conflict')
    expect((await get('ada')).version).toBe(2)
  })

  it('creates no version without a change, whatever its base', async () => {
    await save('ada', { tone: 'formal', target_countries: ['de'] })
    expect(await save('ada', { target_countries: ['DE'], tone: 'formal', overrides: { fr: {} } })).toMatchObject({
      version: 1,
      unchanged: true,
    })
    expect((await get('ada')).versions).toHaveLength(1)
  })

  it('is not written by a dry run', async () => {
    expect(await save('ada', { tone: 'formal' }, { dry_run: true })).toMatchObject({ version: 0, dry_run: true })
    expect((await get('ada')).version).toBe(0)
  })

  it('is restored as a new version equal to an old one', async () => {
    await save('ada', { tone: 'formal' })
    await save('ada', { tone: 'casual' }, { base_version: 1 })
    expect(await loop.ada.call('restore_voice', { target: 'ada', version: 1 })).toMatchObject({
      version: 3,
      changed: ['tone'],
    })
    expect(await get('ada')).toMatchObject({ version: 3, voice: { tone: 'formal' } })
    expect(await loop.ada.call('restore_voice', { target: 'ada', version: 1 })).toMatchObject({
      version: 3,
      unchanged: true,
    })
    const unknown = await refused(loop.ada.call('restore_voice', { target: 'ada', version: 9 }))
    expect(unknown).toMatchObject({ code: 'not_found', message: 'The voice of ada has no version 9.' })
  })

  it('makes no translation stale, and counts earlier translations of the affected locales', async () => {
    await loop.push({ a: 'One', b: 'Two' })
    await loop.translate({ a: 'Eins', b: 'Zwei' })
    await loop.translate({ a: 'Un' }, { locale: 'fr' })
    expect((await save('ada', { tone: 'formal' })).revise).toEqual({ texts: 3 })
    expect((await save('ada/app', { overrides: { fr: { tone: 'casual' } } })).revise).toEqual({ texts: 1 })
    expect((await loop.unit('a')).stale).toBeNull()
    expect((await loop.work()).left).toBe(0)
  })

  it('is rejected with every invalid field in one answer', async () => {
    const wrong = await refused(
      save('ada', { tone: 'loud', overrides: { de: { formality: 'posh', tonne: 'x' } }, target_countries: 'DE' }),
    )
    expect(wrong.code).toBe('invalid_input')
    for (const part of ['voice.tone is "loud"', 'voice.overrides.de.formality', 'tonne', 'voice.target_countries']) {
      expect(wrong.message).toContain(part)
    }
    const long = await refused(save('ada', { guidelines: 'x'.repeat(4001) }))
    expect(long.message).toBe('guidelines has 4001 bytes; the limit is 4000.')
  })
})
