import { wordsOf } from '../../../src/l10n/checks/reading/variants.ts'
import { type Message, messageUnits } from '../../../src/l10n/message/message.ts'
import { BLANK, ParsedText } from '../../../src/l10n/message/parsed-text.ts'
import type { Pair } from '../pair.ts'

/** A good translation that gets a defect. */
export interface Draft {
  readonly pair: Pair
  /** One string of the translation, and the string of the source that it translates. */
  readonly target: ParsedText
  readonly source: ParsedText
  /** The target with a blank for each character of syntax. */
  readonly words: string
  /** Another pair of the same file. */
  readonly other: Pair
  readonly random: () => number
}

/** One way in which translations go wrong. */
export interface Defect {
  readonly id: string
  /** Returns the string with the defect; undefined if it cannot have it. */
  readonly inject: (draft: Draft) => string | undefined
}

/** A defect of a whole message, such as a lost plural form. */
export interface MessageDefect {
  readonly id: string
  readonly injectMessage: (
    pair: Pair,
    other: Pair,
    random: () => number,
    siblings: readonly Pair[],
  ) => Message | undefined
}

export type AnyDefect = Defect | MessageDefect

/** The pair with the defect in its message; undefined if it cannot have it. `siblings` are the translations of its string. */
export function injectDefect(
  defect: AnyDefect,
  pair: Pair,
  other: Pair,
  random: () => number,
  siblings: readonly Pair[] = [],
): Message | undefined {
  const target =
    'injectMessage' in defect
      ? defect.injectMessage(pair, other, random, siblings)
      : injectIntoString(defect, pair, other, random)
  return target === undefined || JSON.stringify(target) === JSON.stringify(pair.target) || messageUnits(target) === 0
    ? undefined
    : target
}

function injectIntoString({ inject }: Defect, pair: Pair, other: Pair, random: () => number): Message | undefined {
  const { target } = pair
  if (typeof target === 'string') return inject(toDraft(pair, target, 'other', other, random))
  for (const [category, text] of Object.entries(target).toReversed()) {
    const changed = inject(toDraft(pair, text, category, other, random))
    if (changed !== undefined && changed !== text) return { ...target, [category]: changed }
  }
  return undefined
}

function toDraft(pair: Pair, text: string, category: string, other: Pair, random: () => number): Draft {
  const parse = (string: string): ParsedText => new ParsedText(string, pair.syntax, pair.families)
  const target = parse(text)
  return { pair, target, source: parse(toText(pair.source, category)), words: wordsOf(target), other, random }
}

/** The string of a message for a category. */
export const toText = (message: Message, category = 'other'): string =>
  typeof message === 'string' ? message : (message[category] ?? message['other'] ?? Object.values(message)[0] ?? '')

/** The text with other characters at a place. */
export const replaceAt = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length)

/** Replaces a match of a pattern in the words of a draft, chosen at random. */
export function replaceMatch(
  { words, target, random }: Draft,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | undefined,
): string | undefined {
  const matches = [...words.matchAll(pattern)].filter(({ 0: raw }) => !raw.includes(BLANK))
  const match = matches[Math.floor(random() * matches.length)]
  const replacement = match === undefined ? undefined : by(match)
  return match === undefined || replacement === undefined
    ? undefined
    : replaceAt(target.text, match.index, match[0].length, replacement)
}
