import { describe, expect, it } from 'vitest'
import { detectSyntax } from '../../src/l10n/message/detect-syntax.ts'
import type { Family } from '../../src/l10n/message/families.ts'
import type { Syntax } from '../../src/l10n/message/message.ts'
import { tokenize } from '../../src/l10n/message/placeholder-tokens.ts'
import { describeSyntax, findOccurring, findPlaceholders } from '../../src/l10n/message/placeholders.ts'

describe('tokenize', () => {
  const cases: [syntax: Syntax, text: string, tokens: string[]][] = [
    [
      'printf',
      '%s, %1$s, %-5.2f, %@, %(name)s, %% and 100% sure',
      ['printf %s', 'printf %1$s', 'printf %-5.2f', 'printf %@', 'printf %(name)s', 'literal %%'],
    ],
    ['ruby', '%{x} %<y>.2f 5%', ['ruby %{x}', 'ruby %<y>.2f']],
    [
      'i18next',
      '{{x}} {{- y}} {{z, uppercase}} $t(a.b) {x}',
      ['expression {{x}}', 'expression {{- y}}', 'expression {{z, uppercase}}', 'nesting $t(a.b)'],
    ],
    [
      'vue-i18n',
      "{0} {name} {'@'} @:a.b @.lower:c me@x.org",
      ['braces {0}', 'braces {name}', "literal {'@'}", 'linked @:a.b', 'linked @.lower:c'],
    ],
    [
      'icu',
      "{a} {n, number} '{q}' {c, plural, one {#} other {{d}}}",
      ['argument {a}', 'argument {n, number}', 'choice {c, plural,', 'pound #', 'argument {d}'],
    ],
    ['icu', 'broken {name} {', ['braces {name}']],
    ['plain', '${x} {y} %s', ['expression ${x}', 'braces {y}', 'printf %s']],
    [
      'plain',
      'a <b>c</b> <br/> <a href="x>y">z</a> 1 < 2 > 0',
      ['tag <b>', 'tag </b>', 'tag <br/>', 'tag <a href="x>y">', 'tag </a>'],
    ],
    [
      'plain',
      '[docs](https://a.example/(x)) `npm i` https://b.example/y.',
      ['link ](https://a.example/(x))', 'url https://a.example/(x', 'code `npm i`', 'url https://b.example/y'],
    ],
  ]
  for (const [syntax, text, tokens] of cases) {
    it(`finds the tokens of ${syntax}: ${text.slice(0, 40)}`, () => {
      const found = tokenize(text, syntax)
      expect(found.map(({ kind, raw }) => `${kind} ${raw}`)).toEqual(tokens)
      for (const { raw, start, end } of found) expect(text.slice(start, end)).toBe(raw)
    })
  }
})

describe('detectSyntax', () => {
  const files: [Syntax, string[]][] = [
    ['plain', ['Hello', '100% sure', 'a | b', 'me@x.org']],
    ['icu', ['Hello {name}', '{n, plural, one {#} other {{n}}}', 'Title | Site']],
    ['icu', ['Hello {name}']],
    ['plain', ['Hello ${name}', 'Total: ${ sum }']],
    ['icu', ['Total: ${sum}', 'Hello {name}']],
    ['i18next', ['Hello {{name}}', 'See $t(x)', '{{count}} items']],
    ['vue-i18n', ['{n} day | {n} days', "{'@'}all", 'Hello {name}', '@:common.ok']],
    ['printf', ['Hello %s', '%1$d of %2$d', 'Hi %@']],
    ['ruby', ['Hello %{name}']],
    ['plain', ['{} of {}', 'See @:hello', 'Hello {}']],
  ]
  for (const [syntax, texts] of files)
    it(`sees ${syntax} in ${texts[0]}`, () => expect(detectSyntax(texts)).toBe(syntax))
})

describe('the placeholders and rules of a work packet', () => {
  it('list each placeholder once, over all plural forms', () => {
    expect(findPlaceholders({ one: '%{a} <b>x</b>', other: '%{a} %{c}' }, 'ruby')).toEqual([
      { raw: '%{a}', kind: 'ruby', name: 'a' },
      { raw: '<b>', kind: 'tag', name: 'b' },
      { raw: '</b>', kind: 'tag', name: 'b' },
      { raw: '%{c}', kind: 'ruby', name: 'c' },
    ])
    expect(findPlaceholders('Just words.', 'icu')).toEqual([])
  })

  it('have a rule of one line for every syntax', () => {
    for (const syntax of ['plain', 'icu', 'i18next', 'vue-i18n', 'printf', 'ruby'] as const)
      expect(describeSyntax(syntax)).toMatch(/^.{20,320}$/)
  })

  it('name the placeholders of printf that the texts have', () => {
    const describeTexts = (families: readonly Family[] | undefined, ...texts: string[]): string =>
      describeSyntax('printf', new Set(texts.flatMap(text => [...(findOccurring(text, 'printf', families) ?? [])])))
    const apple = '%@, %lld, %1$@, %arg, %#@name@'
    const rest = 'A literal % is %%. Keep tags.'
    for (const text of ['%@', '%1$@', '%lld', '%arg', '%#@files@']) {
      expect(describeTexts(['printf'], text, '<b>x</b>')).toBe(
        `printf: keep ${apple} as often as the source has them; to change their order, number them: %2$@ %1$@. ${rest}`,
      )
    }
    expect(describeTexts(['printf'], '%d', '%@')).toContain(`keep %s, %d, %1$s, ${apple} as`)
    expect(describeTexts(['printf'], '%d')).toBe(
      `printf: keep %s, %d, %1$s as often as the source has them; to change their order, number them: %2$s %1$s. ${rest}`,
    )
    expect(describeTexts(['python'], '%(n)d')).toBe(
      `printf: keep %s, %d, %(name)s as often as the source has them; only those with a name may change their order. ${rest}`,
    )
    expect(describeTexts(undefined, '%d')).toBe(describeSyntax('printf'))
    expect(describeSyntax('plain', findOccurring('%@', 'plain', ['printf']))).toContain('Keep %@, %lld, %arg')
  })
})
