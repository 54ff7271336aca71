import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { rails } from '../../../src/l10n/formats/rails/format.ts'
import { corpusFolder, describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { chosen, readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'
import { withRoot } from './with-root.ts'

const FOLDER = 'mastodon-rails-yaml/config/locales'
const english = withRoot(rails, 'en')

describeWith('corpus', 'Rails files of the corpus', () => {
  const files = readdirSync(join(corpusFolder, FOLDER)).map(name => {
    const [, family = '', locale = ''] = /^(?:(.+)\.)?(\w+)\.yml$/.exec(name) ?? []
    return { name, family, locale, text: readCorpus(`${FOLDER}/${name}`) }
  })

  const sources = files.filter(({ locale }) => locale === 'en')
  const ofFamily = (family: string) => chosen(files.filter(file => file.family === family))
  const tried = sources.flatMap(({ family }) => ofFamily(family))

  it.each(tried)('reads $name as another parser does', ({ locale, text }) => {
    const { entries, options } = rails.read(text, locale)
    expect(options).toMatchObject({ root: locale, syntax: 'ruby', separator: '.', indent: '  ', eol: '\n' })
    const strings = new Map<string, unknown>()
    const collect = (value: unknown, path: string): void => {
      if (typeof value === 'string') strings.set(path, value)
      else if (value !== null && typeof value === 'object') {
        for (const [name, child] of Object.entries(value)) collect(child, `${path}.${name}`)
      }
    }
    for (const [name, value] of Object.entries(parse(text)[locale])) collect(value, name)
    const read = entries.flatMap(({ key, value }) =>
      typeof value === 'string' ? [[key, value]] : Object.entries(value).map(([form, one]) => [`${key}.${form}`, one]),
    )
    expect(new Map(read.map(([key, value]) => [String(key).replaceAll('\\.', '.'), value]))).toEqual(strings)
  })

  // The large files take long.
  const written = isNightly ? sources : sources.filter(({ family }) => family !== '')
  describe.each(written)('with the source $name', ({ family, text }) => {
    acceptFormat(english, text, ofFamily(family), {
      everyEntry: family === '' ? 400 : 40,
      empty: 'en: {}\n',
      siblings: ['fr:\n    a:\n        b: "c"\n\n    d: "e"\n', "\uFEFF---\r\nfr:\r\n  a:\r\n    b: 'c'\r\n"],
      toContent: line => line,
    })
  })

  surviveMutations(
    english,
    written.flatMap(({ family, text }) =>
      ofFamily(family).map(file => ({ ...file, ...(file.locale !== 'en' && { source: text.slice(0, 20_000) }) })),
    ),
  )
})
