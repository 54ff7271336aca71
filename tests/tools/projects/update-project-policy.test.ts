import { describe, expect, it } from 'vitest'
import { eachLoop, found, SOURCE } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()

const set = (args: object) => loop.call('update_project_policy', args)
const DEFAULTS = {
  review: 'none',
  approve: 'people',
  four_eyes: false,
  agents_replace: false,
  export: 'translated',
  changes_requested: 'previous',
  stale: 'keep',
  syntax: 'auto',
}

describe('the policy of a project', () => {
  it('changes in the given fields, and is returned completely', async () => {
    expect(await set({ review: 'required' })).toEqual({
      project: 'ada/app',
      settings: { ...DEFAULTS, review: 'required' },
    })
    const changes = { four_eyes: true, agents_replace: true, export: 'approved', approve: 'anyone', syntax: 'icu' }
    const settings = { ...DEFAULTS, review: 'required', ...changes }
    expect(await set(changes)).toEqual({ project: 'ada/app', settings })
    expect(await loop.call('get_project')).toMatchObject({
      settings,
      settings_by: expect.stringContaining('Administrators of the account'),
    })
    expect(await set({ syntax: 'auto' })).toEqual({ project: 'ada/app', settings: { ...settings, syntax: 'auto' } })
    expect((await loop.record()).settings).not.toHaveProperty('syntax')
  })

  it('is written only on a change', async () => {
    const before = await loop.record()
    await set({ review: 'none', levels: { markup: 'default' } })
    expect(await loop.record()).toBe(before)
    await set({ review: 'required' })
    expect(await loop.record()).not.toBe(before)
  })

  it.each([
    [{}, /changes nothing/],
    [{ review: null }, /review is null, which changes nothing/],
    [{ review: 'sometimes' }, /review is "sometimes"/],
    [{ levels: { markup: 'fatal' } }, /levels\.markup is "fatal"/],
    [{ levels: { placeholder: 'off' } }, /"placeholder" in levels does not exist\. Did you mean placeholders\?/],
    [
      { levels: { xyz: 'off', empty: 'off', icu_syntax: 'warning' } },
      /"xyz".*levels\.empty cannot be off.*levels\.icu_syntax cannot be warning/,
    ],
    [{ reviews: 'none' }, /did you mean review/],
  ])('rejects %j', async (args, message) => {
    const fault = await refused(set(args))
    expect([fault.code, fault.fix === undefined]).toEqual(['invalid_input', false])
    expect(fault.message).toMatch(message)
  })
})

it('the levels of checks apply to later translations, add up, and can be reset', async () => {
  await loop.push({ a: 'Hello {name}', b: 'Bye {name}' })
  const bad = { key: 'a', text: 'Hallo' }
  expect(await loop.submit([bad])).toMatchObject({ accepted: 0 })
  expect(await set({ levels: { placeholders: 'warning' } })).toMatchObject({
    settings: { levels: { placeholders: 'warning' } },
  })
  expect(await set({ levels: { markup: 'off' } })).toMatchObject({
    settings: { levels: { markup: 'off', placeholders: 'warning' } },
  })
  expect(await loop.submit([bad])).toMatchObject({ accepted: 1, warnings: { count: 1 } })
  const { settings } = await set({ levels: { placeholders: 'default', markup: 'default', empty: 'error' } })
  expect(settings).toMatchObject({ levels: { empty: 'error' } })
  expect((await loop.unit('a')).texts[0]?.findings).toMatchObject([{ id: 'placeholders', level: 'warning' }])
  expect(await loop.translate({ b: 'Tschüss' })).toMatchObject({ accepted: 0 })
})

describe('the syntax of a project', () => {
  const entry = async (name: string) => {
    const { read } = loop.world.services.store
    const entries = await read.entries.list('key', `${(await loop.record()).id}\u0000${name}`)
    return found(entries[0])
  }

  it('applies to existing entries at once, with their word counts, and can be detected again', async () => {
    await loop.push({ a: 'Hi $t(name) and all', b: 'Hi {{name}}, go' }, {}, SOURCE)
    const before = { a: await entry('a'), b: await entry('b') }
    const counts = async () =>
      (await loop.call<{ locales: { words_left: number }[] }>('get_status')).locales[0]?.words_left
    const left = await counts()
    await set({ syntax: 'plain' })
    expect([(await entry('a')).syntax, (await entry('b')).syntax]).toEqual(['plain', 'plain'])
    await set({ syntax: 'icu' })
    expect((await entry('a')).words).not.toBe(before.a.words)
    expect(await counts()).toBe((await entry('a')).words + (await entry('b')).words)
    await set({ syntax: 'auto' })
    expect([await entry('a'), await entry('b')]).toEqual([before.a, before.b])
    expect(await counts()).toBe(left)
  })

  it('applies to pushed files', async () => {
    await set({ syntax: 'ruby' })
    await loop.push({ a: 'Hi {name}' })
    expect((await entry('a')).syntax).toBe('ruby')
    await set({ syntax: 'auto' })
    expect((await entry('a')).syntax).toBe('icu')
  })
})
