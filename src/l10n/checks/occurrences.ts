/** How often one value is printed, over all the ways through a message. */
export interface Range {
  /** Outside of any plural form or select case. */
  readonly top: number
  readonly min: number
  /** As `min`, without the forms that stand for one number (`one`, `=0` …): "one post" may leave the number out. */
  readonly lenient: number
  readonly max: number
  /** Offset of the first. */
  readonly at: number
  /** How the value is formatted or chosen by, such as `date` or `plural`. */
  readonly types: ReadonlySet<string>
}

/** By what is printed, as a person would write it: `{name}`, `<b>`, `%1$s`. */
export type Occurrences = ReadonlyMap<string, Range>

export const NOTHING: Occurrences = new Map()

/** One value, printed once. */
export function once(key: string, at: number, type: string): Occurrences {
  return new Map([[key, { top: 1, min: 1, lenient: 1, max: 1, at, types: new Set([type]) }]])
}

/** A value that only chooses between branches. */
export function chooser(key: string, at: number, type: string): Occurrences {
  return new Map([[key, { top: 0, min: 0, lenient: 0, max: 0, at, types: new Set([type]) }]])
}

/** One part after the other. */
export function inSequence(parts: readonly Occurrences[]): Occurrences {
  const all = new Map<string, Range>()
  for (const part of parts) {
    for (const [key, range] of part) {
      const before = all.get(key)
      all.set(key, before === undefined ? range : plus(before, range))
    }
  }
  return all
}

/** One branch or the other; `exact` branches stand for one number. */
export function asBranches(branches: readonly { readonly of: Occurrences; readonly exact: boolean }[]): Occurrences {
  const keys = new Set(branches.flatMap(({ of }) => [...of.keys()]))
  const inexact = branches.filter(({ exact }) => !exact)
  const judged = inexact.length === 0 ? branches : inexact
  const all = new Map<string, Range>()
  for (const key of keys) {
    const present = branches.flatMap(({ of }) => of.get(key) ?? [])
    all.set(key, {
      top: 0,
      min: Math.min(...branches.map(({ of }) => of.get(key)?.min ?? 0)),
      lenient: Math.min(...judged.map(({ of }) => of.get(key)?.lenient ?? 0)),
      max: Math.max(...present.map(range => range.max)),
      at: Math.min(...present.map(range => range.at)),
      types: new Set(present.flatMap(range => [...range.types])),
    })
  }
  return all
}

function plus(a: Range, b: Range): Range {
  return {
    top: a.top + b.top,
    min: a.min + b.min,
    lenient: a.lenient + b.lenient,
    max: a.max + b.max,
    at: Math.min(a.at, b.at),
    types: new Set([...a.types, ...b.types]),
  }
}
