import { describe, expect, it } from 'vitest'
import type { pushTranslations } from '../../../src/tools/files/import/push-translations.ts'
import type { pushSource } from '../../../src/tools/files/push/push-source.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de'])

const push = (path: string, content: string, more: object = {}) =>
  loop.call<AnswerOf<typeof pushSource>>('push_source', { files: [{ path, content, ...more }] })
const importFile = (path: string, content: string, more: object = {}) =>
  loop.call<AnswerOf<typeof pushTranslations>>('push_translations', { files: [{ path, content, ...more }] })

const catalog = (body: string): string => `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${body}`
const android = (body: string): string => `<resources>\n${body}\n</resources>\n`

/** Source files with the path of a translation, and a valid translation without texts. */
const FAMILIES: readonly (readonly [source: string, content: string, target: string, template: string | undefined])[] =
  [
    ['i18n/en.json', '{"a":"Apple"}', 'i18n/de.json', '{}\n'],
    ['po/app.pot', catalog('msgid "Apple"\nmsgstr ""\n'), 'po/de.po', catalog('msgid "Apple"\nmsgstr ""\n')],
    ['res/values/strings.xml', android('<string name="a">Apple</string>'), 'res/values-de/strings.xml', android('')],
    ['config/locales/en.yml', 'en:\n  a: Apple\n', 'config/locales/de.yml', 'de:\n'],
    ['l/en.lproj/A.strings', '"a" = "Apple";\n', 'l/de.lproj/A.strings', '/* Later */\n'],
    ['docs/en/a.md', '# Apple\n', 'docs/de/a.md', undefined],
  ]

describe('an import of a file without translations', () => {
  it.each(FAMILIES)('of %s is an error if the file is empty', async (source, content, target) => {
    const template = target.replace(/\bde\b|(?<=_)de/, '{locale}')
    await push(source, content, { target: template })
    for (const empty of ['', '\ufeff', ' \n\t\n']) {
      const error = await refused(importFile(target, empty))
      expect(error).toMatchObject({
        code: 'invalid_input',
        message: `"${target}" is empty: it has no de translations.`,
      })
      expect(error.fix).toContain('Push the complete file')
    }
  })

  it.each(FAMILIES.filter(([, , , template]) => template !== undefined))(
    'of %s says so if the file is a template',
    async (source, content, target, text = '') => {
      await push(source, content, { target: target.replace(/\bde\b|(?<=_)de/, '{locale}') })
      const answer = await importFile(target, text)
      expect(answer.next).toContain(`${target} has no de translations.`)
      expect(answer.missing).toBe(1)
    },
  )

  it('accepts an empty file of a source without strings', async () => {
    await push('l/en.ftl', '# Nothing yet\n', { target: 'l/{locale}.ftl' })
    await expect(importFile('l/de.ftl', '')).resolves.toBeDefined()
  })
})

describe('an import of a file with other keys', () => {
  it('names the source that has them', async () => {
    await push('web/en.json', '{"a":"Apple","b":"Bread"}')
    await push('app/en.json', '{"x":"Axe","y":"Yak"}')
    const error = await refused(importFile('web/de.json', '{"x":"Axt","y":"Jak","z":"Zug"}'))
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: '"web/de.json" has none of the keys of "web/en.json", its source file: it has "x", "y", "z".',
      fix: 'Its keys are those of "app/en.json": give that as source.',
    })
    await expect(
      importFile('web/de.json', '{"x":"Axt"}', { source: 'app/en.json', locale: 'de' }),
    ).resolves.toMatchObject({ imported: 1 })
  })

  it('asks for the right file if no source has them', async () => {
    await push('web/en.json', '{"a":"Apple"}')
    const error = await refused(importFile('web/de.json', '{"q":"Quark"}'))
    expect(error.fix).toBe(
      'Push the file that translates "web/en.json". If its keys changed, push the source file first.',
    )
  })
})

it.each([
  ['l/messages_{locale}.properties', 'a=Apple\n', 'a=Apfel\na=Birne\n'],
  ['l/{locale}.json', '{"a":"Apple"}', '{"x":"Axt","a":"Apfel","a":"Birne"}'],
  ['config/locales/{locale}.yml', 'en:\n  a: Apple\n', 'de:\n  a: Apfel\n  a: Birne\n'],
])('an import of a file whose only known key has two values names it in %s', async (target, source, content) => {
  await push(target.replace('{locale}', 'en'), source, { target })
  const answer = await importFile(target.replace('{locale}', 'de'), content)
  expect(answer.next).toContain('the key "a" occurs twice with different values')
})

describe('an import of a file with another root or shape', () => {
  it.each([
    ['config/locales/en.yml', 'en:\n  a: Apple\n', 'config/locales/de.yml', 'fr:\n  a: Pomme\n', 'fr.a'],
    ['i18n/en.json', '{"a":"Apple"}', 'i18n/de.json', '{"a":{"message":"Apfel"}}', 'a.message'],
    ['i18n/en.json', '{"en":{"a":"Apple"}}', 'i18n/de.json', '{"fr":{"a":"Pomme"}}', 'fr.a'],
  ])('of %s names what it has', async (source, content, target, other, key) => {
    await push(source, content)
    expect((await refused(importFile(target, other))).message).toBe(
      `"${target}" has none of the keys of "${source}", its source file: it has "${key}".`,
    )
  })

  it.each([
    ['config/locales/en.yml', 'en:\n  a: Apple\n', 'config/locales/de.yml', '# Root\nen:\n  a: Apfel\n'],
    ['i18n/en.json', '{"en":{"a":"Apple"}}', 'i18n/de.json', '{ "en": {"a":"Apfel"}}'],
  ])('of %s names the root key of the source', async (source, content, target, copied) => {
    await push(source, content)
    const answer = await importFile(target, copied)
    expect(answer).toMatchObject({ imported: 1 })
    expect(answer.next).toContain(`In ${target}, the root key is "en", but the file was read as de: pulls write "de".`)
    expect((await loop.pull()).content).toBe(copied.replace('en', 'de'))
  })

  it.each([
    ['config/locales/en.yml', 'en:\n  en: English\n', 'config/locales/de.yml', 'de:\n  en: Englisch\n'],
    ['config/locales/en.yml', 'en:\n  a: Apple\n', 'config/locales/de.yml', 'de: {}\n'],
    [
      'i18n/en.json',
      '{"a":{"message":"Apple","description":"Fruit"}}',
      'i18n/de.json',
      '{"a":{"message":"","description":"Fruit"}}',
    ],
    [
      'i18n/en.json',
      '{"$schema":"https://inlang.com/schema/inlang-message-format","a":"Apple"}',
      'i18n/de.json',
      '{"$schema":"https://inlang.com/schema/inlang-message-format"}',
    ],
  ])('of %s says nothing of a right root: %s', async (source, content, target, right) => {
    await push(source, content)
    expect((await importFile(target, right)).next).not.toContain('root key')
  })
})

describe('an import of a file in another format', () => {
  it.each([
    ['i18n/en.json', '{"a":"Apple"}', 'i18n/de.json', catalog('msgid "a"\nmsgstr "Apfel"\n'), 'gettext', 'JSON'],
    ['po/app.pot', catalog('msgid "a"\nmsgstr ""\n'), 'po/de.po', '{ "a": "Apfel" }', 'JSON', 'gettext'],
  ])('of %s names it', async (source, content, target, wrong, looks, format) => {
    await push(source, content, { target: target.replace('de', '{locale}') })
    const error = await refused(importFile(target, wrong))
    expect(error.message).toMatch(new RegExp(`^${target}: Invalid .* at 1:1.* It looks like ${looks}\\.$`, 's'))
    expect(error.fix).toMatch(new RegExp(`in the format of its source, .*${format}`))
  })

  it('names none for a file that is only broken', async () => {
    await push('i18n/en.json', '{"a":"Apple"}')
    expect((await refused(importFile('i18n/de.json', '{"a":"Apfel"'))).message).not.toContain('looks like')
  })
})

const JSON_ONE = '{"a":"Apple","item":"Items {{count}}"}'
const JSON_MANY = '{"a":"Apple","item_one":"{{count}} item","item_other":"{{count}} items"}'
const DE_ONE = '{"a":"Apfel","item":"Dinge {{count}}"}'
const XML_ONE = '<string name="a">Apple</string><string name="item">Items %d</string>'
const XML_MANY =
  '<string name="a">Apple</string><plurals name="item"><item quantity="one">%d item</item><item quantity="other">%d items</item></plurals>'

describe('a string that became a plural, or stopped to be one', () => {
  const changes: readonly (readonly [path: string, target: string, before: string, after: string, german: string])[] = [
    ['i18n/en.json', 'i18n/de.json', JSON_ONE, JSON_MANY, DE_ONE],
    ['res/values/strings.xml', 'res/values-de/strings.xml', android(XML_MANY), android(XML_ONE), android(XML_MANY)],
  ]
  it.each(changes)('is named by both pushes of %s', async (path, target, before, after, german) => {
    const becamePlural = after.includes('other')
    await push(path, before)
    await importFile(target, german)
    const pushed = await push(path, after)
    expect(pushed.next).toContain(`${becamePlural ? 'Now' : 'No longer'} a plural: "item". Translate it again.`)
    const imported = await importFile(target, `${german}\n`)
    expect(imported).toMatchObject({ unchanged: 1, refused: 1 })
    expect(imported).not.toHaveProperty('missing')
    expect(imported).not.toHaveProperty('unknown')
    expect(imported.findings).toMatchObject([
      {
        check: 'plural_forms',
        first: [
          {
            key: 'item',
            message: becamePlural
              ? 'The source has plural forms, but the file does not.'
              : 'The source has no plural forms, but the file does.',
          },
        ],
      },
    ])
  })

  it('is named in a catalog whose file did not change', async () => {
    const one = 'msgid "Apple"\nmsgstr "Apfel"\n\nmsgid "%d item"\nmsgstr "%d Ding"\n'
    const source = catalog(one.replaceAll(/msgstr ".*"/g, 'msgstr ""'))
    await push('po/app.pot', source, { target: 'po/{locale}.po' })
    await importFile('po/de.po', catalog(one))
    const many = source.replace(
      'msgid "%d item"\nmsgstr ""',
      'msgid "%d item"\nmsgid_plural "%d items"\nmsgstr[0] ""\nmsgstr[1] ""',
    )
    expect((await push('po/app.pot', many)).next).toContain('Now a plural: "%d item".')
    expect((await importFile('po/de.po', `${catalog(one)}\n`)).next).toContain(
      'The source of "%d item" has plural forms',
    )
  })

  it('is not seen in names that only end like a form', async () => {
    await push('i18n/en.json', '{"a":"Apple","step":"Step","step_two":"Second"}')
    const answer = await importFile('i18n/de.json', '{"a":"Apfel","step_two":"Zweiter"}')
    expect(answer).toMatchObject({ imported: 2, missing: 1 })
    expect(answer).not.toHaveProperty('refused')
  })
})
