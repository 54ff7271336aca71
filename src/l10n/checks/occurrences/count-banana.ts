import { type BananaChoice, type BananaPart, listPositional } from '../../message/banana/parts.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

/** Counts what a MediaWiki message prints, over all branches, and its links. */
export function countBananaParts(parts: readonly BananaPart[], text: string): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') tally.print(part.key, part.start, 'argument', { raw: part.key.trim() })
    if (part.kind !== 'choice') continue
    addHead(tally, part, text)
    // Only the last form must print the number: `plural_forms` knows which of the others are for one number.
    const last = part.type === 'plural' ? listPositional(part).at(-1) : undefined
    const branches = part.branches.map(branch => ({
      of: countBananaParts(branch.parts, text),
      exact: last !== undefined && branch !== last,
    }))
    tally.append(mergeBranches(branches))
  }
  return tally.occurrences
}

/** Adds what a choice is about. Languages without genders need no GENDER, and `plural_forms` compares plurals. */
function addHead(tally: Tally, { type, argument, values, start, end, branches }: BananaChoice, text: string): void {
  const raw = text.slice(start, branches[0]?.start ?? end)
  switch (type) {
    case 'plural':
    case 'gender':
      if (argument !== '') tally.choose(argument, start, type === 'plural' ? 'plural' : 'argument', { raw: argument })
      return
    case 'link':
      tally.print(LINK, start, 'argument', { raw, format: argument.replaceAll('_', ' ') })
      for (const value of values) tally.print(value.key, value.start, 'argument', { raw: value.key })
      return
    case 'address':
      // `urls` compares the addresses. A page of another wiki has both.
      tally.print(LINK, start, 'argument', { raw })
      return
    case 'free':
  }
}

const LINK = '[…]'
