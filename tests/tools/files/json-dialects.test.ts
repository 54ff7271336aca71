import { afterEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

afterEach(() => loop.close())

const importFile = (path: string, content: string) =>
  loop.ada.call('push_translations', { project: loop.project, files: [{ path, content }] })

describe('a MediaWiki file', () => {
  const source = `{
	"@metadata": {"authors": ["A. Person"]},
	"inbox": "Hello $1, you have {{PLURAL:$2|one message|$2 messages}}.",
	"edited": "{{GENDER:$1|He|She|They}} edited"
}
`
  const german = `{
	"@metadata": {"authors": ["B. Person"]},
	"edited": "{{GENDER:$1|Er|Sie}} bearbeitete"
}
`

  it('has the plural forms of each language in its messages, and its own authors', async () => {
    loop = await openLoop(['de', 'pl'])
    expect(await loop.push(source, {}, 'i18n/en.json')).toMatchObject({ files: [{ format: 'banana' }] })
    const imported = await importFile('i18n/de.json', german)
    expect(imported).toMatchObject({ imported: 1 })
    expect(JSON.stringify(imported)).not.toContain('"check"')
    const { items } = await loop.work({ locale: 'pl' })
    expect(items.map(({ key }) => key)).toEqual(['inbox', 'edited'])
    const [inbox] = items
    const polish = 'Witaj $1, masz {{PLURAL:$2|jedną wiadomość|$2 wiadomości|$2 wiadomości}}.'
    const send = (text: string) => loop.submit([{ id: inbox?.id ?? '', src: inbox?.src ?? '', text }], { locale: 'pl' })
    expect((await send('Witaj $1, masz {{PLURAL:$2|jedną wiadomość|wiadomości}}.')).refused).toHaveLength(1)
    expect(await send(polish)).toMatchObject({ accepted: 1 })
    expect((await loop.pull({ locale: 'pl' })).content).toBe(
      `{\n\t"@metadata": {"authors": []},\n\t"inbox": "${polish}"\n}\n`,
    )
    expect((await loop.pull({ locale: 'de' })).content).toBe(german)
  })
})

describe('a Paraglide file', () => {
  const source = `{
  "$schema": "https://inlang.com/schema/inlang-message-format",
  "items": [
    {
      "declarations": ["input count", "local countPlural = count: plural"],
      "selectors": ["countPlural"],
      "match": {
        "countPlural=one": "There is {count} item.",
        "countPlural=other": "There are {count} items."
      }
    }
  ]
}
`

  it('is exported with declarations, selectors and the forms of the language', async () => {
    loop = await openLoop(['pl'])
    expect(await loop.push(source, {}, 'messages/en.json')).toMatchObject({
      files: [{ format: 'inlang' }],
    })
    const { items, forms: needed } = await loop.work()
    expect(items).toMatchObject([
      { key: 'items', forms: { one: 'There is {count} item.', other: 'There are {count} items.' } },
    ])
    expect(needed).toMatchObject({ pl: { required: ['one', 'few', 'many', 'other'] } })
    const forms = { one: '{count} rzecz.', few: '{count} rzeczy.', many: '{count} rzeczy.', other: '{count} rzeczy.' }
    const [row] = items
    expect(await loop.submit([{ id: row?.id ?? '', src: row?.src ?? '', forms }])).toMatchObject({ accepted: 1 })
    const { content } = await loop.pull()
    const [message] = JSON.parse(content).items
    expect(JSON.parse(content).$schema).toBe('https://inlang.com/schema/inlang-message-format')
    expect(message).toEqual({
      declarations: ['input count', 'local countPlural = count: plural'],
      selectors: ['countPlural'],
      match: Object.fromEntries(Object.entries(forms).map(([form, text]) => [`countPlural=${form}`, text])),
    })
    expect(await importFile('messages/pl.json', content)).toMatchObject({ unchanged: 1 })
  })
})

describe('an i18next file whose source language has no other for whole numbers', () => {
  it('takes the complete file of another language, and asks for other where it is needed', async () => {
    loop = await openLoop()
    await loop.ada.call('create_project', { project: 'ada/ru', source_locale: 'ru', target_locales: ['en', 'ja'] })
    const russian =
      '{\n  "tags_one": "{{count}} тег",\n  "tags_few": "{{count}} тега",\n  "tags_many": "{{count}} тегов"\n}\n'
    const english = '{\n  "tags_one": "{{count}} tag",\n  "tags_other": "{{count}} tags"\n}\n'
    const call = (tool: string, args: object) => loop.ada.call(tool, { project: 'ada/ru', ...args })
    expect(await call('push_source', { files: [{ path: 'locales/ru/t.json', content: russian }] })).toMatchObject({
      files: [{ format: 'i18next' }],
    })
    expect(await call('push_translations', { files: [{ path: 'locales/en/t.json', content: english }] })).toMatchObject(
      {
        imported: 1,
      },
    )
    expect(await call('get_work', { locale: 'en' })).toMatchObject({ items: [] })
    expect(await call('get_work', { locale: 'ja' })).toMatchObject({
      items: [{ key: 'tags' }],
      forms: { ja: { required: ['other'] } },
    })
  })
})

describe('an i18next file whose source language has other alone', () => {
  it.each([
    ['ja', '個'],
    ['vi', ' tệp'],
  ])('takes the forms of another language for %s', async (from, unit) => {
    loop = await openLoop()
    const project = `ada/${from}`
    const call = (tool: string, args: object) => loop.ada.call(tool, { project, ...args })
    await call('create_project', { source_locale: from, target_locales: ['en', 'de'] })
    const source = `{"item_other": "{{count}}${unit}", "reason_other": "X"}`
    expect(await call('push_source', { files: [{ path: `locales/${from}/t.json`, content: source }] })).toMatchObject({
      files: [{ format: 'i18next' }],
    })
    const one = '{"item_one": "{{count}} item"}'
    expect(await call('push_translations', { files: [{ path: 'locales/en/t.json', content: one }] })).toMatchObject({
      imported: 1,
    })
    expect(await call('get_work', { locale: 'en' })).toMatchObject({ items: [{ key: 'reason_other' }] })
    expect(await call('get_work', { locale: 'de' })).toMatchObject({
      items: [{ key: 'item' }, { key: 'reason_other' }],
      forms: { de: { required: ['one', 'other'] } },
    })
  })
})
