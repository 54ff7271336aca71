/** How often one value is printed, over all branches of a message. */
export interface OccurrenceRange {
  /** Count outside plural forms and select cases. */
  readonly top: number
  readonly min: number
  /** As `min`, without forms for a single number (`one`, `=0` …): "one post" may omit the number. */
  readonly lenient: number
  readonly max: number
  /** Offset of the first occurrence. */
  readonly at: number
  /** How the value is formatted or selected by, such as `date` or `plural`. */
  readonly types: ReadonlySet<string>
}

/** Counts by printed value: `{name}`, `<b>`, `%1$s`. */
export type Occurrences = ReadonlyMap<string, OccurrenceRange>

export const NOTHING: Occurrences = new Map()

/** Adds up the values printed by consecutive parts of a message. */
export class Tally {
  readonly #all = new Map<string, MutableRange>()

  /** Adds a value printed once. */
  print(key: string, at: number, type: string): void {
    this.#add(key, { ...ONCE, at }, [type])
  }

  /** Adds a value that only selects a branch. */
  choose(key: string, at: number, type: string): void {
    this.#add(key, { ...NEVER, at }, [type])
  }

  /** Adds a part counted separately. */
  append(part: Occurrences): void {
    for (const [key, range] of part) this.#add(key, range, range.types)
  }

  get occurrences(): Occurrences {
    return this.#all.size === 0 ? NOTHING : this.#all
  }

  #add(key: string, { top, min, lenient, max, at }: Counts, types: Iterable<string>): void {
    const range = this.#all.get(key)
    if (range === undefined) {
      this.#all.set(key, { top, min, lenient, max, at, types: new Set(types) })
      return
    }
    range.top += top
    range.min += min
    range.lenient += lenient
    range.max += max
    range.at = Math.min(range.at, at)
    for (const type of types) range.types.add(type)
  }
}

type Counts = Omit<OccurrenceRange, 'types'>

interface MutableRange extends OccurrenceRange {
  top: number
  min: number
  lenient: number
  max: number
  at: number
  readonly types: Set<string>
}

const ONCE = { top: 1, min: 1, lenient: 1, max: 1 }
const NEVER = { top: 0, min: 0, lenient: 0, max: 0 }

/** Adds alternative branches; `exact` branches are for a single number. */
export function mergeBranches(branches: readonly { readonly of: Occurrences; readonly exact: boolean }[]): Occurrences {
  const judged = branches.some(({ exact }) => !exact) ? branches.filter(({ exact }) => !exact) : branches
  const strict = intersectBranches(branches.map(({ of }) => of))
  const lenient = intersectBranches(judged.map(({ of }) => of))
  const all = new Map<string, OccurrenceRange>()
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

/** Values printed by every branch, with the lowest count. */
function intersectBranches(branches: readonly Occurrences[]): Occurrences {
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

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  for (const type of b) if (!a.has(type)) return new Set([...a, ...b])
  return a
}
