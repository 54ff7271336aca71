import { expect, it } from 'vitest'
import { detectFormat } from '../../../src/l10n/formats/registry.ts'
import { resx } from '../../../src/l10n/formats/resx/format.ts'
import { describeWith } from '../../require.ts'
import { readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'
import { cutXml } from './cut-xml.ts'

const FOLDER = 'sharex-resx/ShareX/Properties'

/** Without a line break, which is one in the file, too. */
const HARD = 'a "b" \\ \r\t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 ]]> {0}'

describeWith('corpus', 'published RESX files', () => {
  const source = readCorpus(`${FOLDER}/Resources.resx`)
  const files = ['', '.ar-YE', '.he-IL', '.ja-JP', '.pl'].map(part => {
    const name = `${FOLDER}/Resources${part}.resx`
    return { name, locale: part === '' ? 'en' : part.slice(1), text: readCorpus(name) }
  })
  acceptFormat(resx, source, files, {
    hard: HARD,
    everyEntry: 40,
    empty: '<root/>',
    siblings: ['<root/>'],
    toContent: line => line,
  })

  it('have all their strings, without images', () => {
    const strings = source.match(/<data name="[^"]*" xml:space="preserve">/g) ?? []
    expect(resx.read(source).entries).toHaveLength(strings.length)
    for (const { name, text } of files) expect(detectFormat(name, text)).toBe(resx)
  })

  surviveMutations(
    resx,
    files.map(({ text, ...file }) => ({ ...file, source, text: cutXml(text, '</data>') })),
  )
})
