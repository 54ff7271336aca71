import { describe, expect, it } from 'vitest'
import { detectFamilies, FamilyDetector } from '../../../src/l10n/message/detect-families.ts'
import {
  canHaveFamily,
  FAMILIES,
  type Family,
  findFlagFamilies,
  getEntryFamilies,
  readFamilies,
  resolveFamilies,
  toFamilyOptions,
} from '../../../src/l10n/message/families.ts'
import { SYNTAXES, type Syntax } from '../../../src/l10n/message/message.ts'
import { placeholderTokens } from '../../../src/l10n/message/placeholder-tokens.ts'

describe('placeholderTokens', () => {
  const cases: [family: Family, text: string, tokens: string[]][] = [
    [
      'printf',
      '%s %5.2f %-3d %1$s %ld %lld %zu %c %p',
      ['%s', '%5.2f', '%-3d', '%1$s', '%ld', '%lld', '%zu', '%c', '%p'],
    ],
    ['printf', '%<PRIu64> of %<PRIx32> %*d %.*f %2$*1$d', ['%<PRIu64>', '%<PRIx32>', '%*d', '%.*f', '%2$*1$d']],
    ['printf', '100 % deutsch, 50% safe… 5 % d', []],
    ['printf', 'Get 20%off of 0%d', ['%d']],
    ['python', '%r and %a, %(name)s %(the name)d %-5s %%', ['%r', '%a', '%(name)s', '%(the name)d', '%-5s', '%%']],
    ['python', '50% rabatt, 100%a', []],
    [
      'python_brace',
      '{} {0} {name!r} {0:.2f} {a.b} {obj[key]} {x:{width}}',
      ['{}', '{0}', '{name!r}', '{0:.2f}', '{a.b}', '{obj[key]}', '{x:{width}}'],
    ],
    ['python_brace', '{{literal}}', ['{{', '}}']],
    [
      'dotnet',
      '{0} {0,10} {1:N2} {2,-5:yyyy} {Name} {{x}}',
      ['{0}', '{0,10}', '{1:N2}', '{2,-5:yyyy}', '{Name}', '{{', '}}'],
    ],
    ['qt', '%1 of %L2, %n file(s), %99', ['%1', '%L2', '%n', '%99']],
    ['qt', '100% nice, %name, %123', []],
    ['ruby', '%{name} %<count>d %<price>.2f %%', ['%{name}', '%<count>d', '%<price>.2f', '%%']],
    ['mustache', '{{name}} {{{raw}}} {{ a.b }}', ['{{name}}', '{{{raw}}}', '{{ a.b }}']],
    ['template', '${name} ${a.b} $(APP_NAME) $(ls)', ['${name}', '${a.b}', '$(APP_NAME)']],
    ['i18next', '{{name, upper}} $t(key, { "n": 1 })', ['{{name, upper}}', '$t(key, { "n": 1 })']],
    ['laravel', ':name has :Count, :values.', [':name', ':Count', ':values']],
    ['laravel', 'Time: now, 12:30, https://x.example:8080, a::b, Foo:bar()', []],
    ['webextension', '$NAME$ has $count_1$', ['$NAME$', '$count_1$']],
    ['webextension', '$1 of $9, $$20 and $1.50', ['$1', '$9', '$$']],
    ['symfony', '%name% has %count% of %app.total%', ['%name%', '%count%', '%app.total%']],
    ['symfony', '100%a%, 5% or 6%, %d%%, 50%%x%', []],
    ['home_assistant', '[%key:common::state::off%] or 5%', ['[%key:common::state::off%]']],
  ]
  it.each(cases)('finds the placeholders of %s in %j', (family, text, expected) => {
    const found = placeholderTokens(text, 'plain', [family])
    expect(found.map(({ raw }) => raw)).toEqual(expected)
    for (const token of found) {
      expect(token.family).toBe(family)
      expect(text.slice(token.start, token.end)).toBe(token.raw)
    }
  })

  it('reads a placeholder of a family that the file does not use as text', () => {
    const text = 'Hi %s, {name}, :name, $NAME$, %1, [%key:a%], ${x}'
    expect(placeholderTokens(text, 'plain', [])).toEqual([])
    expect(placeholderTokens(text, 'plain', ['laravel']).map(({ raw }) => raw)).toEqual([':name'])
    expect(placeholderTokens(text, 'plain', ['laravel', 'qt']).map(({ raw }) => raw)).toEqual([':name', '%1'])
  })

  it('finds placeholders of other families beside those of ICU, outside its arguments', () => {
    const text = '{n, plural, other {# of [%key:a::b%]}} %s {d, date, ::yyyyMMdd}'
    expect(placeholderTokens(text, 'icu', ['icu', 'home_assistant', 'printf']).map(({ raw }) => raw)).toEqual([
      '{n, plural,',
      '#',
      '[%key:a::b%]',
      '%s',
      '{d, date, ::yyyyMMdd}',
    ])
  })

  it('uses the first of two families that match', () => {
    expect(placeholderTokens('%0-Format', 'plain', ['qt', 'printf']).map(({ raw }) => raw)).toEqual(['%0'])
  })
})

it('resolveFamilies always includes the family of the syntax, and never one that contradicts it', () => {
  for (const syntax of SYNTAXES) {
    const used = resolveFamilies(syntax, FAMILIES)
    expect(used.every(family => canHaveFamily(syntax, family))).toBe(true)
    const own = resolveFamilies(syntax, [])
    expect(own.every(family => used.includes(family))).toBe(true)
  }
  expect(resolveFamilies('vue-i18n', ['printf'])).toEqual(['vue', 'printf'])
  expect(resolveFamilies('icu', ['braces', 'ruby'])).toEqual(['icu'])
})

describe('detectFamilies', () => {
  const detect = (syntax: Syntax, ...texts: string[]) => {
    const { families, sure } = detectFamilies(
      texts.map(value => ({ value })),
      syntax,
    )
    return `${families.join(' ')} ${sure}`
  }
  const cases: [syntax: Syntax, texts: string[], expected: string][] = [
    ['printf', ['%s files', '%d of %d'], 'printf certain'],
    ['printf', ['%(name)s', '%(n)d', 'plain'], 'python certain'],
    ['plain', ['Hello {name}', 'Bye {0}'], 'braces certain'],
    ['plain', ['Hello {name!r}', '{0:.2f} {name}'], 'python_brace certain'],
    ['plain', ['%1 of %2', '%1 files', 'Removes {}'], 'qt certain'],
    ['plain', ['Costs {0:N2}', 'Due {1,10:yyyy}'], 'dotnet certain'],
    ['plain', [':name is here', ':count files'], 'laravel certain'],
    ['plain', ['At :noon'], ' guess'],
    ['plain', ['$NAME$ said', 'Hi $name$'], 'webextension certain'],
    ['plain', ['Welcome %name%', '%count% items'], 'symfony certain'],
    ['plain', ['Welcome %name%', 'Bye'], 'symfony likely'],
    ['plain', ['The value of %PATH%', 'Open %HOME%'], 'symfony likely'],
    ['printf', ['%d% done', '%s of %s'], 'printf certain'],
    ['plain', ['${name}', '${x} {{y}}', '{{z}}'], 'mustache template certain'],
    ['plain', ['{{ name }}', '{0:.2f} {name!r}'], 'mustache python_brace likely'],
    ['plain', ['100 % deutsch', '50% rabatt', 'Time: now', '$5$ {', 'at 12:30'], ' guess'],
    ['i18next', ['{{name}}', '{{x}} $t(a)'], 'i18next certain'],
    ['vue-i18n', ['words'], 'vue guess'],
    ['icu', ['Hello {name}', 'Bye {name}'], 'icu guess'],
    ['icu', ['{n, plural, other {#}}', '{name}'], 'icu likely'],
    ['icu', ['{n, plural, other {#}}', '{n, select, other {x}}'], 'icu certain'],
    ['icu', ['{name}', '[%key:a::b%]'], 'icu home_assistant guess'],
  ]
  it.each(cases)('of %s strings %j', (syntax, texts, expected) => {
    expect(detect(syntax, ...texts)).toBe(expected)
  })

  it('of a single string, if it is usual in the format', () => {
    const detector = new FamilyDetector('plain', { usual: 'laravel' })
    detector.add({ value: 'Try again in :seconds seconds.' })
    detector.add({ value: '{1} One route|Many routes' })
    expect(detector.result).toEqual({ families: ['laravel'], sure: 'likely', quotes: false })
  })

  it('in all plural forms, and once per message', () => {
    const value = { one: 'a file', other: '%d files' }
    expect(detectFamilies([{ value }], 'plain')).toEqual({ families: ['printf'], sure: 'likely', quotes: false })
  })

  it('by the flags of gettext, which are certain', () => {
    const samples = [
      { value: 'Hi %s', tags: ['python-format'] },
      { value: '100% sure', tags: ['no-c-format'] },
      { value: 'See {name}', tags: ['python-brace-format'] },
    ]
    expect(detectFamilies(samples, 'printf')).toMatchObject({ families: ['python', 'python_brace'], sure: 'certain' })
    expect(findFlagFamilies(['fuzzy', 'c-format'])).toEqual(['printf', 'strerror'])
    expect(findFlagFamilies(['possible-python-format'])).toEqual(['python'])
    expect(findFlagFamilies(['no-python-format'])).toEqual([])
    expect(findFlagFamilies(['elixir-autogen', 'elixir-format'])).toEqual(['ruby'])
    expect(findFlagFamilies(['boost-format'])).toEqual(['qt', 'printf'])
    expect(findFlagFamilies(['c++-format'])).toEqual(['python_brace'])
    expect(findFlagFamilies(['nonsense-format'])).toBeUndefined()
    expect(findFlagFamilies(['fuzzy'])).toBeUndefined()
  })

  it('tells whether apostrophes quote', () => {
    const quotes = (...texts: string[]): boolean =>
      detectFamilies(
        texts.map(value => ({ value })),
        'icu',
      ).quotes
    expect(quotes('Hello {name}')).toBe(false)
    expect(quotes("Delete '{name}'?")).toBe(false)
    expect(quotes("It''s {name}")).toBe(true)
    expect(quotes("A '{' brace")).toBe(true)
    expect(quotes('{n, plural, other {#}}')).toBe(true)
  })
})

describe('the families of a file', () => {
  it('are kept in its options, and those that a user set are used instead', () => {
    const detected = { families: ['printf', 'braces'], sure: 'likely', quotes: false } as const
    const options = toFamilyOptions(detected)
    expect(options).toEqual({ families: 'printf braces', families_sure: 'likely', apostrophes_quote: false })
    expect(readFamilies(options)).toEqual(detected)
    expect(readFamilies({})).toBeUndefined()
    expect(readFamilies({ ...options, families_set: 'qt nonsense' })).toEqual({
      families: ['qt'],
      sure: 'certain',
      quotes: false,
    })
    expect(readFamilies({ ...options, families_set: '' })?.families).toEqual([])
    expect(readFamilies(options, true)?.quotes).toBe(true)
    expect(readFamilies({ ...options, syntax_set: 'icu' })?.quotes).toBe(true)
  })

  it('are replaced by the flags of an entry', () => {
    const ofFile = { families: ['printf'], sure: 'certain', quotes: true } as const
    expect(getEntryFamilies([], ofFile)).toBe(ofFile)
    expect(getEntryFamilies(['qt-format'], ofFile)?.families).toEqual(['qt'])
    expect(getEntryFamilies(['no-c-format'], ofFile)?.families).toEqual([])
  })
})
