import { expect, it } from 'vitest'
import { xcstrings } from '../../../src/l10n/formats/xcstrings/format.ts'
import { describeWith } from '../../require.ts'
import { atNight, isNightly } from '../../runs.ts'
import { readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'
import { isAsXcodeSaves, layOut } from './xcode-layout.ts'

const OPTIONS = { empty: '{"sourceLanguage":"en","strings":{}}', siblings: [], linesPerText: 2 }
const CORPUS = 'icecubes-xcstrings/IceCubesApp/Resources/Localization/Localizable.xcstrings'

/** Every n-th string of a catalog, as Xcode saves it. */
function reduce(text: string, step: number): string {
  const { strings, ...rest }: { strings: Record<string, unknown> } = JSON.parse(text)
  const some = Object.entries(strings).filter((_, index) => index % step === 0)
  return layOut({ ...rest, strings: Object.fromEntries(some) })
}

describeWith('corpus', 'a published string catalog', () => {
  const text = readCorpus(CORPUS)
  const entries = xcstrings.read(text, undefined, 'en').entries
  const locales = ['de', 'ja', 'zh-Hans']
  const some = reduce(text, 20)

  acceptFormat(
    xcstrings,
    some,
    ['be', ...atNight(['ko', 'zh-Hans'])].map(locale => ({ name: locale, locale, text: some })),
    { ...OPTIONS, everyEntry: 5 },
  )
  surviveMutations(
    xcstrings,
    [0, 1].map(at => ({ name: `source ${at}`, text: reduce(text, 150 + at), locale: 'de' })),
  )

  it('is laid out as Xcode saves it', () => {
    expect(isAsXcodeSaves(text)).toBe(true)
    expect(entries).toHaveLength(737)
  })

  it('is written back byte for byte for each of its locales', () => {
    for (const locale of isNightly ? ALL : ['de']) {
      const read = xcstrings.readTarget(text, locale, text)
      expect(read.length, locale).toBeGreaterThan(600)
      const values = new Map(read.map(({ key, value }) => [key, value]))
      const states = new Map(read.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state]])))
      expect(xcstrings.write({ source: text, base: text, locale, values, states }) === text, locale).toBe(true)
    }
  })

  const tried = isNightly ? text : some

  it('is sliced into files that read as the whole', () => {
    const slices = xcstrings.multilingual?.slice(tried, [...locales, 'fa'])
    expect([...(slices?.keys() ?? [])]).toEqual(locales)
    for (const [locale, slice] of slices ?? []) {
      expect(xcstrings.readTarget(slice, locale, tried)).toEqual(xcstrings.readTarget(tried, locale, tried))
      expect(isAsXcodeSaves(slice)).toBe(true)
    }
  })
})

const ALL = 'be ca de en-GB es eu fr it ja ko nb nl pl pt-BR tr uk zh-Hans zh-Hant'.split(' ')
