import { toSortKey } from '../../../../store/records/define.ts'
import type { PlannedString } from '../plan/strings.ts'

/**
 * Assigns sort keys to the strings that are new in their file: numbers in sequence at the first push; later derived from the string before, so that a key in
 * the middle is listed there and no other entry moves. Runs in steps.
 */
export function* assignOrders(
  strings: readonly PlannedString[],
  fileId: string,
  writing: { nextEntry: number },
): Generator<void, ReadonlyMap<PlannedString, string>> {
  const orders = new Map<PlannedString, string>()
  const known: (string | undefined)[] = []
  for (const { entry } of strings) {
    known.push(entry?.file_id === fileId ? entry.order : undefined)
    yield
  }
  const first = known.find(order => order !== undefined)
  let anchor = first === undefined ? undefined : Math.max(0, parseAnchor(first) - 1)
  for (const [at, string] of strings.entries()) {
    yield
    const order = known[at]
    if (order !== undefined) anchor = parseAnchor(order)
    else {
      const number = writing.nextEntry++
      orders.set(string, `${toSortKey(anchor ?? number)}.${toSortKey(number)}`)
    }
  }
  return orders
}

const parseAnchor = (order: string): number => Number(order.slice(0, 12))
