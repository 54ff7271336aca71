import { describe, expect, it } from 'vitest'
import { countWords } from '../../../src/l10n/message/count-words.ts'
import { detectFamilies } from '../../../src/l10n/message/detect-families.ts'
import { tokenize } from '../../../src/l10n/message/placeholder-tokens.ts'
import { describeSyntax, findPlaceholders } from '../../../src/l10n/message/placeholders.ts'

const tokens = (text: string): string[] => tokenize(text, 'banana').map(({ kind, raw }) => `${kind} ${raw}`)

describe('tokens of a MediaWiki message', () => {
  it.each([
    ['{{PLURAL:$2|one|$2 all}}', ['choice {{PLURAL:$2|', 'literal |', 'argument $2', 'literal }}']],
    ['{{plural:$1|0=none|$1 a}}', ['choice {{plural:$1|0=', 'literal |', 'argument $1', 'literal }}']],
    ['{{GENDER:|he|she}}', ['choice {{GENDER:|', 'literal |', 'literal }}']],
    ['{{GRAMMAR:genitive|{{SITENAME}}}}', ['literal {{GRAMMAR:genitive|', 'argument {{SITENAME}}', 'literal }}']],
    ['{{#FORMAL:du|Sie}}', ['literal {{#FORMAL:', 'literal |', 'literal }}']],
    ['{{formatnum:$1}} {{int:next}}', ['literal {{formatnum:', 'argument $1', 'literal }}', 'argument {{int:next}}']],
    ['[[Help:A/$1|label $2]]', ['choice [[Help:A/$1|', 'argument $2', 'literal ]]']],
    ['[[Main page]]', ['choice [[Main page]]']],
    ['[https://a.example/b c]', ['choice [https://a.example/b ', 'url https://a.example/b', 'literal ]']],
    ['[optional] a|b {c} 100% :d', []],
    ['{{PLURAL:$1|a', ['argument {{', 'argument $1']],
    ['a }} b ]]', []],
  ])('in %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected)
  })

  it('are no words', () => {
    expect(countWords('{{PLURAL:$1|one file|$1 files}} in [[Help:Files|the list]]', 'banana', 'en')).toBe(6)
  })

  it('are shown with the rule of the syntax', () => {
    expect(findPlaceholders('Hi $1, {{PLURAL:$2|one|$2 all}}', 'banana').map(({ raw }) => raw)).toEqual([
      '$1',
      '{{PLURAL:$2|',
      '$2',
    ])
    expect(describeSyntax('banana')).toContain('{{PLURAL:$1|…|…}}')
    const families = detectFamilies([{ value: '{name} %s :a $1' }], 'banana')
    expect(families).toMatchObject({ families: ['banana'], sure: 'certain' })
  })
})
