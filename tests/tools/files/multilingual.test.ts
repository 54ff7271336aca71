import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { found, type Loop, openLoop } from '../loop.ts'

const PATH = 'App/Localizable.xcstrings'

/** A catalog as Xcode writes it. */
const catalog = (strings: object): string =>
  `${JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2).replaceAll('":', '" :')}\n`

const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } })

const SOURCE = catalog({
  Cancel: { localizations: { de: unit('Abbrechen'), ja: unit('キャンセル') } },
  Save: { comment: 'Button', localizations: { de: unit('Sichern') } },
  Send: {},
})

let loop: Loop
const pushSource = (content: string) => loop.call('push_source', { files: [{ path: PATH, content }] })

async function submit(texts: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void> {
  const { items } = await loop.work({ locales: 'all', keys: Object.keys(texts) })
  const sent = items.map(({ id, src, key, text = '' }) => ({ id, src, texts: found(texts[key ?? text]) }))
  expect(await loop.submit(sent)).not.toHaveProperty('refused')
}

beforeEach(async () => {
  loop = await openLoop(['de', 'ja', 'fr'])
})
afterEach(() => loop.close())

describe('a file with all locales', () => {
  it('is its own target, and its translations are imported without sending it again', async () => {
    expect(await pushSource(SOURCE)).toMatchObject({
      added: 3,
      next: expect.stringContaining(`push_translations with files [{"path":"${PATH}"}]`),
    })
    expect(await loop.call('push_translations', { files: [{ path: PATH }] })).toMatchObject({
      imported: 3,
      left: { de: 1, ja: 2 },
    })
    expect(await loop.call('push_translations', { files: [{ path: PATH }] })).toMatchObject({ unchanged: 3 })
  })

  it('is pulled once, with every locale in it', async () => {
    await pushSource(SOURCE)
    await loop.call('push_translations', { files: [{ path: PATH }] })
    await submit({ Send: { de: 'Senden', fr: 'Envoyer' }, Save: { ja: '保存' } })
    const files = await loop.files()
    expect(files.map(({ path, locale }) => [path, locale])).toEqual([
      [PATH, 'de'],
      [PATH, 'ja'],
      [PATH, 'fr'],
    ])
    expect(files.filter(({ content }) => content !== undefined)).toHaveLength(1)
    expect(files[0]?.content).toBe(
      catalog({
        Cancel: { localizations: { de: unit('Abbrechen'), ja: unit('キャンセル') } },
        Save: { comment: 'Button', localizations: { de: unit('Sichern'), ja: unit('保存') } },
        Send: { localizations: { de: unit('Senden'), fr: unit('Envoyer') } },
      }),
    )
  })

  it('keeps the locales that a pull does not ask for', async () => {
    await pushSource(SOURCE)
    await submit({ Send: { de: 'Senden', fr: 'Envoyer' } })
    const [file] = await loop.files({ locale: 'fr' })
    expect(file?.content).toBe(
      catalog({
        Cancel: { localizations: { de: unit('Abbrechen'), ja: unit('キャンセル') } },
        Save: { comment: 'Button', localizations: { de: unit('Sichern') } },
        Send: { localizations: { fr: unit('Envoyer') } },
      }),
    )
  })
})

describe('a string that only a target locale varies by plural', () => {
  const vary = (forms: object) => ({
    variations: { plural: Object.fromEntries(Object.entries(forms).map(([name, text]) => [name, unit(text)])) },
  })
  const russian = { few: '%lld файла', many: '%lld файлов', one: '%lld файл', other: '%lld файла' }
  const varied = (ru: object) => catalog({ '%lld files': { localizations: { de: unit('%lld Dateien'), ru } } })

  beforeEach(async () => {
    await loop.close()
    loop = await openLoop(['ru', 'de', 'fr'])
  })

  it('is imported, translated and pulled with its forms', async () => {
    const file = varied(vary(russian))
    await pushSource(file)
    const answer = await loop.call('push_translations', { files: [{ path: PATH }] })
    expect(answer).toMatchObject({ imported: 2, left: { ru: 0, de: 0 } })
    expect(answer).not.toHaveProperty('refused')
    expect((await loop.files())[0]?.content).toBe(file)
    const { items, forms, rules } = await loop.work({ locale: 'fr' })
    expect(rules).toEqual({ printf: expect.stringContaining('keep %@, %lld, %1$@, %arg, %#@name@ as') })
    expect(await loop.call('get_project_context', {})).toMatchObject({ rules })
    expect(items).toMatchObject([{ forms: { other: '%lld files' } }])
    expect(forms).toMatchObject({ fr: { required: ['one', 'other'] } })
    const french = { one: '%lld fichier', other: '%lld fichiers' }
    expect(await loop.submit([{ id: found(items[0]).id, forms: french }], { locale: 'fr' })).toMatchObject({
      accepted: 1,
    })
    const { strings } = JSON.parse(found((await loop.files())[0]?.content))
    expect(strings['%lld files'].localizations).toEqual({
      de: unit('%lld Dateien'),
      fr: vary(french),
      ru: vary(russian),
    })
  })

  it('keeps the other translations when it gets its forms later', async () => {
    await pushSource(varied(unit('%lld файлов')))
    expect(await loop.call('push_translations', { files: [{ path: PATH }] })).toMatchObject({ imported: 2 })
    const file = varied(vary(russian))
    await pushSource(file)
    expect(await loop.call('push_translations', { files: [{ path: PATH }] })).not.toHaveProperty('refused')
    const { strings } = JSON.parse(found((await loop.files())[0]?.content))
    expect(strings['%lld files'].localizations.ru).toEqual(vary(russian))
    expect(strings['%lld files'].localizations.de).toMatchObject({ stringUnit: { value: '%lld Dateien' } })
  })

  it('is refused while the pushed source has no forms, and the answer tells to push it', async () => {
    await pushSource(varied(unit('%lld файлов')))
    const content = varied(vary(russian))
    expect(await loop.call('push_translations', { files: [{ path: PATH, content }] })).toMatchObject({
      refused: 1,
      imported: 1,
      findings: [{ check: 'plural_forms', level: 'error', first: [{ locale: 'ru', key: '%lld files' }] }],
      next: expect.stringContaining(
        'Refused: 1, with plural forms where the source has none, or without them; push the',
      ),
    })
  })
})
