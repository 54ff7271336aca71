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
  /** The first occurrence as it is written. */
  readonly raw: string
  /** How the value is formatted or selected by, such as `date` or `plural`. */
  readonly types: ReadonlySet<string>
  /** What readers see of the value, and how it is written: `percent`, `.00`. Only for formatted arguments. */
  readonly meanings: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
}

/** Counts by printed value: `{name}`, `<b>`, `%1$s`. */
export type Occurrences = ReadonlyMap<string, OccurrenceRange>

export const NOTHING: Occurrences = new Map()

/** How an occurrence is written; by default, as its key. */
interface Written {
  readonly raw?: string
  readonly meaning?: string | undefined
  readonly format?: string | undefined
}

/** Adds up the values printed by consecutive parts of a message. */
export class Tally {
  readonly #all = new Map<string, MutableRange>()

  /** Adds a value printed once. */
  print(key: string, at: number, type: string, written?: Written): void {
    this.#addOne(key, ONCE, at, type, written)
  }

  /** Adds a value that only selects a branch. */
  choose(key: string, at: number, type: string, written?: Written): void {
    this.#addOne(key, NEVER, at, type, written)
  }

  /** Adds a part counted separately. */
  append(part: Occurrences): void {
    for (const [key, range] of part) {
      const known = this.#all.get(key)
      if (known === undefined) this.#all.set(key, { ...range, types: new Set(range.types) })
      else {
        addCounts(known, range)
        for (const type of range.types) known.types.add(type)
        known.meanings = union(known.meanings, range.meanings)
        known.formats = union(known.formats, range.formats)
      }
    }
  }

  get occurrences(): Occurrences {
    return this.#all.size === 0 ? NOTHING : this.#all
  }

  #addOne(key: string, counts: Counts, at: number, type: string, { raw = key, meaning, format }: Written = {}): void {
    let known = this.#all.get(key)
    if (known === undefined) {
      const { top, min, lenient, max } = counts
      known = { top, min, lenient, max, at, raw, types: new Set([type]), meanings: NO_STYLE, formats: NO_STYLE }
      this.#all.set(key, known)
    } else {
      addCounts(known, { ...counts, at, raw })
      known.types.add(type)
    }
    if (meaning !== undefined) known.meanings = union(known.meanings, new Set([meaning]))
    if (format !== undefined) known.formats = union(known.formats, new Set([format]))
  }
}

/** Adds up what consecutive parts of a message print. */
export function addUp(...parts: readonly Occurrences[]): Occurrences {
  const tally = new Tally()
  for (const part of parts) tally.append(part)
  return tally.occurrences
}

type Counts = Pick<OccurrenceRange, 'top' | 'min' | 'lenient' | 'max'>

type MutableRange = { -readonly [Name in keyof OccurrenceRange]: OccurrenceRange[Name] } & {
  readonly types: Set<string>
}

const NO_STYLE: ReadonlySet<string> = new Set()

function addCounts(
  range: MutableRange,
  { top, min, lenient, max, at, raw }: Counts & Pick<OccurrenceRange, 'at' | 'raw'>,
): void {
  // A printed value shows better than the head of a plural how it is written.
  if (range.max === 0 && max > 0) range.raw = raw
  range.top += top
  range.min += min
  range.lenient += lenient
  range.max += max
  range.at = Math.min(range.at, at)
}

const ONCE: Counts = { top: 1, min: 1, lenient: 1, max: 1 }
const NEVER: Counts = { top: 0, min: 0, lenient: 0, max: 0 }

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
        raw: before?.raw ?? range.raw,
        types: union(before?.types, range.types),
        meanings: union(before?.meanings, range.meanings),
        formats: union(before?.formats, range.formats),
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

function union(a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === undefined) return b
  for (const type of b) if (!a.has(type)) return new Set([...a, ...b])
  return a
}
