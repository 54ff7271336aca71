import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'pt-BR'])

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
const pathsOf = async (args: object): Promise<readonly string[]> => (await loop.files(args)).map(({ path }) => path)
const translateAll = async (mark: string, locale = 'de'): Promise<void> => {
  const { items } = await loop.work({ locale })
  await loop.submit(
    items.map(({ id, src, text }) => ({ id, src, text: `${mark}${text}` })),
    { locale },
  )
}

it('a pulled file of a new locale is the source file with the translations', async () => {
  await loop.push(fixture('styled.en.json'))
  const texts: Readonly<Record<string, string>> = {
    'zebra.title': 'Zebra – „gestreift“ & <b>schnell</b>',
    'zebra.12': 'Zwölf',
    'list.0': 'eins',
    'list.1': 'zwei',
    path: 'a/b',
  }
  const answer = await loop.submit(Object.entries(texts).map(([key, text]) => ({ key, text })))
  expect(answer).toMatchObject({ accepted: 5, left: { de: 2 } })
  const pulled = await loop.pull()
  expect(pulled).toMatchObject({
    path: 'locales/de.json',
    exported: 5,
    missing: 2,
    next: expect.stringContaining('get_work'),
  })
  expect(pulled.content).toBe(fixture('styled.de.json'))
})

describe('a pull', () => {
  it('has all files of the requested locales or source, and suggests the nearest path', async () => {
    expect((await refused(loop.pull())).message).toContain('no source file yet')
    await loop.push({ a: 'A' })
    expect(await loop.pull()).toMatchObject({ path: 'locales/de.json' })
    await loop.push({ b: 'B' }, {}, 'web/en/site.json')
    for (const locale of ['de', 'pt-BR']) await translateAll('Ü ', locale)
    expect(await pathsOf({})).toEqual([
      'locales/de.json',
      'locales/pt-BR.json',
      'web/de/site.json',
      'web/pt-BR/site.json',
    ])
    expect(await pathsOf({ locales: 'all' })).toEqual(await pathsOf({}))
    expect(await pathsOf({ locales: ['pt_br', 'pt-BR'] })).toEqual(['locales/pt-BR.json', 'web/pt-BR/site.json'])
    expect(await loop.pull({ path: 'web/en/site.json', locale: 'pt_br' })).toMatchObject({
      path: 'web/pt-BR/site.json',
    })
    expect((await refused(loop.pull({ path: 'web/en/sit.json' }))).fix).toBe('Did you mean "web/en/site.json"?')
    expect((await refused(loop.pull({ locale: 'fr' }))).fix).toContain('de, pt-BR')
    expect((await refused(loop.pull({ locales: ['de'], locale: 'de' }))).message).toContain(
      'locale and locales cannot be combined',
    )
  })

  it('of all locales skips files without a translation, and says so; a pull of one locale includes them', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.push({ c: 'C' }, {}, 'web/en.json')
    const all = { project: loop.project }
    expect(await loop.ada.call('pull_translations', all)).toEqual({
      files: [],
      left_out: 4,
      next: 'There is nothing to write. Call get_work for what is missing. Files without a translation are omitted (left_out); set locale to get them.',
    })
    await loop.translate({ a: 'Ä' })
    await loop.ada.call('push_translations', {
      ...all,
      files: [{ path: 'web/pt-BR.json', content: '{}' }],
    })
    expect(await loop.ada.call('pull_translations', all)).toMatchObject({
      files: [{ path: 'locales/de.json' }, { path: 'web/pt-BR.json', exported: 0 }],
      left_out: 2,
      next: expect.stringMatching(/^Write each .*locale de\. Files without/),
    })
    expect(await pathsOf({ locale: 'pt-BR' })).toEqual(['locales/pt-BR.json', 'web/pt-BR.json'])
    expect(await pathsOf({ locales: ['de'] })).toEqual(['locales/de.json', 'web/de.json'])
  })

  it('of all locales includes files that lost their only translation', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.translate({ a: 'Ä' })
    await loop.push({ b: 'B' }, { confirm_removed: 1 })
    expect(await pathsOf({})).toEqual(['locales/de.json'])
    await loop.push({ a: 'A', b: 'B' })
    expect(await pathsOf({})).toEqual(['locales/de.json'])
    await loop.review([{ key: 'a', action: 'reject' }])
    expect(await pathsOf({})).toEqual(['locales/de.json'])
  })

  it('of a file without a locale in its path says so, until a push names the target', async () => {
    await loop.push({ a: 'A' }, {}, 'strings.json')
    const fault = await refused(loop.pull())
    expect([fault.code, fault.message]).toEqual(['invalid_input', expect.stringContaining('strings.json')])
    const files = [{ path: 'strings.json', content: '{"a":"A"}', target: 'strings.{locale}.json' }]
    await loop.call('push_source', { files })
    expect(await loop.pull()).toMatchObject({ path: 'strings.de.json' })
  })
})
