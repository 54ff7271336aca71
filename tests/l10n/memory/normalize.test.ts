import { describe, expect, it } from 'vitest'
import { normalizeSource } from '../../../src/l10n/memory/compare-sources.ts'

describe('normalizeSource', () => {
  it('keeps a text without odd white space', () => {
    expect(normalizeSource('Save {count} files')).toBe('Save {count} files')
  })

  it('ignores white space at the edges and the kind and amount of it inside', () => {
    expect(normalizeSource('  Save\n\tthe  file\u00a0now ')).toBe('Save the file now')
  })

  it('composes characters', () => {
    expect(normalizeSource('Cafe\u0301')).toBe('Caf\u00e9')
  })

  it('keeps case, punctuation and placeholders apart', () => {
    const texts = ['Save', 'save', 'Save.', 'Save %s', 'Save %d']
    expect(new Set(texts.map(normalizeSource)).size).toBe(texts.length)
  })

  it('does not depend on the order of plural forms, and equals no single text', () => {
    const forms = normalizeSource({ other: '%d files', one: ' %d file' })
    expect(forms).toBe(normalizeSource({ one: '%d file', other: '%d files' }))
    expect(forms).not.toBe(normalizeSource({ one: '%d file' }))
    expect(normalizeSource({ other: 'Save' })).not.toBe(normalizeSource('Save'))
  })
})
