import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findBroken, findFaults, findMissing, readCatalog, readGlossary } from '../../../scripts/locales/catalog.ts'
import { parseCsv } from '../../../scripts/locales/csv.ts'
import type { Exception } from '../../../scripts/locales/exceptions.ts'
import { findUnusedKeys } from '../../../scripts/locales/key-uses.ts'

const folder = mkdtempSync(join(tmpdir(), 'dragoman-locales-'))
afterAll(() => rmSync(folder, { recursive: true }))
const save = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const english = {
  page: {
    title: 'Delete {name}?',
    link: 'Read the <link>guide</link>.',
    count: '{count, plural, one {# run} other {# runs}}',
    repository: 'Open the repository',
  },
}
const source = readCatalog(JSON.stringify(english), 'en')
const german = {
  page: {
    title: '{name} löschen?',
    link: 'Lesen Sie die <link>Anleitung</link>.',
    count: '{count, plural, one {# Lauf} other {# Läufe}}',
    repository: 'Repository öffnen',
  },
}
const faultsOf = (page: object, locale = 'de', exceptions: readonly Exception[] = []): readonly string[] =>
  findFaults(source, readCatalog(JSON.stringify({ page }), locale, JSON.stringify(english)), { exceptions })

describe('the check of the catalogs', () => {
  it('finds nothing in a right translation', () => {
    expect(faultsOf(german.page)).toEqual([])
  })

  it('finds missing and surplus keys', () => {
    const target = readCatalog('{"page":{"title":"{name} löschen?"}}', 'de', JSON.stringify(english))
    expect(findMissing(source, target)).toEqual(['page.link', 'page.count', 'page.repository'])
    expect(faultsOf({ ...german.page, more: 'Mehr' })).toEqual(['de.json: page.more is not in en.json'])
  })

  it.each([
    ['a lost placeholder', { title: 'Löschen?' }, /page\.title: error placeholders/],
    ['a lost tag', { link: 'Lesen Sie die Anleitung.' }, /page\.link: error markup/],
    ['wrong syntax', { title: '{name löschen?' }, /page\.title: error icu_syntax/],
    ['a double space', { repository: 'Repository  öffnen' }, /page\.repository: warning double_space/],
  ])('finds %s', (_, change, expected) => {
    const faults = faultsOf({ ...german.page, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(expected)
  })

  it('finds plural forms that a language needs', () => {
    const page = { count: '{count, plural, one {تشغيل واحد} other {# تشغيل}}' }
    expect(faultsOf(page, 'ar').join()).toMatch(/page\.count: error plural_forms/)
  })

  it('allows exceptions with a reason, while they are needed', () => {
    const exception = { locale: 'de', key: 'page.repository', check: 'double_space', reason: 'two columns' }
    expect(faultsOf({ ...german.page, repository: 'Repository  öffnen' }, 'de', [exception])).toEqual([])
    expect(faultsOf(german.page, 'de', [exception])).toEqual([
      'exceptions.ts: de page.repository double_space is not needed',
    ])
  })

  it('finds messages of the source that can not be parsed', () => {
    expect(findBroken(source)).toEqual([])
    expect(findBroken(readCatalog('{"a":"{name"}', 'en'))).toEqual(['en.json: a is not a valid ICU message'])
  })

  it('uses the terms of the glossary', () => {
    const path = save('glossary.csv', 'term,kind,de\nrepository,,Repository\nDragoman,do_not_translate,\n')
    const terms = readGlossary(path)
    const page = { ...german.page, repository: 'Ablage öffnen' }
    const target = readCatalog(JSON.stringify({ page }), 'de', JSON.stringify(english))
    expect(findFaults(source, target, { terms, exceptions: [] }).join()).toMatch(/page\.repository: \w+ glossary/)
    expect(readGlossary(join(folder, 'none.csv'))).toBeUndefined()
  })
})

it('the search for unused keys finds literals and templates', () => {
  const code = "t('page.title'); t(`page.states.${state}`); t(`page.${kind}.hint`); const text = 'page.other'"
  const path = save('page.ts', code)
  const keys = ['page.title', 'page.states.open', 'page.a.hint', 'page.states.open.more', 'page.title.x', 'page.other']
  expect(findUnusedKeys(keys, [path])).toEqual(['page.states.open.more', 'page.title.x'])
})

it('comma-separated values are read with quotes, line breaks and empty cells', () => {
  expect(parseCsv('a,\r\n"x, ""y""","line\nbreak"')).toEqual([
    ['a', ''],
    ['x, "y"', 'line\nbreak'],
  ])
})
