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
  const judged = branches.some(({ exact }) => !exact) ? branches.filter(({ exact }) => !exact) : branches
  const strict = leastOf(branches.map(({ of }) => of))
  const lenient = leastOf(judged.map(({ of }) => of))
  const all = new Map<string, Range>()
  for (const { of } of branches) {
    for (const [key, range] of of) {
      const before = all.get(key)
      all.set(key, {
        top: 0,
        min: strict.get(key)?.min ?? 0,
        lenient: lenient.get(key)?.lenient ?? 0,
        max: Math.max(before?.max ?? 0, range.max),
        at: Math.min(before?.at ?? range.at, range.at),
        types: before === undefined ? range.types : union(before.types, range.types),
      })
    }
  }
  return all
}

/** What every branch prints, as often as the one that prints it least. */
function leastOf(branches: readonly Occurrences[]): Occurrences {
  const [first = NOTHING, ...others] = branches
  const least = new Map(first)
  for (const other of others) {
    for (const [key, range] of least) {
      const here = other.get(key)
      if (here === undefined) least.delete(key)
      else {
        least.set(key, { ...range, min: Math.min(range.min, here.min), lenient: Math.min(range.lenient, here.lenient) })
      }
    }
  }
  return least
}

function plus(a: Range, b: Range): Range {
  return {
    top: a.top + b.top,
    min: a.min + b.min,
    lenient: a.lenient + b.lenient,
    max: a.max + b.max,
    at: Math.min(a.at, b.at),
    types: union(a.types, b.types),
  }
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b])
}
