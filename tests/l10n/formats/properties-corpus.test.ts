import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getProperties } from 'properties-file'
import { expect, it } from 'vitest'
import { properties } from '../../../src/l10n/formats/properties/format.ts'
import { describeWith } from '../../require.ts'
import { chosen, readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'

const FOLDER = 'jabref-properties/jablib/src/main/resources/l10n'

describeWith('corpus', 'published properties files', corpus => {
  const source = readCorpus(`${FOLDER}/JabRef_en.properties`)
  const files = readdirSync(join(corpus, FOLDER)).map(name => ({
    name,
    locale: name.slice('JabRef_'.length, -'.properties'.length).replace('_', '-'),
    text: readCorpus(`${FOLDER}/${name}`),
  }))

  const tried = chosen(files)
  acceptFormat(properties, source, tried, { everyEntry: 1_000, empty: '', siblings: [] })
  const part = source.slice(0, source.indexOf('\n', 10_000))
  surviveMutations(
    properties,
    tried.map(file => ({ ...file, ...(file.locale !== 'en' && { source: part }) })),
  )

  it('have the entries that another parser finds', () => {
    expect(files).toHaveLength(6)
    for (const { name, text } of tried) {
      const entries = properties.read(text).entries.map(({ key, value }) => [key, value])
      expect(entries.length, name).toBeGreaterThan(100)
      expect(Object.fromEntries(entries), name).toEqual(getProperties(text))
    }
    expect(properties.read(source).entries).toHaveLength(2922)
  })
})
