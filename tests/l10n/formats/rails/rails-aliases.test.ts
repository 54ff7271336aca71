import { describe, expect, it } from 'vitest'
import { rails } from '../../../../src/l10n/formats/rails/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(rails)

describe('a file with several locales', () => {
  const both = 'en:\n  a: One\nde:\n  a: Eins\n'
  const message = 'at 3:1: the file has texts in several languages, below en and de'

  it('is rejected with both, and where the second one is', () => {
    expect(() => rails.read(both, 'en')).toThrow(message)
    expect(() => rails.readTarget(both, 'de', 'en:\n  a: One\n', 'en')).toThrow(message)
  })

  it('is changed only below the locale that is written', () => {
    const source = 'en:\n  a: One\n'
    expect(writeTexts(source, { a: 'Zwei' }, { base: both, rootKey: 'en' })).toBe(both.replace('Eins', 'Zwei'))
  })

  it('is none with other keys', () => {
    const sections = 'en:\n  a: One\ntitles:\n  a: Two\n'
    expect(rails.read(sections, 'en').entries.map(({ key }) => key)).toEqual(['en.a', 'titles.a'])
  })
})

describe('anchors and aliases in Rails YAML', () => {
  const source = `en:
  defaults: &defaults
    save: &save Save
    cancel: Cancel
  forms:
    <<: *defaults
    submit: *save
    title: Form
  errors: *defaults
`
  const target = source.replace('en:', 'de:')
  const edit = (map: Record<string, Message>, base: string | undefined = target): string =>
    writeTexts(source, map, { base, rootKey: 'en' })

  it('lists the values at their anchors', () => {
    expect(rails.read(source, 'en').entries.map(({ key }) => key)).toEqual([
      'defaults.save',
      'defaults.cancel',
      'forms.title',
    ])
    expect(rails.readTarget(target, 'de', source, 'en').map(({ key }) => key)).toEqual([
      'defaults.save',
      'defaults.cancel',
      'forms.submit',
      'forms.title',
    ])
  })

  it('changes a value at its anchor, and so its aliases', () => {
    expect(edit({ 'defaults.save': 'Sichern', 'forms.title': 'Formular' })).toBe(
      target.replace('&save Save', '&save Sichern').replace('title: Form', 'title: Formular'),
    )
  })

  it('replaces an alias of a target where the source has a string', () => {
    const own = source.replace('submit: *save', 'submit: Send')
    const writeOwn = (map: Record<string, Message>) => writeTexts(own, map, { base: target, rootKey: 'en' })
    expect(writeOwn({ 'forms.submit': 'Save' })).toBe(target)
    expect(writeOwn({ 'forms.submit': 'Senden' })).toBe(target.replace('*save', 'Senden'))
    expect(writeOwn({ 'defaults.save': 'Senden', 'forms.submit': 'Senden' })).toBe(
      target.replace('&save Save', '&save Senden'),
    )
    expect(writeOwn({ 'defaults.save': 'Sichern', 'forms.submit': 'Save' })).toBe(
      target.replace('&save Save', '&save Sichern').replace('*save', 'Save'),
    )
  })

  it('writes anchors and aliases to a new file', () => {
    const fresh = writeTexts(source, { 'defaults.save': 'Sichern', 'forms.title': 'Formular' }, { rootKey: 'en' })
    expect(fresh).toBe(
      'de:\n  defaults: &defaults\n    save: &save Sichern\n  forms:\n    <<: *defaults\n    submit: *save\n    title: Formular\n  errors: *defaults\n',
    )
    const bare = writeTexts(source, { 'forms.title': 'Formular' }, { rootKey: 'en' })
    expect(bare).toBe('de:\n  forms:\n    title: Formular\n')
  })

  it('never removes a value that an alias needs', () => {
    const removed = new Set(['defaults.save', 'defaults.cancel', 'forms.title'])
    expect(writeTexts('en: {}\n', {}, { base: target, rootKey: 'en', removed })).toBe(
      target.replace('    cancel: Cancel\n', '').replace('    title: Form\n', ''),
    )
  })
})
