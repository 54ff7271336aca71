/** A generator of numbers from 0 to 1 (mulberry32): the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** At most `most` items of a list, chosen at random, in a random order. */
export function sample<Item>(items: readonly Item[], most: number, random: () => number): Item[] {
  const rest = [...items]
  const chosen: Item[] = []
  while (chosen.length < most && rest.length > 0) {
    const at = Math.floor(random() * rest.length)
    const item = rest[at]
    const last = rest.pop()
    if (last !== undefined && at < rest.length) rest[at] = last
    if (item !== undefined) chosen.push(item)
  }
  return chosen
}

/** One item of a list; undefined if it is empty. */
export const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]
