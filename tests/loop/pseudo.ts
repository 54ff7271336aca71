import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Edit, splice } from '../../src/l10n/formats/splice.ts'
import { type IcuAst, parseIcuSource } from '../../src/l10n/message/icu.ts'
import { markupTokens } from '../../src/l10n/message/markup-tokens.ts'
import type { Message, Syntax } from '../../src/l10n/message/message.ts'
import { tokenize } from '../../src/l10n/message/placeholder-tokens.ts'

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' }

/** A text that nobody would publish and every check accepts: accents on the words, and all that is no word as it is. */
export function pseudo(source: Message, syntax: Syntax, categories: readonly string[]): Message {
  if (typeof source === 'string') return pseudoText(source, syntax, categories)
  const other = source['other'] ?? Object.values(source)[0] ?? ''
  return Object.fromEntries(categories.map(category => [category, pseudoText(other, syntax, categories)]))
}

function pseudoText(text: string, syntax: Syntax, categories: readonly string[]): string {
  const icu = syntax === 'icu' ? parseIcuSource(text) : undefined
  return icu?.ok === true ? pseudoIcu(text, categories) : accented(text, tokenize(text, syntax))
}

function pseudoIcu(text: string, categories: readonly string[]): string {
  const parsed = parseIcuSource(text)
  return parsed.ok ? splice(text, editsOf(text, parsed.ast, categories)) : text
}

function editsOf(text: string, ast: IcuAst, categories: readonly string[]): Edit[] {
  return ast.flatMap((element): Edit[] => {
    const start = element.location?.start.offset ?? 0
    const end = element.location?.end.offset ?? 0
    const raw = text.slice(start, end)
    if (element.type === TYPE.literal) return [{ start, end, text: accented(raw, markupTokens(raw)) }]
    if (element.type === TYPE.tag) return editsOf(text, element.children, categories)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const bodies = Object.entries(element.options).map(([name, { location }]) => {
      const [from, to] = [(location?.start.offset ?? 0) + 1, (location?.end.offset ?? 1) - 1]
      return [name, pseudoIcu(text.slice(from, to), categories)] as const
    })
    const head = /^[^,]*,[^,]*,(?:\s*offset:\d+)?/.exec(raw)?.[0] ?? ''
    const own = new Map(bodies)
    const isPlural = element.type === TYPE.plural && element.pluralType === 'cardinal'
    // The text of `one` may leave the number out, which other languages need there.
    const forms = isPlural
      ? [
          ...bodies.filter(([name]) => name.startsWith('=')),
          ...[...new Set([...categories, 'other'])].map(name => [name, own.get('other') ?? ''] as const),
        ]
      : bodies
    return [{ start, end, text: `${head}${forms.map(([name, body]) => ` ${name} {${body}}`).join('')}}` }]
  })
}

function accented(text: string, kept: readonly { readonly start: number; readonly end: number }[]): string {
  return text.replace(/[aeiouAEO]/g, (letter, at: number) =>
    kept.some(({ start, end }) => at >= start && at < end) ? letter : (ACCENTS[letter] ?? letter),
  )
}
