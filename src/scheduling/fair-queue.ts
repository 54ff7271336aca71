/** A queue in which several owners take turns: a hundred items of one owner delay another owner by only one of them. */
export class FairQueue<Item> {
  /** Owners in the order of their turns. */
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(owner: string, item: Item): void {
    const own = this.#waiting.get(owner)
    if (own === undefined) this.#waiting.set(owner, [item])
    else own.push(item)
    this.#size += 1
  }

  /** The item that `shift` would remove. */
  peek(mayGo?: (owner: string) => boolean): Item | undefined {
    return this.#next(mayGo)?.[1][0]
  }

  /** Removes the oldest item of the next owner for whom `mayGo` is true. */
  shift(mayGo?: (owner: string) => boolean): Item | undefined {
    const next = this.#next(mayGo)
    if (next === undefined) return undefined
    const [owner, items] = next
    const item = items.shift()
    this.#waiting.delete(owner)
    if (items.length > 0) this.#waiting.set(owner, items)
    this.#size -= 1
    return item
  }

  #next(mayGo: (owner: string) => boolean = () => true): [owner: string, items: Item[]] | undefined {
    for (const one of this.#waiting) if (mayGo(one[0])) return one
    return undefined
  }
}
