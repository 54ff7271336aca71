import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { xliff } from '../../../src/l10n/formats/xliff/format.ts'
import { corpusFolder, describeWith } from '../../require.ts'
import { readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'

const VALIDATORS = 'symfony-xliff/src/Symfony/Component/Validator/Resources/translations'
const FIXTURES = 'symfony-xliff/src/Symfony/Component/Translation/Tests/Fixtures'

const EMPTY = '<xliff version="1.2"><file source-language="en" original="x"><body></body></file></xliff>'
/** The unit with two segments keeps the key of a segment readable when the other one is removed. */
const EMPTY_2 =
  '<xliff version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source/></segment><segment><source/></segment></unit></file></xliff>'
const OPTIONS = {
  empty: EMPTY,
  siblings: ['<xliff version="1.2">\r\n<file target-language="pt_BR"><body/></file></xliff>\r\n'],
  hard: 'a "b" \\ \t & < > \' <b>x</b> &amp; ]]> 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 {{count}} {n}',
  toContent: (line: string) => line,
}

describeWith('corpus', 'XLIFF files of Symfony', () => {
  const source = readCorpus(`${VALIDATORS}/validators.en.xlf`)
  const targets = ['ar', 'he', 'ja', 'pl', 'ru', 'en'].map(locale => {
    const name = `validators.${locale}.xlf`
    return { name, locale, text: readCorpus(`${VALIDATORS}/${name}`) }
  })
  describe('of the validators', () => acceptFormat(xliff, source, targets, { ...OPTIONS, everyEntry: 7 }))

  for (const name of readdirSync(join(corpusFolder, FIXTURES))) {
    const text = readCorpus(`${FIXTURES}/${name}`)
    const locale = /trgLang="([\w-]+)"/.exec(text)?.[1] ?? 'de'
    describe(name, () =>
      acceptFormat(xliff, text, [{ name, locale, text }], {
        ...OPTIONS,
        empty: text.includes('version="2.0"') ? EMPTY_2 : EMPTY,
      }),
    )
  }

  surviveMutations(xliff, [
    { name: 'validators.en.xlf', text: source, locale: 'en' },
    ...targets.map(target => ({ ...target, source })),
    ...readdirSync(join(corpusFolder, FIXTURES)).map(name => ({
      name,
      text: readCorpus(`${FIXTURES}/${name}`),
      locale: 'de',
    })),
  ])

  it('reads the English texts, and the units of translations by those of the source', () => {
    const { entries, options } = xliff.read(source, undefined, 'en')
    expect(options).toEqual({ syntax: 'i18next', version: '1.2', eol: '\n' })
    expect(entries).toHaveLength(116)
    expect(entries.find(({ key }) => key === '37')?.value).toBe('This value is not a valid IP address.')
    for (const { text, locale } of targets) {
      const read = new Map(xliff.readTarget(text, locale, source).map(({ key, state }) => [key, state]))
      const missing = entries.map(({ key }) => key).filter(key => !read.has(key))
      // The newest six repeat the source with the state needs-translation.
      expect(missing, locale).toEqual(/ar|he|ja|ru/.test(locale) ? ['114', '115', '116', '117', '118', '119'] : [])
      expect(
        [...read.values()].filter(state => state === 'needs_review'),
        locale,
      ).toHaveLength(locale === 'he' ? 15 : 0)
    }
  })
})
