import { expect, it } from 'vitest'
import { android } from '../../../src/l10n/formats/android/format.ts'
import { detectFormat, findFormatIds } from '../../../src/l10n/formats/registry.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'
import { cutXml } from './cut-xml.ts'

const FOLDER = 'tusky-android-xml/app/src/main/res'
/** At night, all laws hold on all of them. */
const LOCALES = ['ar', 'fa', 'ja', 'pl', 'ru']
const BY_DAY = new Set(['pl'])

describeWith('corpus', 'published Android resources', () => {
  const source = readCorpus(`${FOLDER}/values/strings.xml`)
  const files = ['', ...LOCALES].map(locale => {
    const path = `${FOLDER}/values${locale === '' ? '' : `-${locale}`}/strings.xml`
    return { name: path, locale: locale === '' ? 'en' : locale, text: readCorpus(path) }
  })
  const tried = files.filter(({ locale }) => isNightly || BY_DAY.has(locale))
  acceptFormat(android, source, tried, {
    everyEntry: isNightly ? 20 : 150,
    empty: '<resources/>',
    siblings: ['<resources/>'],
    toContent: line => line,
    beginning: /<(?:string|plurals|item|!--)/,
  })

  it('have all their strings and most of their comments', () => {
    const { entries, options } = android.read(source)
    const count = (tag: string): number => source.split(tag).length - 1
    expect(entries).toHaveLength(count('<string name=') + count('<plurals name='))
    expect(options).toEqual({ syntax: 'printf', eol: '\n', indent: '    ' })
    const notes = new Set(entries.flatMap(({ description }) => description?.split('\n')[0] ?? []))
    // All but the license.
    expect(notes.size).toBe(count('<!--') - 1)
    for (const { name, locale, text } of files) {
      expect(detectFormat(name, text)).toBe(android)
      const values = new Map(android.readTarget(text, locale, source).map(({ key, value }) => [key, value]))
      expect(android.write({ source, base: text, locale, values }) === text, name).toBe(true)
    }
  })

  it('have no entries for references, nor in donottranslate.xml', () => {
    const arrays = readCorpus(`${FOLDER}/values/string-arrays.xml`)
    expect(android.read(arrays).entries).toEqual([])
    expect(android.write({ source: arrays, base: arrays, locale: 'pl', values: new Map() }) === arrays).toBe(true)
    const path = `${FOLDER}/values/donottranslate.xml`
    expect(findFormatIds(path, readCorpus(path))).toEqual([])
  })

  surviveMutations(
    android,
    files.map(({ text, ...file }) => ({ ...file, source, text: cutXml(text, '</string>') })),
  )
})
