import { describe, expect, it } from 'vitest'
import { FORMATS, findFormatIds } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { READERS } from './readers.ts'
import { SAMPLES } from './samples.ts'

/** Letters, a quotation mark, an ampersand and a lesser-than sign of another language. */
const translate = (text: string): string => `Größe “x” & « 港 » ${text}`

const mapForms = (value: Message, map: (text: string) => string): Message =>
  typeof value === 'string'
    ? map(value)
    : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, map(text)]))

/** What holds of every format that is registered. A new one without a sample or a reader is red. */
for (const format of FORMATS) {
  const reader = READERS[format.id]
  const source = SAMPLES[format.id] ?? ''
  const path = format.about.example ?? `locales/en${format.extensions.split(', ')[0]}`
  const read = () => {
    const root = format.id === 'rails' ? 'en' : undefined
    const { entries } = format.read(source, root, 'en')
    const values = new Map(entries.map(({ key, value }) => [key, mapForms(value, translate)]))
    const base = format.multilingual === undefined ? undefined : source
    return { root, values, written: format.write({ source, base, locale: 'de', rootKey: root, values }) }
  }

  describe(`${format.id}, read by ${reader?.name ?? 'nothing'}`, () => {
    it('is detected by its marks', () => {
      expect(findFormatIds(path, source)[0]).toBe(format.id)
    })

    it('keeps the bytes of a file without a change, and all other lines with one', () => {
      const { written, root, values } = read()
      const common = { source, base: written, locale: 'de', rootKey: root }
      expect(format.write({ ...common, values })).toBe(written)
      const [first] = values
      if (first === undefined) throw new Error('no entry')
      const [key, value] = first
      const edited = format.write({ ...common, values: new Map([[key, mapForms(value, text => `${text} y`)]]) })
      const lines = edited.split('\n')
      const changed = written.split('\n').filter((line, at) => line !== lines[at])
      expect(changed.length).toBeGreaterThan(0)
      expect(changed.every(line => line.includes('Größe'))).toBe(true)
    })

    it('writes a new file in which another reader finds each translation', async () => {
      const { written, values } = read()
      expect(values.size).toBeGreaterThan(0)
      const texts = await reader?.read(written)
      const wanted = [...values.values()].flatMap(value => (typeof value === 'string' ? [value] : Object.values(value)))
      expect(texts).toEqual(expect.arrayContaining(wanted))
    })
  })
}
