import { AppError } from '../../errors.ts'
import { mergeTerm, orderedTerm, type TermInput } from './clean-term.ts'
import { type Term, termKey } from './term.ts'

/** A term as it was before and is after; null = not there. */
export interface TermChange {
  readonly before: Term | null
  readonly after: Term | null
}

export interface TermOrder {
  readonly upsert: readonly TermInput[]
  readonly remove: readonly string[]
}

/** The key of every term that an order names. */
export const namedKeys = ({ upsert, remove }: TermOrder): readonly string[] => [
  ...new Set([...upsert.map(term => keyOf(term.term)), ...remove.map(keyOf)]),
]

const keyOf = (term: string): string => termKey({ term: term.trim() })

/**
 * What an order changes, each term once, without what stays as it is; and the names that it removes and that are not there.
 * @throws AppError `invalid_input` with every fault.
 */
export function changeTerms(
  present: ReadonlyMap<string, Term>,
  order: TermOrder,
): { readonly changes: readonly TermChange[]; readonly unknown: readonly string[] } {
  const faults = orderFaults(present, order)
  const upserts = order.upsert.flatMap(given => {
    const before = present.get(keyOf(given.term))
    const after = mergeTerm(before, given, faults)
    return isSame(before ?? null, after) ? [] : [{ before: before ?? null, after }]
  })
  if (faults.length > 0) {
    throw new AppError('invalid_input', faults.slice(0, 20).join(' '), {
      fix: 'Correct these terms and send the call again; nothing was written.',
    })
  }
  const removals = [...new Map(order.remove.map(name => [keyOf(name), name]))]
  return {
    changes: [
      ...upserts,
      ...removals.flatMap(([key]) => {
        const before = present.get(key)
        return before === undefined ? [] : [{ before, after: null }]
      }),
    ],
    unknown: removals.filter(([key]) => !present.has(key)).map(([, name]) => name),
  }
}

function orderFaults(present: ReadonlyMap<string, Term>, { upsert, remove }: TermOrder): string[] {
  if (upsert.length === 0 && remove.length === 0) return ['upsert and remove are both empty: there is nothing to do.']
  const faults: string[] = []
  const spelled = new Map<string, string>()
  for (const { term } of upsert) {
    const name = term.trim()
    const twin = spelled.get(keyOf(name))
    if (twin !== undefined) faults.push(`upsert has ${twin} and ${name}, which are the same term: give it once.`)
    spelled.set(keyOf(name), name)
    const there = present.get(keyOf(name))
    if (there !== undefined && there.term !== name) {
      faults.push(`${name} is there already as ${there.term}: write it so, or remove ${there.term} first.`)
    }
  }
  for (const name of remove) {
    if (spelled.has(keyOf(name))) faults.push(`${name.trim()} is both in upsert and in remove: leave one out.`)
  }
  return faults
}

/** Whether two states of a term are the same one. */
export const isSame = (one: Term | null, other: Term | null): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify(orderedTerm(one)) === JSON.stringify(orderedTerm(other))
