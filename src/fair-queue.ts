/** Waiting items of several owners, who take turns: a hundred items of one keep nobody else waiting for more than one of them. */
export class FairQueue<Item> {
  /** In the order of their turns. */
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

  /** What `shift` would take. */
  peek(): Item | undefined {
    const [first] = this.#waiting.values()
    return first?.[0]
  }

  /** Takes the oldest item of the owner whose turn it is. */
  shift(): Item | undefined {
    const [next] = this.#waiting
    if (next === undefined) return undefined
    const [owner, items] = next
    const item = items.shift()
    this.#waiting.delete(owner)
    if (items.length > 0) this.#waiting.set(owner, items)
    this.#size -= 1
    return item
  }
}
