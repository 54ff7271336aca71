/** Most faults that one answer lists. */
export const MAX_FAULTS = 20
/** With more unknown names than this, no suggestions are made. */
export const MAX_UNKNOWN = 10

/** The sentence after the first 20 faults; without a count if the search stopped there. */
export function formatMoreFaults(more: number | undefined): string {
  if (more === undefined) return 'There are more errors of this kind.'
  return more === 1 ? 'There is 1 more error.' : `There are ${more} more errors.`
}

/** The first 20 faults of an input, and how many more there are. */
export const firstFaults = (faults: readonly string[]): readonly string[] =>
  faults.length > MAX_FAULTS ? [...faults.slice(0, MAX_FAULTS), formatMoreFaults(faults.length - MAX_FAULTS)] : faults

/** Collects the first 20 faults of an input; callers stop searching when it is full. */
export class Faults {
  readonly #faults: ((suggests: boolean) => string)[] = []
  #unknown = 0
  #count = 0

  /** Whether no more faults are collected. */
  get isFull(): boolean {
    return this.#count > MAX_FAULTS
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(fault: string): void {
    this.#add(() => fault)
  }

  /** Adds an unknown name; `describe` suggests a similar name only if its argument allows it. */
  addUnknown(describe: (suggests: boolean) => string): void {
    this.#unknown += 1
    this.#add(describe)
  }

  /** All faults as sentences. */
  toString(): string {
    const suggests = this.#unknown <= MAX_UNKNOWN
    const sentences = this.#faults.map(fault => fault(suggests))
    return [...sentences, ...(this.isFull ? [formatMoreFaults(undefined)] : [])].join(' ')
  }

  #add(fault: (suggests: boolean) => string): void {
    this.#count += 1
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(fault)
  }
}
