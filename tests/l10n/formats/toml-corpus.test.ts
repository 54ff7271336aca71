import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@decimalturn/toml-patch'
import { describe, expect, it } from 'vitest'
import { toml } from '../../../src/l10n/formats/toml/format.ts'
import { corpusFolder, describeWith } from '../../require.ts'
import { readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'

const FOLDER = 'hugocoder-toml/i18n'

describeWith('corpus', 'TOML files of the corpus', () => {
  const files = readdirSync(join(corpusFolder, FOLDER)).map(name => ({
    name,
    locale: name.replace('.toml', ''),
    text: readCorpus(`${FOLDER}/${name}`),
  }))

  it.each(files)('reads $name as another parser does', ({ text }) => {
    const { entries, options } = toml.read(text)
    expect(options).toMatchObject({ separator: '.', eol: '\n' })
    const read = entries.map(({ key, value }) => [key, typeof value === 'string' ? { other: value } : value])
    expect(Object.fromEntries(read)).toEqual(parse(text))
  })

  const source = files.find(({ locale }) => locale === 'en')?.text ?? ''
  describe('with the English source', () => {
    acceptFormat(toml, source, files, {
      empty: '',
      siblings: ["[a]\nother='b'\n[c]\nother='d'\n", '\uFEFF[a]\r\nother = "b"\r\n\r\n[c]\r\nother = "d"\r\n'],
      toContent: line => line,
    })
  })
  surviveMutations(
    toml,
    files.map(file => ({ ...file, ...(file.locale !== 'en' && { source }) })),
  )
})
