import { afterEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

afterEach(() => loop.close())

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
  it('takes the forms of another language', async () => {
    loop = await openLoop()
    const call = (tool: string, args: object) => loop.ada.call(tool, { project: 'ada/vi', ...args })
    await call('create_project', { source_locale: 'vi', target_locales: ['en', 'de'] })
    const source = '{"item_other": "{{count}} tệp", "reason_other": "X"}'
    expect(await call('push_source', { files: [{ path: 'locales/vi/t.json', content: source }] })).toMatchObject({
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
