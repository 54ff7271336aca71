import { type Family, SYNTAX_FAMILIES } from './families.ts'
import { listTexts, type Message, type Placeholder, type Syntax } from './message.ts'
import { isPatternSyntax } from './patterns/find-pattern.ts'
import { tokenize } from './placeholder-tokens.ts'
import type { Token } from './token.ts'

/** Lists the placeholders that a translation must keep, each once, in text order. `families` are those of its file, if they are known. */
export function findPlaceholders(value: Message, syntax: Syntax, families?: readonly Family[]): Placeholder[] {
  return [...listKept(value, syntax, families)].map(({ raw, kind, name }) => ({
    raw,
    kind,
    ...(name !== undefined && { name }),
  }))
}

/** A family as translators see it: that of printf with placeholders that only Apple has is their own. */
export type ShownFamily = Family | 'apple'

/** The families that occur in a message: all of its syntax if those of its file are unknown. Undefined if it has no placeholder and no markup. */
export function findOccurring(
  value: Message,
  syntax: Syntax,
  families: readonly Family[] | undefined,
): ReadonlySet<ShownFamily> | undefined {
  // What a format is must be said where it has nothing to keep, too.
  if (isPatternSyntax(syntax)) return new Set()
  const kept = listKept(value, syntax, families)
  if (kept.length === 0) return undefined
  const own = families === undefined ? SYNTAX_FAMILIES[syntax] : []
  return new Set([...own, ...kept.flatMap(token => toShownFamily(token) ?? [])])
}

const toShownFamily = ({ family, raw }: Token): ShownFamily | undefined =>
  family === 'printf' && /@|arg$|ll[diux]$/.test(raw) ? 'apple' : family

function listKept(value: Message, syntax: Syntax, families: readonly Family[] | undefined): readonly Token[] {
  const found = new Map<string, Token>()
  if (syntax === 'strftime') return []
  for (const text of listTexts(value)) {
    for (const token of tokenize(text, syntax, families)) {
      if (token.kind !== 'literal' && !found.has(token.raw)) found.set(token.raw, token)
    }
  }
  return [...found.values()]
}

/** Describes in one line what a translator must keep. `families` are those that occur in the texts, if they are known. */
export function describeSyntax(syntax: Syntax, families?: Iterable<ShownFamily>): string {
  const occurring = new Set(families)
  const own = new Set<ShownFamily>(syntax === 'printf' ? PRINTF : SYNTAX_FAMILIES[syntax])
  const others = [...occurring].filter(family => !own.has(family))
  const rule = syntax === 'printf' ? describePrintf(occurring) : RULES[syntax]
  if (others.length === 0) return rule
  const kept = others.map(family => SAMPLES[family]).join(', ')
  if (syntax !== 'plain') return `${rule} Also keep ${kept}.`
  const forms = others.includes('laravel') ? LARAVEL_FORMS : ''
  return `Keep ${kept} exactly as in the source, as often as the source has them; keep tags, link targets and \`code\`.${forms}`
}

const LARAVEL_FORMS =
  ' "|" separates plural forms: write those of the target language, in its order; {1} and [2,*] before a form are its numbers.'

/** The families of the syntax `printf`, in the order in which its rule names them. */
const PRINTF = ['printf', 'python', 'apple'] as const

const PRINTF_SAMPLES: Readonly<Record<(typeof PRINTF)[number], readonly string[]>> = {
  printf: ['%s', '%d', '%1$s'],
  python: ['%s', '%d', '%(name)s'],
  apple: ['%@', '%lld', '%1$@', '%arg', '%#@name@'],
}

/** Python has no numbered placeholders. */
function describePrintf(families: ReadonlySet<ShownFamily>): string {
  const some = PRINTF.filter(family => families.has(family))
  const shown = some.length === 0 ? (['printf', 'python'] as const) : some
  const kept = [...new Set(shown.flatMap(family => PRINTF_SAMPLES[family]))].join(', ')
  const numbered = shown[0] === 'apple' ? '%2$@ %1$@' : '%2$s %1$s'
  const order =
    some.join() === 'python'
      ? 'only those with a name may change their order'
      : `to change their order, number them: ${numbered}`
  return `printf: keep ${kept} as often as the source has them; ${order}. A literal % is %%. Keep tags.`
}

const RULES: Readonly<Record<Exclude<Syntax, 'printf'>, string>> = {
  plain:
    'Keep anything like {name}, %s or ${x} exactly as it is, as often as the source has it; keep tags, link targets and `code`.',
  icu:
    'ICU MessageFormat: keep {name} and <tag>…</tag> by name; translate only the texts inside {count, plural, one {…} other {…}}, with the plural forms of the ' +
    "target language, always with other; # prints the number; write a literal brace as '{'.",
  i18next: 'i18next: keep {{name}}, $t(key) and numbered tags such as <1>…</1> exactly as they are.',
  'vue-i18n':
    "vue-i18n: keep {name}, {0}, @:link and {'@'} exactly as they are; ` | ` separates plural forms, each form keeps its placeholders; write a literal @ as {'@'}.",
  ruby: 'Ruby: keep %{name} exactly as it is; a literal % is %%.',
  java:
    'Java MessageFormat: keep {0} and {0,number,#.##} exactly as they are; translate only the texts of {0,choice,0#…|1#…|1<…}, with as many limits as the language ' +
    "needs; write an apostrophe as '' (as '''' in a text of a choice with arguments), and a literal brace as '{'.",
  strftime:
    'strftime: a date or time format. Write the usual one of the language, with directives such as %d, %-m, %B, %Y and %H:%M; those of the source need not stay.',
  format:
    'A format, not a sentence: write what the language has between numbers or items, with its spaces. Keep %n (number) and %u (unit) where the source has them.',
  fluent:
    'Fluent: keep { $name }, { -term } and { FUNC($n) } by name; translate only the texts of the variants in { $n -> [one] … *[other] … }, with the plural forms of ' +
    'the target language, each on its own line and one marked with *; write a literal brace as { "{" }.',
  banana:
    'MediaWiki: keep $1, {{SITENAME}}, [[page| and [https://… exactly as they are; translate only the texts of {{PLURAL:$1|…|…}}, with the plural forms of the ' +
    'target language in the order one, two, few, many, other, and of {{GENDER:$1|male|female|unknown}}; use {{GRAMMAR:case|word}} as the language needs it.',
}

/** What the placeholders of a family look like. */
const SAMPLES: Readonly<Record<ShownFamily, string>> = {
  icu: '{name} (ICU MessageFormat)',
  fluent: '{ $name }, { -term } (Fluent)',
  java: '{0}, {0,number} (Java MessageFormat)',
  banana: '$1, {{PLURAL:$1|…}}, {{GENDER:$1|…}} (MediaWiki)',
  printf: '%s, %1$d (printf)',
  strerror: '%m (C)',
  apple: '%@, %lld, %arg, %#@name@ (Apple)',
  python: '%s, %(name)s (Python)',
  python_brace: '{name}, {0:.2f}, {name!r} (Python str.format)',
  dotnet: '{0}, {0:N2} (.NET)',
  braces: '{name}',
  qt: '%1, %L1, %n (Qt)',
  ruby: '%{name} (Ruby)',
  mustache: '{{name}}',
  template: '${name}',
  i18next: '{{name}}, $t(key) (i18next)',
  vue: '{name}, @:key (vue-i18n)',
  laravel: ':name (Laravel)',
  webextension: '$NAME$, $1 (browser extension)',
  symfony: '%name% (Symfony)',
  home_assistant: '[%key:…%] (Home Assistant)',
}
