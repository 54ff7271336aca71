import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

type Context = Readonly<Record<string, unknown>> & {
  readonly files?: readonly object[]
  readonly terms?: readonly object[]
  readonly more_terms?: number
  readonly more_files?: number
  readonly next: string
}

const loop = eachLoop(['de', 'ja'])
const context = (more = {}) => loop.call<Context>('get_project_context', more)

describe('the context of a project', () => {
  it('has locales, plural forms, syntax rules, the map of files and the relevant settings', async () => {
    await loop.push({ a: 'Hello {name}' })
    const answer = await context()
    expect(answer).toMatchObject({
      project: 'ada/app',
      source_locale: 'en',
      target_locales: ['de', 'ja'],
      branch: 'main',
      plurals: { de: ['one', 'other'], ja: ['other'] },
      settings: { review: 'none', approve: 'people', export: 'translated' },
      files: [{ source: 'locales/en.json', target: 'locales/{locale}.json', format: 'json', entries: 1 }],
    })
    expect(Object.keys(answer['rules'] as object)).toEqual(['icu'])
    expect(answer).not.toHaveProperty('withheld')
    expect(answer).not.toHaveProperty('voice')
  })

  it('is limited to one locale on request, with the path of its file', async () => {
    await loop.push({ a: 'Hello' })
    expect(await context({ locale: 'JA' })).toMatchObject({
      plurals: { ja: ['other'] },
      files: [{ source: 'locales/en.json', target: 'locales/ja.json' }],
    })
    expect((await refused(context({ locale: 'fr' }))).code).toBe('invalid_input')
  })

  it('has voice and terms for authorized readers, and says what is omitted for others', async () => {
    verifies('1.voice-and-glossary')
    await loop.ada.call('save_voice', { target: 'ada', voice: { tone: 'playful' } })
    await loop.ada.call('save_glossary', { target: 'ada', upsert: [{ term: 'Acme', kind: 'do_not_translate' }] })
    expect(await context()).toMatchObject({
      voice: 'Tone playful.',
      terms: [{ term: 'Acme', kind: 'do_not_translate' }],
    })
    const reader = await loop.world.user('ada', ['project:read'])
    const answer = await reader.call<Context>('get_project_context', { project: loop.project })
    expect(answer).toMatchObject({
      withheld: ['voice: it needs the scope voice:read', 'terms: it needs the scope glossary:read'],
    })
    expect(answer).not.toHaveProperty('voice')
    expect(answer).not.toHaveProperty('terms')
    expect(answer).not.toHaveProperty('more_terms')
  })

  it('fits max_bytes, counts omitted parts and names the tools that return them', async () => {
    await loop.ada.call('save_voice', {
      target: 'ada',
      voice: {
        guidelines: '語'.repeat(1300),
        overrides: Object.fromEntries(
          ['de', 'ja'].map(locale => [locale, { target_audience: `${locale} ${'é'.repeat(240)}` }]),
        ),
      },
    })
    const upsert = Array.from({ length: 900 }, (_, index) => ({ term: `term ${index}`, definition: 'x'.repeat(150) }))
    await loop.ada.call('save_glossary', { target: 'ada', upsert })
    const files = Array.from({ length: 80 }, (_, index) => ({
      path: `app${index}/locales/en.json`,
      content: '{"a":"A"}',
    }))
    await loop.call('push_source', { files })
    for (const max_bytes of [4000, 16_000, 60_000]) {
      const answer = await context({ max_bytes })
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(max_bytes)
      expect((answer.terms ?? []).length + (answer.more_terms ?? 0)).toBe(900)
      expect((answer.files ?? []).length + (answer.more_files ?? 0)).toBe(80)
      expect(answer.next).toContain('get_glossary')
    }
    expect((await context()).terms?.length).toBeGreaterThan(10)
  })

  it('names get_voice where the voice does not fit', async () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXY'.split('')
    const regions = letters.flatMap(one => letters.map(two => one + two)).filter(code => names.of(code) !== undefined)
    const target_locales = regions.slice(0, 200).map(region => `zh-Hant-${region}`)
    await loop.ada.call('create_project', { project: 'ada/wide', source_locale: 'en', target_locales })
    const voice = { guidelines: '語'.repeat(1300), target_audience: '語'.repeat(166) }
    await loop.ada.call('save_voice', { target: 'ada/wide', voice })
    const narrow = { project: 'ada/wide', max_bytes: 4000 }
    const answer = await loop.ada.call<Context>('get_project_context', narrow)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(4000)
    expect(answer).not.toHaveProperty('voice')
    expect(answer.next).toContain('For the voice, call get_voice of ada/wide.')
  })
})
