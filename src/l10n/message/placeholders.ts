import { type Family, SYNTAX_FAMILIES } from './families.ts'
import type { Message, Placeholder, Syntax } from './message.ts'
import type { Token } from './token.ts'
import { tokenize } from './tokenize.ts'

/** Lists the placeholders that a translation must keep, each once, in text order. `families` are those of its file, if they are known. */
export function findPlaceholders(value: Message, syntax: Syntax, families?: readonly Family[]): Placeholder[] {
  return [...listKept(value, syntax, families)].map(({ raw, kind, name }) => ({
    raw,
    kind,
    ...(name !== undefined && { name }),
  }))
}

/** The placeholder families that occur in a message; undefined if it has no placeholder and no markup. */
export function findOccurring(
  value: Message,
  syntax: Syntax,
  families: readonly Family[] | undefined,
): ReadonlySet<Family> | undefined {
  const kept = listKept(value, syntax, families)
  return kept.length === 0 ? undefined : new Set(kept.flatMap(({ family }) => family ?? []))
}

function listKept(value: Message, syntax: Syntax, families: readonly Family[] | undefined): readonly Token[] {
  const found = new Map<string, Token>()
  for (const text of typeof value === 'string' ? [value] : Object.values(value)) {
    for (const token of tokenize(text, syntax, families)) {
      if (token.kind !== 'literal' && !found.has(token.raw)) found.set(token.raw, token)
    }
  }
  return [...found.values()]
}

/** Describes in one line what a translator must keep. `families` are those that occur in the texts, if they are known. */
export function describeSyntax(syntax: Syntax, families?: Iterable<Family>): string {
  const own = new Set(SYNTAX_FAMILIES[syntax])
  const others = families === undefined ? [] : [...families].filter(family => !own.has(family))
  if (others.length === 0) return RULES[syntax]
  const kept = others.map(family => SAMPLES[family]).join(', ')
  if (syntax !== 'plain') return `${RULES[syntax]} Also keep ${kept}.`
  const forms = others.includes('laravel') ? LARAVEL_FORMS : ''
  return `Keep ${kept} exactly as in the source, as often as the source has them; keep tags, link targets and \`code\`.${forms}`
}

const LARAVEL_FORMS =
  ' "|" separates plural forms: write those of the target language, in its order; {1} and [2,*] before a form are its numbers.'

const RULES: Readonly<Record<Syntax, string>> = {
  plain:
    'Keep anything like {name}, %s or ${x} exactly as it is, as often as the source has it; keep tags, link targets and `code`.',
  icu:
    'ICU MessageFormat: keep {name} and <tag>…</tag> by name; translate only the texts inside {count, plural, one {…} other {…}}, with the plural forms of the ' +
    "target language, always with other; # prints the number; write a literal brace as '{'.",
  i18next: 'i18next: keep {{name}}, $t(key) and numbered tags such as <1>…</1> exactly as they are.',
  'vue-i18n':
    "vue-i18n: keep {name}, {0}, @:link and {'@'} exactly as they are; ` | ` separates plural forms, each form keeps its placeholders; write a literal @ as {'@'}.",
  printf:
    'printf: keep %s, %d, %1$s, %(name)s as often as the source has them; to change their order, number them: %2$s %1$s. A literal % is %%. Keep tags.',
  ruby: 'Ruby: keep %{name} exactly as it is; a literal % is %%.',
  java:
    'Java MessageFormat: keep {0} and {0,number,#.##} exactly as they are; translate only the texts of {0,choice,0#…|1#…|1<…}, with as many limits as the language ' +
    "needs; write an apostrophe as '' (as '''' in a text of a choice with arguments), and a literal brace as '{'.",
  fluent:
    'Fluent: keep { $name }, { -term } and { FUNC($n) } by name; translate only the texts of the variants in { $n -> [one] … *[other] … }, with the plural forms of ' +
    'the target language, each on its own line and one marked with *; write a literal brace as { "{" }.',
}

/** What the placeholders of a family look like. */
const SAMPLES: Readonly<Record<Family, string>> = {
  icu: '{name} (ICU MessageFormat)',
  fluent: '{ $name }, { -term } (Fluent)',
  java: '{0}, {0,number} (Java MessageFormat)',
  printf: '%s, %1$d (printf)',
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
  webextension: '$NAME$ (browser extension)',
  symfony: '%name% (Symfony)',
  home_assistant: '[%key:…%] (Home Assistant)',
}
