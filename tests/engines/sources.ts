import { checkText } from '../../src/l10n/checks/check-text.ts'
import type { Engine, EngineItem } from '../../src/l10n/engines/engine.ts'
import { detectFormat } from '../../src/l10n/formats/registry.ts'
import { pluralNeeds } from '../../src/l10n/locales/plural-rules.ts'
import { readFamilies } from '../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../src/l10n/message/message.ts'
import { JSON_FOLDERS } from '../l10n/corpus.ts'

/** A string with the syntax of its file. */
export interface SourceString {
  readonly key: string
  readonly value: Message
  readonly syntax: Syntax
  readonly families?: ReturnType<typeof readFamilies>
  readonly max?: number
}

/** The strings of a source file. */
export function readStrings(path: string, text: string): readonly SourceString[] {
  const { entries, options } = detectFormat(path, text).read(text)
  const families = readFamilies(options)
  return entries.map(({ key, value, syntax }) => ({ key, value, syntax: syntax ?? options.syntax, families }))
}

/** The strings as a run sends them. */
const toItems = (strings: readonly SourceString[], locale: string): readonly EngineItem[] =>
  strings.map(({ key, value, syntax, families, max }, at) => ({
    id: `${at + 1}`,
    key,
    file: 'en.json',
    source: value,
    syntax,
    families: families?.families,
    ...(max !== undefined && { max }),
    ...(typeof value !== 'string' && { plurals: pluralNeeds(locale, { kind: 'forms' }) }),
  }))

interface Outcome {
  readonly answers: ReadonlyMap<string, Message>
  /** What the checks refuse. */
  readonly errors: readonly string[]
  readonly unanswered: readonly string[]
}

/** Translates strings from English in one request, and checks every answer. */
export async function translateAndCheck(
  engine: Engine,
  locale: string,
  strings: readonly SourceString[],
): Promise<Outcome> {
  const items = toItems(strings, locale)
  const { answers } = await engine.translate(
    { kind: 'translate', sourceLocale: 'en', locale, items, idempotencyKey: 'test' },
    new AbortController().signal,
  )
  const values = new Map(answers.map(({ id, value }) => [items[Number(id) - 1]?.key ?? id, value]))
  const errors = strings.flatMap(({ key, value: source, syntax, families, max }) => {
    const target = values.get(key)
    if (target === undefined) return []
    const { findings } = checkText({
      source,
      target,
      sourceLocale: 'en',
      locale,
      syntax,
      families,
      ...(max !== undefined && { maxLength: max }),
    })
    return findings
      .filter(({ level }) => level === 'error')
      .map(({ id, message }) => `${key} ${id}: ${message} | ${JSON.stringify(source)} → ${JSON.stringify(target)}`)
  })
  return { answers: values, errors, unanswered: strings.map(({ key }) => key).filter(key => !values.has(key)) }
}

const CASES: readonly (readonly [value: Message, syntax: Syntax])[] = [
  ['Save the file', 'plain'],
  ['  Open  settings \n', 'plain'],
  ['Hello {name}, you have {count} new messages', 'plain'],
  ['Delete %s and %2$d of %1$@?', 'printf'],
  ['100%% of %(total)s files', 'printf'],
  ['See <a href="https://example.org/a?b=1">the docs</a> &amp; <b>learn</b>\nmore', 'plain'],
  ['Run `npm install`, then open [the page](https://example.org/x).', 'plain'],
  ['- one\n- two\n\n## Title\n\n**Bold** and _light_', 'plain'],
  ['{count, plural, =0 {No files} one {# file} other {# files}} in {folder}', 'icu'],
  ["It''s {who}''s '{literal}' text, don't <b>worry</b>", 'icu'],
  ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place', 'icu'],
  [
    '{g, select, female {She left} male {He left} other {They left {n, plural, offset:1 one {# day} other {# days}}}}',
    'icu',
  ],
  ['Hello {{name}}, $t(greeting) <1>click</1>', 'i18next'],
  ["no apples | one apple | {count} apples, mail {'@'} home @:common.ok", 'vue-i18n'],
  ['Hi %{name}, 50%% off', 'ruby'],
  [{ one: '%d file', other: '%d files' }, 'printf'],
  [{ one: 'one day', other: '{{count}} days' }, 'i18next'],
  ['A\\nB \\u00e9 "x" [b]bold[/b] me@example.org', 'plain'],
  ['1 / 2 @ $5 ^ {x} [z] <y> ~', 'plain'],
  ['😀 Party 👨‍👩‍👧 time', 'plain'],
  ['OK', 'plain'],
  ['42', 'plain'],
  ['DELETE ACCOUNT', 'plain'],
]

/** Strings with every kind of syntax. */
export const SAMPLES: readonly SourceString[] = CASES.map(([value, syntax], at) => ({ key: `k${at}`, value, syntax }))

/** Source files of the corpus in formats that are supported. */
export const SOURCE_FILES = [
  ...JSON_FOLDERS.map(folder => `${folder}/en.json`),
  'aves-flutter-arb/lib/l10n/app_en.arb',
  'wagtail-gettext-po/wagtail/admin/locale/en/LC_MESSAGES/django.po',
  'wagtail-gettext-po/wagtail/images/locale/en/LC_MESSAGES/django.po',
]
