import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { getFormatRules } from '../../../src/l10n/formats/check-rules.ts'
import { formatById } from '../../../src/l10n/formats/registry.ts'
import { type Family, type FileFamilies, getEntryFamilies } from '../../../src/l10n/message/families.ts'
import type { Message } from '../../../src/l10n/message/message.ts'

type Given = Partial<Omit<CheckInput, 'source' | 'target'>>

const CHECKED = ['placeholders', 'markup', 'plural_forms', 'extra_plural_forms', 'icu_syntax']

const of = (...families: readonly Family[]): { readonly families: FileFamilies } => ({
  families: { families, sure: 'certain', quotes: false },
})

/** The findings about structure, as `level: message`. */
const check = (source: Message, target: Message, given: Given): string[] =>
  checkText({ source, target, sourceLocale: 'en', locale: 'pl', syntax: 'plain', ...given })
    .findings.filter(({ id }) => CHECKED.includes(id))
    .map(({ level, message }) => `${level}: ${message}`)

const APPLE: Given = { syntax: 'printf', ...of('printf') }
const ANDROID: Given = { ...APPLE, needsPositions: true }

const REORDERED = 'error: Placeholders that take their values in order are in another order than in the source.'

describe('substitutions of Apple', () => {
  it.each([
    [
      '%#@files@ in %#@folders@',
      '%#@pliki@ w %#@folders@',
      ['error: "%#@files@" is missing.', 'error: "%#@pliki@" is not in the source.'],
    ],
    ['%#@files@ in %#@folders@', '%#@files@ w %#@folders@ z %#@dyski@', ['error: "%#@dyski@" is not in the source.']],
    ['%1$#@files@ in %2$#@folders@', '%#@folders@: %1$#@files@', ['error: "%#@folders@" is not in the source.']],
    ['%1$#@files@ in %2$#@folders@', '%2$#@folders@: %1$#@files@', []],
    ['%1$#@files@ in %2$#@folders@', '%#@files@ w %#@folders@', []],
    ['%1#@files@ in %2#@folders@', '%1#@folders@: %2#@files@', ['error: "%1#@folders@" is not in the source.']],
    ['%#@files@ in %#@folders@', '%#@folders@: %#@files@', [REORDERED]],
    ['%#@files@ in %#@folders@', '%2$#@folders@: %1$#@files@', []],
    ['%#@birds@ sat on %@', '%2$@: siedzi %#@birds@', []],
    ['%#@birds@ sat on %@', 'Na %@ siedzi %#@birds@', [REORDERED]],
    // Where the source has none, a localization may have its own.
    ['starred', '%#@count@', []],
  ])('are compared by name and argument: %j, %j', (source, target, found) => {
    expect(check(source, target, APPLE)).toEqual(found)
  })

  it.each([
    ['%#@files@ in %#@folders@ by %@', '%#@folders@, %#@files@ (%@)', []],
    ['%1$#@files@ in %2$#@folders@', '%#@folders@: %#@files@', []],
    ['%#@files@ by %@', '%@: %#@files@', [REORDERED]],
    ['%1$#@files@ in %2$#@folders@', '%1$#@folders@: %2$#@files@', ['error: "%1$#@folders@" is not in the source.']],
  ])('take the argument that their file tells: %j, %j', (source, target, found) => {
    expect(check(source, target, { ...APPLE, ...getFormatRules(formatById('xcstrings')) })).toEqual(found)
  })
})

describe('arguments of Android', () => {
  const stops = (raw: string): string =>
    `error: "${raw}" has no number, and the text has several arguments: the Android build stops.`

  it.each([
    ['%1$s has %2$d files', '%s ma %d plików', [stops('%s')]],
    ['%1$s has %2$d files', '%2$d plików ma %1$s', []],
    ['%1$s has %2$d files', '%1$s ma %2$d plików, 5 % danych', [stops('% d')]],
    ['%1$s has %2$d files', '%1$s ma %2$d plików, 5 %% danych', []],
    [
      '<b>%1$s</b> has %2$d files',
      '<b>%s</b> ma %d plików',
      ['warning: "%s" has no number, and the text has several arguments: the Android build may stop.'],
    ],
    ['%s files', '%s plików', []],
    ['%s files', '% s plików', ['error: "% s" has a space inside the placeholder.']],
    ['100 % sure', '100 % dobrze', []],
    // The build takes it for a pattern of dates.
    [
      '%1$tY at %2$s',
      '%Y %M %d',
      ['error: "%1$tY" is missing.', 'error: "%2$s" is missing.', 'error: "%d" is not in the source.'],
    ],
    // An item of an array, for which the build has no such rule.
    ['%s has %d files', '%s ma %d plików', []],
  ])('are all numbered: %j, %j', (source, target, found) => {
    expect(check(source, target, ANDROID)).toEqual(found)
  })

  it('may lack numbers in plural forms, in strings that are not formatted, and in other formats', () => {
    const forms = (text: string): Message => ({ one: text, few: text, many: text, other: text })
    expect(check(forms('%1$s has %2$d'), forms('%s ma %d'), ANDROID)).toEqual([])
    expect(check('%1$s has %2$d', '%s ma %d', { ...ANDROID, syntax: 'plain' })).toEqual([])
    expect(check('%1$s has %2$d', '%s ma %d', APPLE)).toEqual([])
    expect(check('%1$s has %2$d', '%s ma %2$d', APPLE)).toEqual([
      'warning: "%s" has no number, but other placeholders have one.',
    ])
    expect(check('%d files', '% d plików', APPLE)).toEqual(['warning: "% d" has a space inside the placeholder.'])
    expect(check('% d files', '% d plików', APPLE)).toEqual([])
  })
})

const RUN = 'Running <xliff:g id="app">%1$s</xliff:g>'
const TWO = `${RUN} on <xliff:g id="os">Linux</xliff:g>`
const MISSING = ['error: "<xliff:g>" is missing.', 'error: "</xliff:g>" is missing.']

it.each([
  [RUN, 'Uruchamianie %1$s', []],
  [RUN, 'Uruchamianie', ['error: "%1$s" is missing.', ...MISSING]],
  [RUN, 'Uruchamianie <xliff:g id="app">%1$s', ['error: "</xliff:g>" is missing.']],
  [TWO, 'Uruchamianie %1$s na <xliff:g id="os">Linux</xliff:g>', []],
  [TWO, 'Uruchamianie %1$s na Linux', []],
  [TWO, 'Uruchamianie <xliff:g id="app">%1$s</xliff:g> na Linuksie', MISSING],
  [TWO, `Uruchamianie ${TWO.slice(8).replace('Linux<', 'Linuks<')}`, ['warning: "Linux" is missing.']],
  [TWO, `Uruchamianie na ${TWO.slice(8).replace('Linux<', ' Linux <')}`, []],
])('marks around placeholders may be left out where what they mark stays: %j, %j', (source, target, found) => {
  expect(check(source, target, ANDROID)).toEqual(found)
})

describe('%m of C', () => {
  it.each([
    ['Failed to open %s: %m', '%m: nie można otworzyć %s', []],
    ['Failed to open %s: %m', 'Nie można otworzyć %s', ['error: "%m" is missing.']],
    ['Failed to open %s: %m', 'Nie można otworzyć %s: %M', ['error: "%m" is missing.']],
  ])('is a placeholder by the flag of gettext: %j, %j', (source, target, found) => {
    expect(check(source, target, { syntax: 'printf', families: getEntryFamilies(['c-format'], undefined) })).toEqual(
      found,
    )
    expect(check(source, target, { syntax: 'printf', families: getEntryFamilies(['php-format'], undefined) })).toEqual(
      [],
    )
  })
})

it.each([
  ['A<br></br>b', 'A<br/>b', []],
  ['A<br>b', 'A<br></br>b', []],
  ['A<hr></hr>b<img src="a"></img>', 'A<hr>b<img src="a"/>', []],
  ['A<br>b', 'A</br>b', ['error: "</br>" is not in the source.', 'error: "<br>" is missing.']],
  ['A<br>b', 'A<br></br></br>b', ['error: "</br>" is not in the source.']],
  ['A<br></br>b', 'A<br><br>b', ['error: "<br>" occurs more often than in the source.']],
])('void elements are one tag in each spelling: %j, %j', (source, target, found) => {
  expect(check(source, target, {})).toEqual(found)
})

describe('%S of Mozilla', () => {
  it.each([
    ['%Sms', '%S ms', []],
    ['%Sms', 'ms', ['error: "%S" is missing.']],
    ['%S of %S', '%Sの%S', []],
    ['latency %1$Sms', '遅延 %1$S ms', []],
    ['latency %1$Sms', '遅延 ms', ['error: "%1$S" is missing.']],
    ['Use %SYSTEM% now', '%SYSTEMROOT% ', []],
    ['Size: %SMB', 'サイズ: %S MB', []],
    ['%SMB-%SMB', '%S~%SMB', []],
    ['%SX%S', '%S×%S', []],
    ['%SX%S', '%SX', ['error: "%S" occurs less often than in the source.']],
  ])('may stand beside letters: %j, %j', (source, target, found) => {
    expect(check(source, target, { locale: 'ja', ...of('printf') })).toEqual(found)
  })
})

const ALL: Given = { syntax: 'ruby', ...of('printf', 'python', 'ruby', 'qt') }

it.each([
  ['https://example.org/wiki/Beginners%27_guide', 'https://example.org/wiki/Przewodnik_pocz%C4%85tkuj%C4%85cych', []],
  ['mailto:a@example.org?subject=Hi', 'mailto:a@example.org?subject=Hej%20dnia', []],
  ['See /wiki/a%20dog', 'Zob. /wiki/%C4%85c%20d', []],
  ['See [it](/wiki/a%20dog)', 'Zob. [to](/wiki/a%20dog)', []],
  ['%02d/%02d: https://example.org/%s?x=%d', '%02d/%02d: https://example.org/%s?x=%d', []],
  [
    '%02d/%02d: https://example.org/%s?x=%d',
    '%02d: https://example.org/?x=%d',
    ['error: "%02d" occurs less often than in the source.', 'error: "%s" is missing.'],
  ],
])('encoded URLs have no placeholders in their bytes: %j, %j', (source, target, found) => {
  const messages = check(source, target, { ...ALL, syntax: 'printf', ...of('printf', 'python') })
  expect(messages.length > 0).toBe(found.length > 0)
  expect(check(source, target, ALL).some(message => message.startsWith('error'))).toBe(found.length > 0)
})

const GUESS: Given = { syntax: 'icu', families: { families: ['icu'], sure: 'guess', quotes: false } }

it.each([
  ['{0:N0} commits', '{0:N0 commitów', GUESS, ['error: "{0:N0}" is missing.']],
  ['{0:N0} commits', '{0:N0}} commitów', GUESS, ['error: A } closes no placeholder, at "} commitów".']],
  ['{0:N0} commits', '{0:N0} commitów {', GUESS, ['error: A { is never closed, at "{".']],
  ['{cost:.2f} EUR', 'euro', GUESS, ['error: "{cost:.2f}" is missing.']],
  ['{users[0]!r} {n:,}', '{n:,}', GUESS, ['error: "{users[0]!r}" is missing.']],
  ['{} of {}', '{}', GUESS, ['error: "{}" occurs less often than in the source.']],
  ['{0:N0} of {1}', '{0:N0} z {1', of('dotnet'), ['error: "{1}" is missing.']],
  ['{name} files', '{name} {plików', of('braces'), ['error: A { is never closed, at "{plików".']],
  ['%{name} files', '%{name} {wszystkich} plików', { syntax: 'ruby', ...of('ruby') }, []],
  ['{name} {', '{name} }', of('braces'), []],
] as const)('braces are closed as in the source: %j, %j', (source, target, given, found) => {
  expect(check(source, target, given)).toEqual(found)
})

const SYMFONY: Given = { syntax: 'i18next', locale: 'de', ...of('i18next') }
const COUNT: Given = { locale: 'de', ...of('symfony') }
const LIMIT = 'Use {{ limit }} letter.|Use {{ limit }} letters.'
const RANGES = '{0} No apples|{1} One apple|]1,Inf[ %count% apples'
const SOME = 'error: "{{ limit }}" is missing in some forms.'

it.each([
  [LIMIT, '{{ limit }} Zeichen.|{{ limit }} Zeichen!', SYMFONY, []],
  [LIMIT, '{{ limit }} Zeichen.|Viele Zeichen!', SYMFONY, [SOME]],
  [LIMIT, 'Ein Zeichen.|{{ limit }} Zeichen!', SYMFONY, []],
  [LIMIT, '{{ limit }}文字', { ...SYMFONY, locale: 'ja' }, []],
  [LIMIT, '{{ limit }} Zeichen', SYMFONY, ['warning: de needs 2 plural forms between pipes; the translation has 1.']],
  [
    LIMIT,
    '{{ limit }} znak|{{ limit }} znaków',
    { ...SYMFONY, locale: 'pl' },
    ['error: pl needs 3 plural forms between pipes; the translation has 2.'],
  ],
  [
    LIMIT,
    '{{ limit }} a|{{ limit }} b|{{ limit }} c',
    SYMFONY,
    ['warning: Symfony uses 2 plural forms in de; the translation has 3.'],
  ],
  ['One apple|%count% apples', 'Ein Apfel|%count% Äpfel', COUNT, []],
  ['One apple|%count% apples', 'Ein Apfel|Äpfel', COUNT, ['error: "%count%" is missing.']],
  ['One post|{count} posts', 'Jeden|{count} wpisy|{count} wpisów|{count} wpisu', { locale: 'pl', ...of('braces') }, []],
  [
    '%count% apple|%count% apples',
    '%count% jabłko|jabłka|%count% jabłek',
    { ...COUNT, locale: 'pl' },
    ['error: "%count%" is missing in some forms.'],
  ],
  [RANGES, '{0} Keine|{1} Einer|]1,Inf[ %count%', COUNT, []],
  [RANGES, '{0} Keine|{1} Einer|[2,Inf[ %count%', COUNT, []],
  [RANGES, '{0} Keine|{1} Einer|]2,Inf[ %count%', COUNT, ['error: No form is for 2.']],
  ['%name% | %site%', '%site% | %name%', COUNT, []],
] as const)('forms between pipes are compared side by side: %j, %j', (source, target, given, found) => {
  expect(check(source, target, given)).toEqual(found)
})

it.each([
  ['{ $n ->\n    [1] Remove\n   *[other] Remove all\n}', '{ $n ->\n    [1] Usuń\n   *[other] Usuń wszystkie\n}', 0],
  ['{ $n ->\n    [1] One\n   *[other] { $n }\n}', '{ $n ->\n    [1] Jeden\n   *[other] { $n }\n}', 1],
  ['{n, plural, =1 {Remove} other {Remove all}}', '{n, plural, =1 {Usuń} other {Usuń wszystkie}}', 0],
  ['{n, plural, =1 {One} other {{n}}}', '{n, plural, =1 {Jeden} other {{n}}}', 1],
])('texts that tell one from all need no other plural forms without a number: %j, %j', (source, target, count) => {
  expect(check(source, target, { syntax: source.startsWith('{ ') ? 'fluent' : 'icu' })).toHaveLength(count)
})

const CASES = '{ $case ->\n    [gen] Lisa\n   *[nom] Lis\n}'

it.each([
  ['Fox', CASES, true, []],
  ['Fox', CASES, false, ['error: "{ $case ->" is not in the source.']],
  ['Fox { $n }', CASES, true, ['error: "{ $n }" is missing.']],
  ['Fox', 'Lis { $n }', true, ['error: "{ $n }" is not in the source.']],
  ['{ $case ->\n   *[upper] Fox\n    [lower] fox\n}', CASES, true, []],
  ['Choose “Sum up”.', 'Wybierz „{ sum-up }”.', false, ['warning: "{ sum-up }" is not in the source.']],
  [
    'Open { -fox }',
    'Otwórz { -foks }',
    false,
    ['error: "{ -fox }" is missing.', 'error: "{ -foks }" is not in the source.'],
  ],
])('terms and messages of Fluent %j, %j', (source, target, isTerm, found) => {
  expect(check(source, target, { syntax: 'fluent', isTerm })).toEqual(found)
})

const fixes = (target: string): readonly (string | undefined)[] =>
  checkText({ source: 'Hi {name}', target, sourceLocale: 'en', locale: 'de', syntax: 'icu' }).findings.flatMap(
    ({ id, message, fix }) => (id === 'placeholders' && message.includes('{nam}') ? [fix] : []),
  )

it('the fix of an unknown placeholder names the near one only where the text does not have it', () => {
  expect(fixes('Hallo {nam}')).toEqual(['Replace "{nam}" with "{name}", or remove it.'])
  expect(fixes('Hallo {name} {nam}')).toEqual(['Remove "{nam}".'])
})

describe('a space inside a placeholder', () => {
  const RUBY: Given = { syntax: 'ruby', ...of('ruby', 'printf') }
  const PYTHON: Given = { syntax: 'printf', ...of('python') }
  const space = (raw: string): string => `: "${raw}" has a space inside the placeholder.`

  it.each([
    ['%1$s of %2$s', '%1$s z % 2$s', APPLE, [`error${space('% 2$s')}`]],
    ['%1$s of %2$s', '%1$s z %2 $s', APPLE, [`error${space('%2 $s')}`]],
    ['Hi %{name}', 'Hej % {name}', RUBY, [`error${space('% {name}')}`]],
    ['Hi %(name)s', 'Hej %(name) s', PYTHON, [`warning${space('%(name) s')}`]],
    [
      'Hi %(name)s',
      'Hej %( name)s',
      PYTHON,
      [`warning${space('%( name)s')}`, 'error: "%(name)s" is missing.', 'error: "%( name)s" is not in the source.'],
    ],
    ['Hi {0}', 'Hej { 0}', of('braces'), [`warning${space('{ 0}')}`]],
    ['Hi {{name}}', 'Hej {{ name }}', { syntax: 'i18next', ...of('i18next') }, []],
    [
      'Hi {{name}}',
      'Hej {{na me}}',
      { syntax: 'i18next', ...of('i18next') },
      ['error: "{{name}}" is missing.', 'error: "{{na me}}" is not in the source.'],
    ],
    ['Hi {name}', 'Hej { name }', { syntax: 'icu' }, []],
    ['%d of it', '50 % d', APPLE, ['error: "%d" is missing.']],
    ['%s of it', '%s to 100 % sukcesu', APPLE, []],
  ] as const)('is found: %j, %j', (source, target, given, found) => {
    expect(check(source, target, given)).toEqual(found)
  })

  it('is found in a form that may leave the placeholder out', () => {
    const rails = { one: '%{count} file', other: '%{count} files' }
    expect(check(rails, { one: '% {count} Datei', other: '%{count} Dateien' }, { ...RUBY, locale: 'de' })).toEqual([
      `error${space('% {count}')}`,
    ])
    const apple = { one: '%d file', other: '%d files' }
    expect(check(apple, { one: '% 1$d Datei', other: '%d Dateien' }, { ...APPLE, locale: 'de' })).toEqual([
      `error${space('% 1$d')}`,
    ])
    const laravel = of('laravel')
    expect(check(':count a|:count b', ':co unt c|:count d', { ...laravel, locale: 'de' })).toEqual([
      `error${space(':co unt')}`,
    ])
  })
})
