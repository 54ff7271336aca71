import { afterEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop, type Row } from '../loop.ts'

let loop: Loop

afterEach(() => loop.close())

const idOf = (row: Row | undefined): Pick<Row, 'id' | 'src'> => ({ id: row?.id ?? '', src: row?.src ?? '' })
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

describe('an i18next file', () => {
  const source = {
    cart_one: '{{count}} item',
    cart_other: '{{count}} items',
    rank_ordinal_one: '{{count}}st',
    rank_ordinal_two: '{{count}}nd',
    rank_ordinal_few: '{{count}}rd',
    rank_ordinal_other: '{{count}}th',
    friend_male: 'A friend of his',
  }

  it('is exported with the plural forms of each language, new or imported', async () => {
    loop = await openLoop(['pl', 'ja'])
    await loop.push(source)
    const { items } = await loop.work({ locale: 'pl' })
    expect(items.map(({ key, forms }) => forms ?? key)).toEqual([
      { one: '{{count}} item', other: '{{count}} items' },
      { one: '{{count}}st', two: '{{count}}nd', few: '{{count}}rd', other: '{{count}}th' },
      'friend_male',
    ])
    expect(items).toMatchObject([
      { plurals: { pl: { required: ['one', 'few', 'many', 'other'] } } },
      { plurals: { pl: { required: ['other'] } } },
      { key: 'friend_male' },
    ])
    const polish = {
      one: '{{count}} rzecz',
      few: '{{count}} rzeczy',
      many: '{{count}} rzeczy',
      other: '{{count}} rzeczy',
    }
    const answer = await loop.submit(
      [
        { key: 'cart', forms: polish },
        { key: 'rank_ordinal', forms: { other: '{{count}}.' } },
        { key: 'friend_male', text: 'Jego znajomy' },
      ],
      { locale: 'pl' },
    )
    expect(answer).toMatchObject({ accepted: 3 })
    expect(answer).not.toHaveProperty('refused')
    expect((await loop.pull({ locale: 'pl' })).content).toBe(
      json({
        cart_one: polish.one,
        cart_few: polish.few,
        cart_many: polish.many,
        cart_other: polish.other,
        rank_ordinal_other: '{{count}}.',
        friend_male: 'Jego znajomy',
      }),
    )
    const japanese = '{\n\t"cart_other": "商品{{count}}点"\n}'
    await loop.ada.call('push_translations', {
      project: loop.project,
      files: [{ path: 'locales/ja.json', content: japanese }],
    })
    await loop.submit([{ key: 'rank_ordinal', forms: { other: '{{count}}位' } }], { locale: 'ja' })
    expect((await loop.pull({ locale: 'ja' })).content).toBe(
      '{\n\t"cart_other": "商品{{count}}点",\n\t"rank_ordinal_other": "{{count}}位"\n}',
    )
  })

  it('rejects cardinal forms for an ordinal, and names the missing ones', async () => {
    loop = await openLoop(['cy'])
    await loop.push(source)
    const { refused } = await loop.submit([{ key: 'rank_ordinal', forms: { other: '{{count}}.' } }], { locale: 'cy' })
    expect(refused).toMatchObject([{ why: 'cy also needs the plural forms "zero", "one", "two", "few", "many".' }])
  })
})

describe('an ARB file', () => {
  it('is exported with its notes, named for its locale, in the style of its sibling', async () => {
    loop = await openLoop(['pl', 'pt-BR'])
    const arb = {
      '@@locale': 'en',
      title: 'Demo',
      '@title': { description: 'In the task switcher' },
      bye: 'Bye {name}',
    }
    const path = 'lib/l10n/app_en.arb'
    await loop.push(json(arb), {}, path)
    const { items } = await loop.work({ locale: 'pl' })
    expect(items).toMatchObject([{ key: 'title', note: 'In the task switcher' }, { key: 'bye' }])
    const [title, bye] = items
    const polish = '{\n    "@@locale": "pl",\n    "title": "Demo PL",\n    "@title": {}\n}\n'
    await loop.ada.call('push_translations', {
      project: loop.project,
      files: [{ path: 'lib/l10n/app_pl.arb', content: polish }],
    })
    await loop.submit([{ ...idOf(bye), text: 'Pa {name}' }], { locale: 'pl' })
    expect(await loop.pull({ locale: 'pl' })).toMatchObject({
      path: 'lib/l10n/app_pl.arb',
      content: '{\n    "@@locale": "pl",\n    "title": "Demo PL",\n    "@title": {},\n    "bye": "Pa {name}"\n}\n',
    })
    await loop.submit([{ ...idOf(title), text: 'Demo BR' }], { locale: 'pt-BR' })
    expect((await loop.pull({ locale: 'pt-BR' })).content).toBe(
      '{\n    "@@locale": "pt_BR",\n    "title": "Demo BR"\n}\n',
    )
  })
})

describe('output of formatjs extract', () => {
  it('is exported with its descriptions in its shape', async () => {
    loop = await openLoop(['de'])
    await loop.push({ 'a.b': { defaultMessage: 'Bye {name}', description: 'On leaving' } })
    expect((await loop.work()).items).toMatchObject([{ key: 'a.b', text: 'Bye {name}', note: 'On leaving' }])
    await loop.submit([{ key: 'a.b', text: 'Tschüss {name}' }])
    expect((await loop.pull()).content).toBe(
      json({ 'a.b': { defaultMessage: 'Tschüss {name}', description: 'On leaving' } }),
    )
  })
})
