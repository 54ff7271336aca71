import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop, SOURCE } from '../loop.ts'

const loop = eachLoop()

const fileOptions = async (path = SOURCE) => {
  const { id } = await loop.record()
  return (await loop.world.services.store.read.files.by('path', compoundKey(id, path)))?.options
}

const refusals = async (items: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
  const { refused = [] } = await loop.submit(Object.entries(items).map(([key, text]) => ({ key, text })))
  return Object.fromEntries(refused.map(({ key, why }) => [String(key), why]))
}

const LARAVEL = { a: ':name has :count files', b: ':name left', c: 'All files' }

describe('the placeholder families of a pushed file', () => {
  it('are detected from its strings and kept with its options', async () => {
    await loop.push(LARAVEL)
    expect(await fileOptions()).toMatchObject({ syntax: 'plain', families: 'laravel', families_sure: 'certain' })
    await loop.push({ a: '%1 of %2', b: '%n file(s)' }, {}, 'web/en.json')
    expect(await fileOptions('web/en.json')).toMatchObject({ families: 'qt', families_sure: 'certain' })
    await loop.push({ a: 'Just words', b: '100 % sure', c: 'at 12:30' })
    expect(await fileOptions()).toMatchObject({ families: '', families_sure: 'guess' })
  })

  it('decide what is a placeholder of a translation', async () => {
    await loop.push(LARAVEL)
    expect(
      await refusals({ a: ':nom hat :count Dateien', b: 'Er ging', c: '100 % der Dateien, %s, $5$ und {x}' }),
    ).toEqual({
      a: 'The text has 2 errors.',
      b: expect.stringContaining('":name" is missing.'),
    })
  })

  it('are replaced by the gettext flags of a string', async () => {
    const po = [
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n',
      '#, python-format\nmsgid "%(n)s files"\nmsgstr ""\n',
      '#, no-python-format\nmsgid "100%s"\nmsgstr ""\n',
      '#, qt-format\nmsgid "%1 files"\nmsgstr ""\n',
    ].join('\n')
    await loop.push(po, {}, 'app.pot')
    const { items } = await loop.work<{ items: { id: string; text: string; src: string }[] }>()
    const send = async (source: string, text: string): Promise<unknown> => {
      const row = items.find(one => one.text === source)
      const { refused = [] } = await loop.submit([{ id: row?.id ?? '', src: row?.src ?? '', text }])
      return refused[0]?.['why']
    }
    expect(await send('%(n)s files', 'Dateien')).toContain('"%(n)s" is missing.')
    expect(await send('100%s', 'Hundert')).toBeUndefined()
    expect(await send('%1 files', 'Dateien')).toContain('"%1" is missing.')
  })

  it('let an apostrophe pass where no string shows that the file is ICU, until the project says so', async () => {
    await loop.push({ a: 'The {name}', b: 'Hello {name}' })
    expect(await refusals({ a: "L'{name}" })).toEqual({})
    await loop.call('update_project_policy', { syntax: 'icu' })
    expect(await refusals({ b: "Allô, c'est l'{name}" })).toEqual({
      b: expect.stringContaining('quotes "{name}", so that it is printed as text.'),
    })
  })

  it('are named in the rules of a packet and of the project', async () => {
    await loop.push(LARAVEL)
    const { rules } = await loop.work()
    expect(rules).toEqual({
      plain:
        'Keep :name (Laravel) exactly as in the source, as often as the source has them; keep tags, link targets and `code`. "|" separates plural forms: write those of the target language, in its order; {1} and [2,*] before a form are its numbers.',
    })
    const brief = await loop.call<{ rules: unknown }>('get_project_context')
    expect(JSON.stringify(brief)).toContain('Keep :name (Laravel)')
  })

  it('count no words in placeholders', async () => {
    await loop.push(LARAVEL)
    const entries = await loop.world.services.store.read.entries.list('listed', (await loop.record()).id)
    expect(Object.fromEntries(entries.map(({ key, words }) => [key, words]))).toEqual({ a: 2, b: 1, c: 2 })
  })
})

it('an ARB file reads apostrophes as text, unless a string shows that they quote', async () => {
  const count = '{n, plural, one {# file} other {# files}}'
  const arb = (more: object) => JSON.stringify({ '@@locale': 'en', a: 'The {name}', b: count, c: count, ...more })
  await loop.push(arb({}), {}, 'app_en.arb')
  expect(await fileOptions('app_en.arb')).toMatchObject({ families_sure: 'certain', apostrophes_quote: false })
  await loop.push(arb({ d: "It''s here" }), {}, 'app_en.arb')
  expect(await fileOptions('app_en.arb')).toMatchObject({ families_sure: 'certain', apostrophes_quote: true })
})
