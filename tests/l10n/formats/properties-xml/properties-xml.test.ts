import { describe, expect, it } from 'vitest'
import { propertiesXml } from '../../../../src/l10n/formats/properties-xml/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('properties-xml')

/** As `Properties.storeToXML` writes them, and as people do. */
const PAIRS = [
  ['stored_en.xml', 'stored_de.xml', 'de'],
  ['plugin_en.xml', 'plugin_fr.xml', 'fr'],
  ['game_en.xml', 'game_pl.xml', 'pl'],
] as const

const EMPTY = '<properties></properties>\n'

describe.each(PAIRS)('%s and %s', (sourceName, targetName, locale) => {
  const source = fixture(sourceName)
  const target = fixture(targetName)
  const hard = 'a "b" \\ \r\t & < > \' 😀 \u2028 ]]> {0}'
  acceptFormat(
    propertiesXml,
    source,
    [
      { name: targetName, locale, text: target },
      { name: 'the source', locale: 'en', text: source },
    ],
    {
      empty: EMPTY,
      siblings: [EMPTY, target],
      hard,
      toContent: line => line,
    },
  )

  it('is detected, and no other XML with properties is', () => {
    expect(detectFormat(`src/main/resources/${sourceName}`, source).id).toBe('properties-xml')
    const pom = `<project><properties><entry key="a">b</entry></properties></project>`
    expect(propertiesXml.matches('pom.xml', pom)).toBe(false)
    expect(propertiesXml.matches('a.xml', '<properties><java.version>21</java.version></properties>')).toBe(false)
  })
})

describe('reading properties in XML', () => {
  it('reads texts, comments and the syntax of java.text.MessageFormat', () => {
    const { entries, options } = propertiesXml.read(fixture('stored_en.xml'))
    expect(options['syntax']).toBe('java')
    expect(entries).toEqual([
      { key: 'cart.empty', value: 'Your cart is empty.', syntax: 'plain' },
      { key: 'cart.items', value: "{0} items in {1}'s cart" },
      { key: 'cart.total', value: 'Total: {0,number,currency}' },
      { key: 'pay', value: 'Pay & leave', syntax: 'plain' },
    ])
    expect(propertiesXml.read(fixture('plugin_en.xml')).entries.slice(0, 3)).toEqual([
      { key: 'panel.title', value: 'Reports', description: 'Title of the panel' },
      { key: 'panel.help', value: '<b>Reports</b> & charts' },
      { key: 'panel.run', value: 'Run %s', description: 'Button' },
    ])
  })

  it.each([
    ['<root/>', 'Invalid Java XML properties file at 1:1: the root element is <root>, not <properties>.'],
    ['<properties><entry>a</entry></properties>', 'at 1:13: <entry> has no key.'],
  ])('rejects %s', (text, message) => {
    expect(() => propertiesXml.read(text)).toThrow(message)
  })

  it('has no indentation in a new file where its source has none', () => {
    const source = '<properties>\n<entry key="a">A</entry>\n</properties>\n'
    const values = new Map([['a', 'B']])
    expect(propertiesXml.write({ source, locale: 'de', values })).toBe(source.replace('>A<', '>B<'))
  })
})
