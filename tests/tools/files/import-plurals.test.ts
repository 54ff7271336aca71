import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { hasError } from '../../../src/l10n/translation/findings.ts'
import { eachLoop, openLoop } from '../loop.ts'

const lines = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`

describe('an imported i18next file', () => {
  const loop = eachLoop(['pl'])
  beforeEach(() => loop.push({ title: 'Basket', item_one: '{{count}} item', item_other: '{{count}} items' }))
  const polish = lines({
    item_one: '{{count}} rzecz',
    item_few: '{{count}} rzeczy',
    item_many: '{{count}} rzeczy',
    item_other: '{{count}} rzeczy',
    title: 'Koszyk',
  })

  it('stores the forms of a plural together, and is written back byte for byte', async () => {
    expect(await loop.importFile('locales/pl.json', polish)).toMatchObject({ imported: 2, left: { pl: 0 } })
    expect((await loop.unit('item')).texts).toMatchObject([
      { value: { one: '{{count}} rzecz', few: '{{count}} rzeczy' }, findings: [], origin: { kind: 'import' } },
    ])
    expect((await loop.pull()).content).toBe(polish)
    expect(await loop.importFile('locales/pl.json', polish)).toMatchObject({ unchanged: 2 })
  })

  it('without some forms gets a warning and is protected, except with a lost placeholder', async () => {
    const two = lines({ item_one: '{{count}} rzecz', item_other: '{{count}} rzeczy' })
    expect(await loop.importFile('locales/pl.json', two)).toMatchObject({
      next: expect.stringContaining(
        'Translations without all plural forms of their locale: 1 (plural_forms); add the forms with submit_translations.',
      ),
      imported: 1,
      findings: [{ check: 'plural_forms', level: 'warning', count: 1, first: [{ locale: 'pl', key: 'item' }] }],
    })
    expect((await loop.unit('item')).texts.map(hasError)).toEqual([false])
    expect((await loop.pull()).content).toBe(two)
    const broken = lines({ item_one: '{{count}} rzecz', item_other: 'rzeczy' })
    const answer = await loop.importFile('locales/pl.json', broken)
    expect(answer).toMatchObject({ imported: 1 })
    const levels = (answer['findings'] as { check: string; level: string }[]).map(one => `${one.check} ${one.level}`)
    expect(levels.sort()).toEqual(['placeholders error', 'plural_forms error'])
    expect((await loop.unit('item')).texts.map(hasError)).toEqual([true])
  })
})

const resources = (title: string, one: string, other: string): string =>
  `<resources>\n    <string name="title">${title}</string>\n    <plurals name="files">\n        <item quantity="one">${one}</item>\n        <item quantity="other">${other}</item>\n    </plurals>\n    <string name="more">More</string>\n</resources>\n`

it('an imported file of Android without some forms is named, also while strings are left', async () => {
  const loop = await openLoop(['ru'])
  onTestFinished(loop.close)
  const res = 'app/src/main/res'
  await loop.push(resources('Files', '%d file', '%d files'), {}, `${res}/values/strings.xml`)
  const content = resources('Файлы', '%d файл', '%d файлов').replace(/ *<string name="more".*\n/, '')
  const answer = await loop.importFile(`${res}/values-ru/strings.xml`, content)
  expect(answer).toMatchObject({
    imported: 2,
    missing: 1,
    findings: [{ check: 'plural_forms', first: [{ locale: 'ru', key: 'files' }] }],
    next: 'Translations without all plural forms of their locale: 1 (plural_forms); add the forms with submit_translations. Call get_work with locale ru: 1 string is left.',
  })
  expect((await loop.pull()).content).toBe(content)
})

it('an imported file with empty plural forms is written back byte for byte, and says so', async () => {
  const loop = await openLoop(['de'])
  onTestFinished(loop.close)
  const path = 'config/locales/de.yml'
  await loop.push('en:\n  n:\n    one: "%{count} day"\n    other: "%{count} days"\n', {}, 'config/locales/en.yml')
  const german = 'de:\n  n:\n    zero: ""\n    one: "%{count} Tag"\n    other: "%{count} Tage"\n'
  expect(await loop.importFile(path, german)).toMatchObject({
    imported: 1,
    next: expect.stringContaining(`In ${path}, the plural form "zero" of "n" is empty: pulls keep it.`),
  })
  expect((await loop.pull()).content).toBe(german)
  const two = german.replace('"%{count} Tag"', '""')
  expect(await loop.importFile(path, two)).toMatchObject({
    next: expect.stringContaining(`In ${path}, 2 plural forms are empty, such as "zero" of "n": pulls keep them.`),
  })
  expect((await loop.pull()).content).toBe(two)
})

const po = (messages: string): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n${messages}`

describe('an imported PO file', () => {
  const source =
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.py:1\nmsgid "Open"\nmsgstr ""\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr ""\n\n#, python-format\nmsgid "%(n)d file"\nmsgid_plural "%(n)d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
  const polish = po(
    '# Checked by hand\n#: a.py:1\n#, fuzzy\nmsgid "Open"\nmsgstr "Otworz"\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Otwórz"\n\n#, python-format\nmsgid "%(n)d file"\nmsgid_plural "%(n)d files"\nmsgstr[0] "%(n)d plik"\nmsgstr[1] "%(n)d pliki"\nmsgstr[2] "%(n)d plików"\n\n#~ msgid "Old"\n#~ msgstr "Stary"\n',
  )
  const path = 'locale/pl/app.po'

  const loop = eachLoop(['pl'])
  beforeEach(() => loop.push(source, {}, 'locale/en/app.po'))

  it('imports fuzzy entries for review, follows its plural header, and is written back byte for byte', async () => {
    const answer = await loop.importFile(path, polish)
    expect(answer).toMatchObject({ imported: 3 })
    expect(answer).not.toHaveProperty('findings')
    expect(await loop.call('get_status')).toMatchObject({
      locales: [{ needs_review: 1, translated: 2, untranslated: 0, errors: 0 }],
    })
    expect(await loop.pull()).toMatchObject({ content: polish, exported: 2, fuzzy: 1 })
    expect(await loop.importFile(path, polish)).toMatchObject({ unchanged: 3 })
  })

  it('with one text for a new plural is ignored when old, and rejected when new', async () => {
    const two = 'msgid "%(n)d file"\nmsgid_plural "%(n)d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    await loop.push(source.replace(two, 'msgid "%(n)d file"\nmsgstr ""\n'), {}, 'locale/en/app.po')
    const one = po('msgid "%(n)d file"\nmsgstr "%(n)d plik"\n')
    expect(await loop.importFile(path, one)).toMatchObject({ imported: 1, missing: 2 })
    await loop.push(source, {}, 'locale/en/app.po')
    expect(await loop.importFile(path, one)).toMatchObject({ unchanged: 1, missing: 2 })
    const answer = await loop.importFile(path, one.replace('plik', 'Plik'))
    expect(answer['next']).toContain('Refused: 1,')
    expect(answer['next']).not.toContain('Translations with an error')
    expect(answer).toMatchObject({
      refused: 1,
      findings: [{ check: 'plural_forms', level: 'error', first: [{ key: '%(n)d file' }] }],
    })
    expect((await loop.work()).left).toBe(3)
  })
})
