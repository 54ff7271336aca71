import { describe, expect, it } from 'vitest'
import { checkText } from '../../src/l10n/checks/check-text.ts'
import { countWords } from '../../src/l10n/message/count-words.ts'
import { detectFamilies } from '../../src/l10n/message/detect-families.ts'
import { detectSyntax } from '../../src/l10n/message/detect-syntax.ts'
import { canHaveFamily, FAMILIES } from '../../src/l10n/message/families.ts'
import { markupTokens } from '../../src/l10n/message/markup-tokens.ts'
import { MAX_TEXT_UNITS, SYNTAXES, type Syntax } from '../../src/l10n/message/message.ts'
import { placeholderTokens, tokenize } from '../../src/l10n/message/placeholder-tokens.ts'
import { isNightly } from '../runs.ts'

/** Each would take minutes if what a text costs grew faster than its length. */
const LENGTH = isNightly ? 400_000 : 150_000

/** Parts that the patterns of placeholder families and markup begin with, and what follows each. */
const PARTS = [
  ['', '{a:0'],
  ['{a:', '0'],
  ['{a:', '{}'],
  ['{', 'a.'],
  ['{', ' '],
  ['{a', '[b]'],
  ['{{', '0'],
  ['${', 'a'],
  ['%{', 'a'],
  ['%(', 'a'],
  ['%', '0'],
  ['', '%n '],
  ['', '%n a %'],
  ['', '% -'],
  ['%<PRI', '1'],
  ['$', 'a'],
  ['', '$t('],
  ['', ':a'],
  ['[%key:', 'a'],
  ['', '[%key:'],
  ['', '@.a:('],
  ['@:', 'a.'],
  ['', "{'"],
  ['', '\\'],
  ['<a a=', 'b/'],
  ['<a ', 'a= '],
  ['<a ', 'a '],
  ['<a title="', "' "],
  ['', '<a onclick '],
  ['', "`a'"],
  ['', "'{"],
  ['', '{{PLURAL:$1|'],
  ['{{PLURAL:$1', '|$1 a'],
  ['', '{{GENDER:$1|a}} [[b]] '],
  ['', '[[a|'],
  ['', '[//a '],
  ['[//', 'a'],
  ['', '}}]]'],
] as const

describe('a hostile text is read in linear time', () => {
  const zeros = '0'.repeat(400_000)
  const widths: [syntax: Syntax, text: string][] = [
    ['printf', `%${zeros}`],
    ['printf', `%(name)${zeros}`],
    ['ruby', `%<name>${zeros}`],
  ]
  for (const [syntax, text] of widths)
    it(`a ${syntax} width of 400,000 zeros after ${text.slice(0, 8)}`, () => {
      expect(tokenize(text, syntax).filter(({ kind }) => kind !== 'tag')).toEqual([])
      expect(detectSyntax([text])).not.toBe('icu')
    })

  it.each(PARTS)('%j and %j, repeated, by every family', (head, part) => {
    const text = head + part.repeat(LENGTH / part.length)
    for (const syntax of SYNTAXES) {
      const families = FAMILIES.filter(family => canHaveFamily(syntax, family))
      expect(placeholderTokens(text, syntax, families).length).toBeLessThanOrEqual(LENGTH)
      expect(detectFamilies([{ value: text }], syntax).families.length).toBeLessThanOrEqual(FAMILIES.length)
    }
    expect(markupTokens(text).length).toBeLessThanOrEqual(LENGTH)
  })

  it.each(PARTS)('%j and %j, repeated, as a translation', (head, part) => {
    const target = head + part.repeat(MAX_TEXT_UNITS / 4 / part.length)
    for (const syntax of SYNTAXES) {
      const source = 'Hi {name} <a href="x" onclick="y">z</a> `code` @:key %s'
      const { findings } = checkText({ source, target, sourceLocale: 'en', locale: 'ar', syntax })
      expect(findings.length).toBeLessThan(300)
    }
  })

  it('backtick runs of 2,000, 1,999 … 1', () => {
    const runs = Array.from({ length: 2_000 }, (_, at) => '`'.repeat(2_000 - at))
    expect(tokenize(runs.join(' '), 'plain')).toEqual([])
    expect(tokenize(`${runs.join(' ')} x\``, 'plain').map(({ raw }) => raw)).toEqual(['` x`'])
  })

  it('a name that says count 60,000 times', () => {
    const source = `$t(${'count'.repeat(60_000)}\nx)`
    const [finding] = checkText({ source, target: 'x', sourceLocale: 'en', locale: 'pl', syntax: 'i18next' }).findings
    expect(finding?.id).toBe('placeholders')
  })

  it('400,000 letters without a blank, counted as words and as characters', () => {
    expect(countWords('ไทย '.repeat(100_000), 'plain', 'th')).toBe(100_000)
    const input = { source: 'a', sourceLocale: 'en', locale: 'pl', syntax: 'plain', maxLength: 10 } as const
    const { findings } = checkText({ ...input, target: 'e\u0301b'.repeat(130_000) })
    expect(findings[0]?.message).toBe('The translation has 260000 characters; the limit is 10.')
  })

  it('control characters that the source ends with', () => {
    const [source, target] = [`${'a'.repeat(400_000)}\u0001`, `b${'\u0001'.repeat(400_000)}`]
    for (const syntax of SYNTAXES)
      expect(
        checkText({ source, target, sourceLocale: 'en', locale: 'pl', syntax }).findings.map(({ id }) => id),
      ).toEqual([])
  })
})
