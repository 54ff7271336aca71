import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { CATEGORY_ORDER } from '../locales/plural-rules.ts'
import { type IcuAst, parseIcuSource, walkIcu } from './icu.ts'

/** An ICU message with one plural argument, as one sentence for each of its branches. */
export interface PluralMessage {
  /** The argument that chooses, such as `count`. */
  readonly argument: string
  readonly type: 'plural' | 'selectordinal'
  /** Whole sentences in ICU syntax, by category or exact number (`=0`). `#` is the number. */
  readonly forms: Readonly<Record<string, string>>
}

type Plural = Extract<MessageFormatElement, { type: typeof TYPE.plural }>

/**
 * Splits an ICU message into sentences, so that nobody has to write plural syntax.
 * @returns undefined for a message without a plural, with several or nested choices, with an offset, or with `#` outside of its branches
 */
export function splitPlural(text: string): PluralMessage | undefined {
  const parsed = parseIcuSource(text)
  if (!parsed.ok) return undefined
  const [plural, ...others] = listChoices(parsed.ast)
  if (plural?.type !== TYPE.plural || others.length > 0 || plural.offset !== 0 || !parsed.ast.includes(plural)) {
    return undefined
  }
  const place = plural.location
  if (place === undefined) return undefined
  const [before, after] = [text.slice(0, place.start.offset), text.slice(place.end.offset)]
  // There it is an ordinary character; inside of a branch it would print the number.
  if (/#/.test(before + after) || before.endsWith("'") || after.startsWith("'")) return undefined
  const branches = Object.entries(plural.options).flatMap(([name, { location }]) =>
    location === undefined ? [] : [[name, text.slice(location.start.offset + 1, location.end.offset - 1)] as const],
  )
  // Apostrophes that meet would change what they quote.
  if (branches.some(([, branch]) => /^'|'$/.test(branch))) return undefined
  const forms = branches.map(([name, branch]) => [name, before + branch + after] as const)
  return {
    argument: plural.value,
    type: plural.pluralType === 'ordinal' ? 'selectordinal' : 'plural',
    forms: Object.fromEntries(forms),
  }
}

/** Builds an ICU message from sentences; exact numbers first, then the categories in CLDR's order. */
export function joinPlural({ argument, type, forms }: PluralMessage): string {
  const names = Object.keys(forms).toSorted((one, other) => rank(one) - rank(other))
  return `{${argument}, ${type}, ${names.map(name => `${name} {${forms[name] ?? ''}}`).join(' ')}}`
}

const rank = (name: string): number => {
  const at = CATEGORY_ORDER.findIndex(category => category === name)
  return at < 0 ? -1 : at
}

const listChoices = (ast: IcuAst): readonly (Plural | MessageFormatElement)[] =>
  [...walkIcu(ast)].filter(({ type }) => type === TYPE.plural || type === TYPE.select)
