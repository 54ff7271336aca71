import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { countWords } from '../../../src/l10n/message/count-words.ts'
import { parseJava } from '../../../src/l10n/message/java/parse.ts'
import { tokenize } from '../../../src/l10n/message/placeholder-tokens.ts'
import { findPlaceholders } from '../../../src/l10n/message/placeholders.ts'

const FILES = '{0,choice,0#no files|1#one file|1<{0,number,integer} files} in {1}'

/** The findings of level error and warning as `level check: message`. */
const check = (source: string, target: string, locale = 'de'): string[] =>
  checkText({ source, target, syntax: 'java', sourceLocale: 'en', locale })
    .findings.filter(({ level }) => level !== 'info')
    .map(({ level, id, message }) => `${level} ${id}: ${message}`)

describe('arguments of Java messages', () => {
  it.each([
    [
      'Hello {0}',
      'Hallo {1}',
      ['error placeholders: "{0}" is missing.', 'error placeholders: "{1}" is not in the source.'],
    ],
    ['{0}', '{00}', []],
    [
      'Used: {0,number,percent}',
      'Benutzt: {0,number,#%}',
      ['warning placeholders: "{0,number,#%}" has another format than "{0,number,percent}" of the source.'],
    ],
    [
      'Used: {0,number,percent}',
      'Benutzt: {0}',
      ['error placeholders: "{0}" prints a plain number; the source prints "percent".'],
    ],
    [
      'On {0,date,short}',
      'Am {0,date,long}',
      ['warning placeholders: "{0,date,long}" has another format than "{0,date,short}" of the source.'],
    ],
    ['On {0,date}', 'Am {0,time}', ['error placeholders: "{0,time}" prints "time"; the source prints "date".']],
    ['On {0,date}', 'Am {0}', ['error placeholders: "{0}" is a value here but a date in the source.']],
    ['On {0,date,medium}', 'Am {0,DATE}', []],
    [
      'On {0,date,MMMM d}',
      'Am {0,date,d. MMMM}',
      ['warning placeholders: "{0,date,d. MMMM}" has another format than "{0,date,MMMM d}" of the source.'],
    ],
    ['Write %s for {0}', 'Schreibe {0}', []],
    ['Hello {name}', 'Hallo {name}', []],
  ])('in %j as %j', (source, target, found) => {
    expect(check(source, target)).toEqual(found)
  })

  it('stand in every text of a choice for more than one number', () => {
    expect(check(FILES, '{0,choice,0#keine|1#eine|1<{0,number,integer}} in {1}')).toEqual([])
    expect(check(FILES, '{0,choice,0#nichts in {1}|1#eine in {1}|1<{0,number,integer} in {1}}')).toEqual([])
    expect(check(FILES, '{0,choice,0#nichts|1#eine in {1}|1<{0,number,integer} in {1}}')).toEqual([
      'error placeholders: "{1}" is missing in some forms.',
    ])
    expect(check(FILES, '{0,choice,0#keine|1#eine|1<viele} in {1}')).toEqual([
      'error placeholders: "{0,number,integer}" is missing.',
    ])
    expect(check(FILES, '{1}の{0,number,integer}件', 'ja')).toEqual([])
  })

  it('are text between apostrophes', () => {
    expect(check('the {0}', "l'{0}", 'fr')).toEqual([
      'error placeholders: The apostrophe in "l\'{0}" quotes "{0}", so that it is printed as text.',
    ])
    expect(check('the {0}', "l''{0}", 'fr')).toEqual([])
    expect(check('the friend of {0}', "l'ami d'{0}", 'fr')).toEqual([
      'warning java_syntax: The apostrophe in "l\'ami d\'" is not printed.',
    ])
    expect(check("Write '{0}' for {0}", "Statt {0} nimm '{0}'")).toEqual([])
    const [missing] = checkText({
      source: '{0,choice,0#none|1<the {1}}',
      target: "{0,choice,0#rien|1<l''{1}}",
      syntax: 'java',
      sourceLocale: 'en',
      locale: 'fr',
    }).findings
    expect(missing).toMatchObject({ id: 'placeholders', fix: "Write '''' or ’ for an apostrophe." })
  })

  it('are compared without quotes where an apostrophe of the source quotes them', () => {
    expect(check("Can't open {0}", "Impossible d'ouvrir {0}", 'fr')).toEqual([])
    expect(check("Can't open {0}", "Impossible d'ouvrir", 'fr')).toEqual(['error placeholders: "{0}" is missing.'])
    expect(check("{0} isn't here", "{0} n'est pas là", 'fr')).toEqual([])
  })

  it('of other libraries are compared by their look', () => {
    const source = '{0, plural, one {# file} other {# files}} in {1}'
    expect(check(source, '{0, plural, one {# Datei} other {# Dateien}} in {1}')).toEqual([])
    expect(check(source, '{0, plural, one {# Datei} other {# Dateien}}')).toEqual([
      'error placeholders: "{1}" is missing.',
    ])
  })

  it('are tokens, as is what stands between the texts of a choice', () => {
    const tokens = tokenize(FILES, 'java')
    expect(tokens.map(({ raw }) => raw)).toEqual(['{0,choice,0#', '|1#', '|1<', '{0,number,integer}', '}', '{1}'])
    for (const { raw, start, end } of tokens) expect(FILES.slice(start, end)).toBe(raw)
    expect(findPlaceholders(FILES, 'java').map(({ raw }) => raw)).toEqual(['{0,choice,0#', '{0,number,integer}', '{1}'])
    expect(countWords(FILES, 'java', 'en')).toBe(6)
    expect(tokenize("'{'x'}' {0}", 'java').map(({ raw, kind }) => [raw, kind])).toEqual([
      ['{', 'literal'],
      ['}', 'literal'],
      ['{0}', 'argument'],
    ])
  })
})

describe('the parser of Java messages', () => {
  /** What the parser says about a pattern, and Java 17 when it formats it. */
  it.each([
    ['{0,number,#,##0.00;(#)}', true],
    ['{0,number,##.#E00}', true],
    ['{0,number,#,}', false],
    ['{0,number,0%%}', false],
    ["{0,number,0 'x}", false],
    ["{0,date,h 'o''clock'}", true],
    ['{0,date,XXXX}', false],
    ['{0,,x}', true],
    ['{99999999999}', false],
    ['{0}}', true],
    ['{0,choice,-∞#a|0#b|1e3<c}', true],
    ['{0,choice,x#a}', false],
    ['{0,choice,}', false],
    ['{0,choice,1<a|1#b}', false],
    ["{0,choice,0#'{1,choice,0#a|1#b}'|1#c}", true],
    ['{0,choice,0#{1,choice,0#a|1#b}|1#c}', false],
    ['{0,choice,0#{x y}|1#c}', false],
  ])('reads %j: %j', (pattern, ok) => {
    expect(parseJava(pattern).ok).toBe(ok)
  })

  it('reads any text, with parts in order within it', () => {
    const piece = constantFrom('{', '}', "'", '0', '1', ',', 'choice', 'number', '#', '|', '<', 'a', ' ', '{0}')
    assert(
      property(array(piece, { maxLength: 30 }), pieces => {
        const text = pieces.join('')
        let at = 0
        for (const { start, end, raw } of tokenize(text, 'java').filter(({ family }) => family === 'java')) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(raw).toBe(text.slice(start, end))
          at = end
        }
      }),
    )
  })

  it('limits choices within choices', () => {
    let pattern = 'a'
    // A choice within a choice is quoted, and quotes are doubled by each level.
    for (let level = 0; level < 3; level += 1) pattern = `{0,choice,0#'${pattern.replaceAll("'", "''")}'|1#b}`
    expect(parseJava(pattern).ok).toBe(true)
  })
})
