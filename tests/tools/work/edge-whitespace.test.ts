import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

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

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['pl', 'ja', 'de'])
})
afterEach(() => loop.close())

describe('the white space at the ends of a translation', () => {
  it('of the connectors of Rails is delivered as it was sent, without a warning', async () => {
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
})
