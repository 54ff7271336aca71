/** Returns the first index from `from` on for which `before` is false, or `count`. `before` must be true for all lower indexes. */
export function binarySearch(count: number, before: (at: number) => boolean, from = 0): number {
  let low = from
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (before(middle)) low = middle + 1
    else high = middle
  }
  return low
}
