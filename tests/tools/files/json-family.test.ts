import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['pl', 'ja', 'cy'])

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

  beforeEach(() => loop.push(source))

  it('is exported with the plural forms of each language, new or imported', async () => {
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
  })

  it('rejects cardinal forms for an ordinal, and names the missing ones', async () => {
    const { refused } = await loop.submit([{ key: 'rank_ordinal', forms: { other: '{{count}}.' } }], { locale: 'cy' })
    expect(refused).toMatchObject([{ why: 'cy also needs the plural forms "zero", "one", "two", "few", "many".' }])
  })
})
