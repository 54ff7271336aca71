import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { Faults } from '../faults.ts'
import { ChangeSizeLimit, mergeTerm, orderedTerm, type TermInput } from './merge-term.ts'
import { type Term, termKey } from './term.ts'

/** A term before and after a change; null = does not exist. */
export interface TermChange {
  readonly before: Term | null
  readonly after: Term | null
}

export interface TermChangeRequest {
  readonly upsert: readonly TermInput[]
  readonly remove: readonly string[]
}

/** The key of every term in a change. */
export const namedKeys = ({ upsert, remove }: TermChangeRequest): readonly string[] => [
  ...new Set([...upsert.map(term => toTermKey(term.term)), ...remove.map(toTermKey)]),
]

const toTermKey = (term: string): string => termKey({ term: term.trim() })

export interface TermChangeResult {
  readonly changes: readonly TermChange[]
  /** Terms to remove that do not exist. */
  readonly unknown: readonly string[]
}

/**
 * The terms that a call changes, each once, without unchanged ones; one step per term.
 * @throws AppError `invalid_input` with the first faults; `too_large`.
 */
export function* changeTerms(
  present: ReadonlyMap<string, Term>,
  order: TermChangeRequest,
): Generator<void, TermChangeResult> {
  const faults = findRequestFaults(present, order)
  const upserts: TermChange[] = []
  const bytes = new ChangeSizeLimit('Send the terms in several smaller calls.')
  for (const given of order.upsert) {
    if (faults.isFull) break
    const before = present.get(toTermKey(given.term)) ?? null
    const after = mergeTerm(before ?? undefined, given, faults)
    if (!isSameTerm(before, after)) {
      bytes.add(before, after)
      upserts.push({ before, after })
    }
    yield
  }
  if (!faults.isEmpty) {
    throw new AppError('invalid_input', String(faults), {
      fix: 'Correct these terms and repeat the call. Nothing was written.',
    })
  }
  const removals = [...new Map(order.remove.map(name => [toTermKey(name), name]))]
  const removed = removals.flatMap(([key]) => {
    const before = present.get(key)
    return before === undefined ? [] : [{ before, after: null }]
  })
  for (const { before } of removed) {
    bytes.add(before)
    yield
  }
  return {
    changes: [...upserts, ...removed],
    unknown: removals.filter(([key]) => !present.has(key)).map(([, name]) => name),
  }
}

function findRequestFaults(present: ReadonlyMap<string, Term>, { upsert, remove }: TermChangeRequest): Faults {
  const faults = new Faults()
  if (upsert.length === 0 && remove.length === 0) faults.add('upsert and remove are both empty.')
  const spelled = new Map<string, string>()
  for (const { term } of upsert) {
    const name = term.trim()
    const twin = spelled.get(toTermKey(name))
    if (twin !== undefined) faults.add(`upsert has ${echo(twin)} and ${echo(name)}, which are the same term.`)
    spelled.set(toTermKey(name), name)
    const there = present.get(toTermKey(name))
    if (there !== undefined && there.term !== name) {
      faults.add(`${echo(name)} already exists as ${there.term}: use that spelling, or remove ${there.term} first.`)
    }
  }
  for (const name of remove) {
    if (spelled.has(toTermKey(name))) faults.add(`${echo(name.trim())} is in both upsert and remove.`)
  }
  return faults
}

/** Whether two versions of a term are equal. */
export const isSameTerm = (one: Term | null, other: Term | null): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify(orderedTerm(one)) === JSON.stringify(orderedTerm(other))
