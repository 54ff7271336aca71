import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'

const INBOX = 'Hello $1, you have {{PLURAL:$2|one message|$2 messages}}.'
const EDITED = '{{GENDER:$1|He|She|They}} edited the page'
const HELP = 'See [[Help:Contents|the help]] of {{SITENAME}}'

/** The findings of level error and warning as `level check: message`. */
const check = (source: string, target: string, locale: string): string[] =>
  checkText({ source, target, syntax: 'banana', sourceLocale: 'en', locale })
    .findings.filter(({ level }) => level !== 'info')
    .map(({ level, id, message }) => `${level} ${id}: ${message}`)

it.each([
  [
    'with the forms of its language',
    'pl',
    INBOX,
    'Witaj $1, masz {{PLURAL:$2|jedną wiadomość|$2 wiadomości|$2 wiadomości}}.',
  ],
  ['without a plural where the language has one form', 'ja', INBOX, '$1さん、$2件のメッセージがあります。'],
  [
    'with a form for zero',
    'de',
    INBOX,
    'Hallo $1, du hast {{PLURAL:$2|0=keine Nachricht|eine Nachricht|$2 Nachrichten}}.',
  ],
  [
    'with six forms',
    'ar',
    '{{PLURAL:$1|one page|$1 pages}}',
    '{{PLURAL:$1|لا صفحات|صفحة واحدة|صفحتان|$1 صفحات|$1 صفحة|$1 صفحة}}',
  ],
  ['without the form for millions', 'fr', '$1 {{PLURAL:$1|day|days}} ago', 'il y a $1 {{PLURAL:$1|jour|jours}}'],
  ['with one gender', 'fi', EDITED, '{{GENDER:$1|Hän}} muokkasi sivua'],
  ['without genders', 'hu', EDITED, 'Szerkesztette a lapot'],
  ['with a case', 'fi', HELP, 'Katso {{GRAMMAR:genitive|{{SITENAME}}}} [[Help:Contents|ohje]]'],
  [
    'with other labels of links',
    'de',
    "Read '''[https://a.example/x the terms]'''",
    "Lies '''[https://a.example/x die Bedingungen]'''",
  ],
  [
    'with a plural in a gender',
    'de',
    '{{GENDER:$1|his|her}} {{PLURAL:$2|page|pages}}',
    '{{GENDER:$1|{{PLURAL:$2|seine Seite|seine Seiten}}|{{PLURAL:$2|ihre Seite|ihre Seiten}}}}',
  ],
  [
    'with another form for the number 1 only where one form has others',
    'ru',
    INBOX,
    'Привет, $1, у вас {{PLURAL:$2|1=одно сообщение|$2 сообщение|$2 сообщения|$2 сообщений}}.',
  ],
  ['with a plural of its own', 'hu', 'You joined: $2.', '{{PLURAL:$3|Ez a csoport|Ezek a csoportok}}: $2.'],
  ['without a plural that has one form', 'de', 'Mark {{PLURAL:$1|all}} as read', 'Alles als gelesen markieren'],
  ['with one form', 'cs', '$1 {{PLURAL:$1|byte|bytes}}', '$1 {{PLURAL:$1|B}}'],
])('a translation of a MediaWiki message is accepted %s', (_, locale, source, target) => {
  expect(check(source, target, locale)).toEqual([])
})

it('warns of a lost plural, which MediaWiki does not need', () => {
  expect(check(INBOX, 'Hallo $1, du hast $2 Nachrichten.', 'de')).toEqual([
    'warning plural_forms: "{{PLURAL:$2|…}}" is missing.',
  ])
})

it.each([
  [
    'without an argument',
    INBOX,
    'Du hast {{PLURAL:$2|eine Nachricht|$2 Nachrichten}}.',
    ['error placeholders: "$1" is missing.'],
  ],
  [
    'without the number for several',
    INBOX,
    'Hallo $1, du hast {{PLURAL:$2|eine Nachricht|Nachrichten}}.',
    ['error placeholders: "$2" occurs less often than in the source.'],
  ],
  [
    'with another argument',
    INBOX,
    'Hallo $1, du hast {{PLURAL:$3|eine Nachricht|$3 Nachrichten}}.',
    ['error placeholders: "$2" is missing.', 'error placeholders: "$3" is not in the source.'],
  ],
  [
    'with open braces',
    INBOX,
    'Hallo $1, du hast {{PLURAL:$2|eine|$2 Nachrichten}.',
    ['error placeholders: "{{" is not in the source.'],
  ],
  [
    'with another argument of a gender',
    EDITED,
    '{{GENDER:$2|Er|Sie}} bearbeitete die Seite',
    ['error placeholders: "{{GENDER:$2|…}}" is not in the source.'],
  ],
])('a translation of a MediaWiki message is refused %s', (_, source, target, expected) => {
  expect(check(source, target, 'de').filter(line => line.startsWith('error'))).toEqual(expected)
})

describe('a translation of a MediaWiki message has a warning', () => {
  it.each([
    [
      'with fewer forms',
      'pl',
      INBOX,
      'Witaj $1, masz {{PLURAL:$2|jedną wiadomość|$2 wiadomości}}.',
      'plural_forms: pl has 3 plural forms, but "{{PLURAL:$2|…}}" has 2. Its last form stands for the others.',
    ],
    [
      'with more forms',
      'de',
      INBOX,
      'Hallo $1, du hast {{PLURAL:$2|eine Nachricht|$2 Nachrichten|$2 Mitteilungen}}.',
      'extra_plural_forms: de has 2 plural forms, but "{{PLURAL:$2|…}}" has 3.',
    ],
    [
      'with more genders',
      'de',
      EDITED,
      '{{GENDER:$1|Er|Sie|Sie|Es}} bearbeitete die Seite',
      'extra_plural_forms: "{{GENDER:$1|…}}" has 4 forms, but MediaWiki reads 3.',
    ],
    [
      'without the number in a form for 21',
      'ru',
      INBOX,
      'Привет, $1, у вас {{PLURAL:$2|сообщение|$2 сообщения|$2 сообщений}}.',
      'plural_forms: The form for 1, 21, 31, 41 does not print "$2".',
    ],
    [
      'with another target of a link',
      'de',
      HELP,
      'Siehe [[Hilfe:Inhalt|die Hilfe]] von {{SITENAME}}',
      'placeholders: "[[Hilfe:Inhalt|" has another format than "[[Help:Contents|" of the source.',
    ],
  ])('%s', (_, locale, source, target, expected) => {
    expect(check(source, target, locale)).toEqual([`warning ${expected}`])
  })

  it('whose fix names the forms in their order', () => {
    const target = 'Witaj $1, masz {{PLURAL:$2|jedną wiadomość|$2 wiadomości}}.'
    const { findings } = checkText({ source: INBOX, target, syntax: 'banana', sourceLocale: 'en', locale: 'pl' })
    expect(findings[0]?.fix).toBe(
      'Write 3 plural forms, separated by | in this order: "one" (1), "few" (2, 3, 4, 22), "many" (0, 5, 6, 7).',
    )
  })
})
