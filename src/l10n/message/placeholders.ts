import type { Message, Placeholder, Syntax } from './message.ts'
import { tokenize } from './tokenize.ts'

/** Lists the placeholders that a translation must keep, each once, in text order. */
export function findPlaceholders(value: Message, syntax: Syntax): Placeholder[] {
  const found = new Map<string, Placeholder>()
  for (const text of typeof value === 'string' ? [value] : Object.values(value)) {
    for (const { raw, kind, name } of tokenize(text, syntax)) {
      if (kind === 'literal' || found.has(raw)) continue
      found.set(raw, { raw, kind, ...(name !== undefined && { name }) })
    }
  }
  return [...found.values()]
}

/** Describes in one line what a translator must keep. */
export const describeSyntax = (syntax: Syntax): string => RULES[syntax]

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
    'printf: keep %s, %d, %1$s, %(name)s as often as the source has them; to change their order, number them: %2$s %1$s. A literal % is %%.',
  ruby: 'Ruby: keep %{name} exactly as it is; a literal % is %%.',
}
