import { describe, expect, it } from 'vitest'
import type { Voice } from '../../../src/l10n/voice/voice.ts'
import type { getVoice } from '../../../src/tools/voice/get-voice.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, found } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'

const LOCALES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'fi', 'hu', 'ro', 'bg', 'el', 'tr', 'ru']
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA'.split(
    ' ',
  )
/** About so many times 1,800 bytes. */
const notes = (count: number) => Object.fromEntries(COUNTRIES.slice(0, count).map(code => [code, 'n'.repeat(1798)]))
const overrides = (locales: number, count: number) =>
  Object.fromEntries(
    LOCALES.slice(0, locales).map(locale => [locale, { tone: 'casual' as const, cultural_notes: notes(count) }]),
  )

const loop = eachLoop(['de', 'fr'])
const get = (target: string, more = {}) => loop.ada.call<AnswerOf<typeof getVoice>>('get_voice', { target, ...more })
const save = (voice: object, more = {}) => loop.ada.call('save_voice', { target: 'ada', voice, ...more })

/** A voice that exceeds the current limit, as if it was saved before. */
async function keepLarge(voice: Voice): Promise<void> {
  const { store, newId, now } = loop.world.services
  const account = found(await store.read.accounts.by('handle', 'ada'))
  const at = now().toISOString()
  const origin = { kind: 'agent' as const, user_id: account.id, credential: 'tok' }
  await store.transaction(async tx => {
    await tx.voices.insert({ id: account.id, version: 1, voice: structuredClone(voice), updated_at: at })
    await tx.voice_versions.append({
      id: newId(),
      owner_id: account.id,
      version: 1,
      voice: structuredClone(voice),
      origin: origin,
      at,
    })
  })
}

/** All pages of a voice, put together. */
async function readWhole(target: string, more: object): Promise<{ voice: Voice; resolved: Voice; pages: number }> {
  const whole = { voice: {}, resolved: {} }
  const pages = await readPages(at => get(target, { ...more, ...at }))
  for (const page of pages) {
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(16_000)
    if (page.next_cursor !== undefined) expect(page.next).toContain('This is one part')
    merge(whole, { voice: page.voice, resolved: page.resolved ?? {} })
  }
  return { ...whole, pages: pages.length }
}

function merge(into: Record<string, unknown>, from: object): void {
  for (const [name, value] of Object.entries(from) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) into[name] = value
    else merge((into[name] ??= {}) as Record<string, unknown>, value)
  }
}

describe('the size of a voice', () => {
  it('is at most 64 kB for a locale and outside of overrides, and 256 kB in all', async () => {
    const base = await refused(save({ cultural_notes: notes(37) }))
    expect(base).toMatchObject({
      code: 'invalid_input',
      message: 'voice without overrides has 66600 bytes; the limit is 65536.',
    })
    expect(base.fix).toContain('cultural_notes')
    const locale = await refused(
      save({ overrides: { de: { cultural_notes: notes(37) } }, tone: 'formal' }, { dry_run: true }),
    )
    expect(locale.message).toBe('overrides.de has 66600 bytes; the limit is 65536.')
    const all = await refused(save({ overrides: overrides(17, 9) }))
    expect(all.message).toBe('voice has 275502 bytes; the limit is 262144.')
    expect(await save({ overrides: overrides(17, 8) })).toMatchObject({ version: 1 })
  })

  it('may be more in an old voice, which can be read and shortened, but not changed otherwise or restored', async () => {
    const large = { overrides: overrides(17, 30) }
    await keepLarge(large)
    expect((await readWhole('ada', {})).voice).toEqual(large)
    const other = { overrides: { ...large.overrides, de: { ...large.overrides['de'], tone: 'formal' as const } } }
    expect((await refused(save(other, { base_version: 1 }))).message).toContain('voice has')
    expect(await save({ overrides: overrides(16, 30) }, { base_version: 1 })).toMatchObject({ version: 2 })
    const back = await refused(loop.ada.call('restore_voice', { target: 'ada', version: 1 }))
    expect(back.message).toContain('the limit is 262144')
  })
})

describe('an answer of get_voice', () => {
  it('fits max_bytes; its pages together are the whole voice, also for a locale', async () => {
    const voice = { tone: 'formal', guidelines: 'ü'.repeat(1900), overrides: overrides(17, 8) }
    await save(voice, { note: 'é'.repeat(1000) })
    const whole = await readWhole('ada', { locale: 'de-AT' })
    expect(whole.voice).toEqual(voice)
    const { overrides: _, ...base } = voice
    expect(whole.resolved).toEqual({ ...base, ...overrides(1, 8)['de'] })
    expect(whole.pages).toBeGreaterThan(10)
  })

  it('rejects a cursor of another version', async () => {
    await save({ overrides: overrides(17, 8) })
    const { next_cursor: cursor } = await get('ada')
    await save({ overrides: overrides(16, 8) }, { base_version: 1 })
    expect((await refused(get('ada', { cursor }))).code).toBe('invalid_input')
  })

  it('names 20 changed fields and counts the others', async () => {
    const saved = await save({ overrides: overrides(3, 8) })
    expect(saved['changed']).toHaveLength(20)
    expect(saved).toMatchObject({ more_changed: 7 })
    await save({}, { base_version: 1 })
    expect(await loop.ada.call('restore_voice', { target: 'ada', version: 1 })).toMatchObject({ more_changed: 7 })
  })
})
