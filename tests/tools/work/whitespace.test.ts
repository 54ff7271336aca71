import { describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const EN = `en:
  support:
    array:
      words_connector: ", "
      two_words_connector: " and "
      last_word_connector: ", and "
`
const PATH = 'config/locales/en.yml'
const TEXTS = {
  pl: [', ', ' i ', ' oraz '],
  ja: ['、', 'と', '、'],
} as const

const loop = eachLoop(['de', 'pl', 'ja'])

describe('the white space of a translation', () => {
  it('at the ends of the connectors of Rails is delivered as it was sent, without a warning', async () => {
    await loop.push(EN, {}, PATH)
    const { items: rows } = await loop.work({ file: PATH })
    for (const [locale, texts] of Object.entries(TEXTS)) {
      const items = rows.map(({ id, src }, at) => ({ id, src, text: texts[at] ?? '' }))
      const answer = await loop.submit(items, { locale })
      expect([answer.accepted, answer.repaired, answer.warnings]).toEqual([3, undefined, undefined])
      const { content } = await loop.pull({ locale })
      const values = [...content.matchAll(/: (["'])(.*)\1$/gm)].map(([, , value]) => value)
      expect(values).toEqual(texts)
    }
  })

  it('has the line endings of the source, which a submission says, also of a suggestion and a dry run', async () => {
    await loop.push({ a: 'One\nTwo', b: 'Three\nFour', c: 'Apple' })
    await loop.alter('b', () => ({ locked: true }))
    const items = [
      { key: 'a', text: 'Eins\r\nZwei' },
      { key: 'b', text: 'Drei\r\nVier' },
      { key: 'c', text: 'Apfel' },
    ]
    const repairs = { line_endings: ['e1 de', 'e2 de'] }
    const expected = { accepted: 2, suggested: 1, repaired: 2, repairs }
    expect(await loop.submit(items, { dry_run: true })).toMatchObject(expected)
    const whole = await loop.submit(items, { all_or_nothing: true })
    expect([whole.accepted, 'repaired' in whole, 'repairs' in whole]).toEqual([0, false, false])
    expect(await loop.submit(items)).toMatchObject(expected)
    expect((await loop.unit('a')).texts.at(-1)?.value).toBe('Eins\nZwei')
    expect((await loop.unit('b')).suggestions.at(-1)?.value).toBe('Drei\nVier')
    expect(await loop.translate({ a: 'Eins\r\nZwei' })).not.toHaveProperty('repairs')
  })
})
