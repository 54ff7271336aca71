import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, type Pulled } from '../loop.ts'
import { have } from './have.ts'

const AT = 'de-AT'
const loop = eachLoop([AT, 'de', 'nl', 'pl', 'pt-BR'])
const PATH = `locales/${AT}.json`

beforeEach(() => setFallbacks({ [AT]: 'de', de: 'nl', nl: 'en' }))

const setFallbacks = (fallbacks: object) => loop.call('update_project', { fallbacks })
const translate = (locale: string, texts: Readonly<Record<string, string>>, more: object = {}) =>
  loop.translate(texts, { locale, ...more })
const pull = (more: object = {}) => loop.pull({ locale: AT, fallback: 'write', ...more })
const textsOf = async (more: object = {}): Promise<unknown> => JSON.parse((await pull(more)).content)
const importFile = (content: object, locale = AT): Promise<Record<string, unknown> & { next: string }> =>
  loop.call('push_translations', { files: [{ path: `locales/${locale}.json`, content: JSON.stringify(content) }] })

describe('a pull', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Save', b: 'Open', c: 'Close', d: 'Stop' })
    await translate(AT, { a: 'Sichern' })
    await translate('de', { a: 'Speichern', b: 'Öffnen' })
    await translate('nl', { b: 'Openen', c: 'Sluiten' })
  })

  it('leaves out strings without a translation unless fallback is write', async () => {
    expect(await textsOf({ fallback: 'omit' })).toEqual({ a: 'Sichern' })
    expect(JSON.parse((await loop.pull({ locale: AT })).content)).toEqual({ a: 'Sichern' })
  })

  it('writes the text of the first fallback that has one, counts it as missing, and says so', async () => {
    const file = await pull()
    expect(JSON.parse(file.content)).toEqual({ a: 'Sichern', b: 'Öffnen', c: 'Sluiten' })
    expect(file).toMatchObject({ exported: 1, missing: 3, fallback: 2 })
    expect(file.next).toContain('From fallbacks: 2 texts, for strings without a translation. They count as missing.')
    expect(await loop.call('get_status')).toMatchObject({
      locales: expect.arrayContaining([expect.objectContaining({ locale: AT, untranslated: 3 })]),
    })
  })

  it('never writes source strings', async () => {
    await setFallbacks({ [AT]: 'en' })
    expect(await textsOf()).toEqual({ a: 'Sichern' })
  })

  it('writes a file that has texts of fallbacks only', async () => {
    const files = await loop.files({ fallback: 'write' })
    await loop.push({ x: 'Exit' }, {}, 'web/en.json')
    const id = (await loop.work<{ items: readonly { id: string; src: string }[] }>({ file: 'web/en.json' })).items
    await loop.submit(
      id.map(one => ({ ...one, text: 'Einde' })),
      { locale: 'nl' },
    )
    const later = await loop.files({ fallback: 'write' })
    const written = (some: readonly Pulled[]) => some.map(({ path }) => path)
    expect(written(later)).toEqual([...written(files), 'web/de-AT.json', 'web/de.json', 'web/nl.json'])
  })

  it('writes only what the export policy lets through, of exactly this source', async () => {
    await loop.settings({ review: 'required' })
    await translate('de', { d: 'Halt' })
    expect(await textsOf()).toEqual({ a: 'Sichern', b: 'Öffnen', c: 'Sluiten' })
    expect(await textsOf({ include: 'all' })).toMatchObject({ d: 'Halt' })
    expect(await textsOf({ include: 'approved' })).toEqual({})
    await loop.push({ a: 'Save', b: 'Open it', c: 'Close', d: 'Stop' })
    expect(await textsOf()).toEqual({ a: 'Sichern', c: 'Sluiten' })
  })

  it('keeps what reviewers refused out of the file', async () => {
    await translate(AT, { b: 'Öffnen' })
    const { id, rev } = await loop.unit('b', AT)
    expect(id).toContain(AT)
    await loop.review([{ key: 'b', rev, action: 'reject', comment: 'Auf!' }])
    expect(await textsOf()).toEqual({ a: 'Sichern', b: 'Openen', c: 'Sluiten' })
  })

  it('leaves out a file that did not change, and shows a later text of a fallback as a change', async () => {
    loop.world.pass(60_000)
    const since = loop.world.services.now().toISOString()
    const changed = { project: loop.project, locale: AT, fallback: 'write', changed_since: since }
    expect(await loop.ada.call('pull_translations', changed)).toMatchObject({ files: [] })
    await translate('de', { d: 'Halt' })
    expect(await loop.ada.call('pull_translations', changed)).toMatchObject({ files: [{ path: PATH }] })
  })

  it('replaces the text that an earlier pull wrote, and keeps others that the file has', async () => {
    await importFile({ a: 'Sichern', b: 'Öffnen', c: 'Zumachen' })
    await translate('de', { b: 'Aufmachen' })
    await loop.call('push_translations', {
      files: [{ path: PATH, content: JSON.stringify({ a: 'Sichern', b: 'Öffnen', c: 'Zumachen', d: 'Aus' }) }],
    })
    expect(await textsOf()).toEqual({ a: 'Sichern', b: 'Aufmachen', c: 'Zumachen', d: 'Aus' })
  })

  it('keeps the text of the file that waits for approval, for a caller who has the file', async () => {
    const file = { a: 'Sichern' }
    await importFile(file)
    const { rev } = await loop.unit('a', 'de')
    await loop.review([{ key: 'a', rev, action: 'approve' }], { locale: 'de' })
    const owner = have({ [PATH]: JSON.stringify(file) })
    expect(await textsOf({ include: 'approved', ...owner })).toEqual({ a: 'Sichern' })
    expect(await textsOf({ include: 'approved' })).toEqual({ a: 'Speichern' })
    expect(await textsOf({ include: 'approved', branch: 'main', locale: 'de' })).toEqual({ a: 'Speichern' })
  })
})

it('plural forms of a fallback are written if the locale needs no others', async () => {
  await setFallbacks({ 'pt-BR': 'de', pl: 'de' })
  await loop.push({ n_one: '{{count}} file', n_other: '{{count}} files' })
  const { items } = await loop.work<{ items: readonly { id: string; src: string }[] }>({ locale: 'de' })
  await loop.submit(
    items.map(({ id, src }) => ({ id, src, forms: { one: '{{count}} Datei', other: '{{count}} Dateien' } })),
    { locale: 'de' },
  )
  expect(await textsOf({ locale: 'pt-BR' })).toEqual({ n_one: '{{count}} Datei', n_other: '{{count}} Dateien' })
  expect(await pull({ locale: 'pl' })).toMatchObject({ content: '{}\n', missing: 1 })
})

describe('a file with states, and one with all locales', () => {
  it('PO has texts of fallbacks without the mark fuzzy, and they do not come back', async () => {
    const template = 'msgid ""\nmsgstr ""\n\nmsgid "Save"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n'
    await loop.push(template, { files: [{ path: 'po/app.pot', content: template, target: 'po/{locale}.po' }] })
    const { items } = await loop.work<{ items: readonly { id: string; src: string; text: string }[] }>({ locale: 'de' })
    await loop.submit(
      items.map(({ id, src, text }) => ({ id, src, text: `${text} de` })),
      { locale: 'de' },
    )
    const { content, ...counts } = await pull({ path: 'po/app.pot' })
    expect(content).toContain('msgid "Save"\nmsgstr "Save de"\n\nmsgid "Open"\nmsgstr "Open de"\n')
    expect(content).not.toContain('fuzzy')
    expect(counts).toMatchObject({ exported: 0, missing: 2, fallback: 2 })
    expect(await loop.call('push_translations', { files: [{ path: `po/${AT}.po`, content }] })).toMatchObject({
      fallback: 2,
    })
  })

  it('CSV has texts of fallbacks in the column of the locale, and they do not come back', async () => {
    const content = `key,en,de,${AT}\na,Save,Speichern,\nb,Open,,\n`
    await loop.push(content, {}, 'texts.csv')
    const send = (csv: string) => loop.call('push_translations', { files: [{ path: 'texts.csv', content: csv }] })
    await send(content)
    const file = await pull({ path: 'texts.csv' })
    expect(file).toMatchObject({ content: `key,en,de,${AT}\na,Save,Speichern,Speichern\nb,Open,,\n`, fallback: 1 })
    expect(await send(file.content)).toMatchObject({ fallback: 1 })
    expect(await pull({ path: 'texts.csv', fallback: 'omit' })).toMatchObject({ exported: 0, missing: 2 })
  })
})

describe('an import', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Save', b: 'Open', c: 'Close' })
    await translate('de', { a: 'Speichern', b: 'Öffnen' })
    await translate('nl', { c: 'Sluiten' })
  })

  it('of a pulled file leaves out the texts of fallbacks, counts them, and says so', async () => {
    const { content } = await pull()
    const answer = await importFile(JSON.parse(content) as object)
    expect(answer).toMatchObject({ fallback: 3, left: { [AT]: 3 } })
    expect(answer).not.toHaveProperty('imported')
    expect(answer.next).toContain(
      'Not imported: 3, equal to the translation of a fallback; to make them translations, send them with submit_translations.',
    )
    expect((await loop.unit('a', AT)).texts).toEqual([])
    expect(await importFile(JSON.parse(content) as object)).toMatchObject({ fallback: 3 })
  })

  it('leaves out a text that the fallback had when the file was pulled', async () => {
    const { content } = await pull()
    await translate('de', { a: 'Sichern' })
    expect(await importFile(JSON.parse(content) as object)).toMatchObject({ fallback: 3 })
  })

  it.each(['none', 'required'] as const)(
    'with review: %s keeps such texts while a fallback has them for the source',
    async review => {
      await importFile({ a: 'Speichern', b: 'Öffnen', c: 'Sluiten' })
      await loop.settings({ review })
      const pulled = async () => (await pull({ fallback: 'omit' })).content
      expect(await pulled()).toBe('{"a":"Speichern","b":"Öffnen","c":"Sluiten"}')
      await loop.push({ a: 'Save it', b: 'Open', c: 'Close' })
      expect(await pulled()).toBe('{"b":"Öffnen","c":"Sluiten"}')
      const human = await loop.world.human('ada')
      await loop.translate({ b: 'Aufmachen' }, { locale: 'de' }, human)
      expect(await pull({ fallback: 'omit' })).toMatchObject({ content: '{"c":"Sluiten"}', missing: 3 })
    },
  )

  it('has the other texts, and those of a locale that has a translation', async () => {
    await translate(AT, { b: 'Aufsperren' })
    expect(await importFile({ a: 'Abspeichern', b: 'Öffnen' })).toMatchObject({ imported: 2, missing: 1 })
    expect((await loop.unit('b', AT)).texts[0]?.value).toBe('Öffnen')
  })

  it('has the same result in any order of the files', async () => {
    const files = [AT, 'de'].map(locale => ({ path: `web/${locale}.json`, content: '{"x":"Beenden"}' }))
    await loop.push({ x: 'Exit' }, {}, 'web/en.json')
    const answer = await loop.call('push_translations', { files })
    expect(answer).toMatchObject({ imported: 1, fallback: 1 })
  })
})

it('texts that a pull wrote from fallbacks are no local changes', async () => {
  await loop.push({ a: 'Save' })
  await translate('de', { a: 'Speichern' })
  await translate('de', { a: 'Sichern' })
  await translate(AT, { a: 'Abspeichern' })
  const compare = (text: string) =>
    loop.call('compare_translations', { locale: AT, path: 'locales/en.json', texts: { a: text } })
  expect(await compare('Speichern')).toMatchObject({ unknown: [] })
  expect(await compare('Merken')).toMatchObject({ unknown: ['a'] })
})
