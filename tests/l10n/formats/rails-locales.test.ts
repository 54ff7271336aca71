import { describe, expect, it } from 'vitest'
import { rails } from '../../../src/l10n/formats/rails/format.ts'

describe('a file with several locales', () => {
  const both = 'en:\n  a: One\nde:\n  a: Eins\n'
  const message = 'at 3:1: the file has texts in several languages, below en and de'

  it('is rejected with both, and where the second one is', () => {
    expect(() => rails.read(both, 'en')).toThrow(message)
    expect(() => rails.readTarget(both, 'de', 'en:\n  a: One\n', 'en')).toThrow(message)
  })

  it('is changed only below the locale that is written', () => {
    const source = 'en:\n  a: One\n'
    expect(rails.write({ source, base: both, locale: 'de', rootKey: 'en', values: new Map([['a', 'Zwei']]) })).toBe(
      both.replace('Eins', 'Zwei'),
    )
  })

  it('is none with other keys', () => {
    const sections = 'en:\n  a: One\ntitles:\n  a: Two\n'
    expect(rails.read(sections, 'en').entries.map(({ key }) => key)).toEqual(['en.a', 'titles.a'])
  })
})
