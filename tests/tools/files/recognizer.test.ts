import { describe, expect, it } from 'vitest'
import { Recognizer } from '../../../src/tools/files/pull/recognizer.ts'

const toText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const source = { path: 'i18n/en.json', text: toText({ en: { title: 'Basket', pay: 'Pay', size: 3 } }) }
const pulled = { path: 'i18n/de.json', content: toText({ de: { title: 'Korb', pay: 'Zahlen' } }), locales: ['de'] }
const mismatchOf = (existing: object) => new Recognizer().findMismatch(toText(existing), pulled, source)

describe('a file below the key of its locale', () => {
  it.each([
    ['of its own locale', { de: { title: 'Warenkorb', size: 3 } }],
    ['copied from the source', { en: { title: 'Basket', pay: 'Pay' } }],
    ['without the key', { title: 'Korb' }],
  ])('is recognized %s', (_, existing) => {
    expect(mismatchOf(existing)).toBeUndefined()
  })

  it('is not recognized with other keys', () => {
    expect(mismatchOf({ de: { hooks: 'x', port: 80 } })).toMatchObject({ known: 0, unknown: 2 })
  })
})

it('recognizes plain texts as the translation of message objects', () => {
  const messages = { path: 'src/en.json', text: toText({ a: { message: 'A', description: 'First' }, b: 'B' }) }
  const flat = { path: 'src/de.json', content: toText({ a: 'Eins', b: 'Zwei' }), locales: ['de'] }
  const recognizer = new Recognizer()
  expect(recognizer.findMismatch(toText({ a: 'Alt' }), flat, messages)).toBeUndefined()
  expect(recognizer.findMismatch(toText({ c: 'C' }), flat, messages)).toMatchObject({ known: 0, unknown: 1 })
  expect(recognizer.listTexts(flat, messages)).toHaveLength(2)
})
