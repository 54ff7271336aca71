import { withoutEncoded } from '../../text/percent-encoding.ts'
import { hasLaravelRanges, withoutRanges } from './choices/laravel.ts'
import type { Syntax } from './message.ts'
import { isPatternText, type PatternSyntax } from './patterns/find-pattern.ts'

/** Detects the message syntax that most strings of a file match. */
export function detectSyntax(texts: readonly string[]): Syntax {
  const votes = { icu: 0, i18next: 0, 'vue-i18n': 0, printf: 0, ruby: 0, braces: 0, empty: 0 }
  for (const text of texts) {
    if (isPatternText(text)) continue
    const witness = findSyntaxHint(withoutEncoded(hasLaravelRanges(text) ? withoutRanges(text) : text))
    if (witness !== undefined) votes[witness] += 1
  }
  const ranked = (['icu', 'vue-i18n', 'i18next', 'ruby', 'printf'] as const).toSorted((a, b) => votes[b] - votes[a])
  const [best] = ranked
  if (best === undefined || votes[best] === 0) return votes.braces > 0 ? 'icu' : 'plain'
  if (best === 'vue-i18n' && votes.empty > votes[best]) return 'plain'
  // `{name}` exists in ICU and vue-i18n only, so a majority of it rules out the others.
  if ((best === 'printf' || best === 'ruby' || best === 'i18next') && votes.braces > votes[best]) return 'icu'
  return best
}

/** The syntaxes of Java, Fluent and MediaWiki follow from the file format, that of formats from each string. */
type SyntaxHint = Exclude<Syntax, 'plain' | 'java' | 'fluent' | 'banana' | PatternSyntax> | 'braces' | 'empty'

/** Patterns that are unique to a syntax are first, so that each string counts for one syntax. */
const SYNTAX_HINTS: readonly (readonly [RegExp, SyntaxHint])[] = [
  [/\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal|number|date|time)\s*[,}]/, 'icu'],
  [/(?<![\w.])@(?:\.\w+)?:(?:[\w.]*\w|\()|\{'[^'{}]+'\}/, 'vue-i18n'],
  [/\$t\(|\{\{-?\s*[\w.$-]+\s*(?:,[^{}]*)?\}\}/, 'i18next'],
  [/%\{\w+\}/, 'ruby'],
  [/%(?:\d+\$)?[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh|h|ll|l|z)?[sd@fiuxXcg](?![a-z])|%\(\w+\)[sdf]/, 'printf'],
  // `${name}` is a placeholder of JavaScript; in ICU, a dollar sign before an argument.
  [/(?<!\$)\{\s*[\w.-]+\s*\}/, 'braces'],
  // vue-i18n refuses `{}`, which easy_localization has beside its links.
  [/\{\}/, 'empty'],
]

function findSyntaxHint(text: string): SyntaxHint | undefined {
  if (!/[{%@$]/.test(text)) return undefined
  const witness = SYNTAX_HINTS.find(([mark]) => mark.test(text))?.[1]
  // `{n} day | {n} days` are plural forms of vue-i18n.
  return witness === 'braces' && text.includes(' | ') && /\{(?:n|count|\d+)\}/.test(text) ? 'vue-i18n' : witness
}
