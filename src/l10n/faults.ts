/** What one answer tells of an input that is wrong in many places: what is wrong a thousand times is wrong in the same way. */
export const MAX_FAULTS = 20
/** With more unknown names than this in an input, none is a slip of one that exists. */
export const MAX_UNKNOWN = 10

/** What stands behind the first 20 faults; whoever stopped looking does not know how many more there are. */
export function formatMoreFaults(more: number | undefined): string {
  if (more === undefined) return 'There are more faults of this kind.'
  return more === 1 ? 'There is 1 more fault.' : `There are ${more} more faults.`
}

/** The first 20 of all faults of an input, and how many more there are. */
export const firstFaults = (faults: readonly string[]): readonly string[] =>
  faults.length > MAX_FAULTS ? [...faults.slice(0, MAX_FAULTS), formatMoreFaults(faults.length - MAX_FAULTS)] : faults

/** What is wrong in one input: the first 20 faults in words. Whoever looks for more stops when it is full. */
export class Faults {
  readonly #told: ((suggests: boolean) => string)[] = []
  #unknown = 0
  #count = 0

  /** Whether there is nothing more to tell. */
  get isFull(): boolean {
    return this.#count > MAX_FAULTS
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(fault: string): void {
    this.#add(() => fault)
  }

  /** A name that does not exist; `describe` may look for the one that was meant only where it is told to. */
  addUnknown(describe: (suggests: boolean) => string): void {
    this.#unknown += 1
    this.#add(describe)
  }

  /** All of them as sentences. */
  toString(): string {
    const suggests = this.#unknown <= MAX_UNKNOWN
    const told = this.#told.map(fault => fault(suggests))
    return [...told, ...(this.isFull ? [formatMoreFaults(undefined)] : [])].join(' ')
  }

  #add(fault: (suggests: boolean) => string): void {
    this.#count += 1
    if (this.#told.length < MAX_FAULTS) this.#told.push(fault)
  }
}
