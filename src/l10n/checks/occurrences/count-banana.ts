import { createNamer } from '../../message/banana/categories.ts'
import type { BananaChoice, BananaPart } from '../../message/banana/parts.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

interface Place {
  readonly text: string
  readonly locale: string
  /** Whether a plural form is for a single number. */
  readonly isExact: (selector: string) => boolean
}

/** Counts what a MediaWiki message prints, over all branches, and its links. */
export function countBananaParts(parts: readonly BananaPart[], place: Place): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') tally.print(part.key, part.start, 'argument', { raw: part.key.trim() })
    if (part.kind !== 'choice') continue
    addHead(tally, part, place.text)
    const toName = part.type === 'plural' ? createNamer(part, place.locale) : undefined
    const branches = part.branches.map(branch => ({
      of: countBananaParts(branch.parts, place),
      exact: toName !== undefined && place.isExact(toName(branch)),
    }))
    tally.append(mergeBranches(branches))
  }
  return tally.occurrences
}

/** Adds what a choice is about. `plural_forms` compares plurals; languages without genders need no GENDER. */
function addHead(tally: Tally, { type, argument, values, start, end, branches }: BananaChoice, text: string): void {
  const raw = text.slice(start, branches[0]?.start ?? end)
  switch (type) {
    case 'plural':
    case 'gender':
      if (argument !== '') tally.choose(argument, start, type === 'plural' ? 'plural' : 'argument', { raw: argument })
      return
    case 'link':
      tally.print(`[[${argument.replaceAll('_', ' ')}]]`, start, 'argument', { raw })
      for (const value of values) tally.print(value.key, value.start, 'argument', { raw: value.key })
      return
    case 'address':
      // `urls` compares the addresses.
      tally.print('[…]', start, 'argument', { raw })
      return
    case 'free':
  }
}
