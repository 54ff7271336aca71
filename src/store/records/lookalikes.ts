/**
 * Returns the common key of lookalike handles: `acme-1nc`, `acmelnc` and `acrnelnc` have the same. Also groups handles that differ only in i and l, which are
 * easy to tell apart: check with `isLookalike`.
 */
export const getLookalikeKey = (handle: string): string => foldHandle(handle).replaceAll(/[1i]/g, 'l')

/** Whether two handles are easily confused: `al1ce` with `alice` and `allce`, but not `alice` with `allce`. */
export function isLookalike(one: string, other: string): boolean {
  const [a, b] = [foldHandle(one), foldHandle(other)]
  return a.length === b.length && a.split('').every((letter, at) => isConfusable(letter, b.charAt(at)))
}

/** Merges the confusable pairs of Unicode UTS 39 within a-z, 0-9 and hyphens (0 and o, rn and m). Removes hyphens, which are easily overlooked. */
const foldHandle = (handle: string): string => handle.replaceAll('-', '').replaceAll('0', 'o').replaceAll('rn', 'm')

const isConfusable = (one: string, other: string): boolean =>
  one === other || (one === '1' && CONFUSABLE_WITH_ONE.has(other)) || (other === '1' && CONFUSABLE_WITH_ONE.has(one))

/** UTS 39 lists 1 and l. Next to letters, people also read 1 as i. */
const CONFUSABLE_WITH_ONE: ReadonlySet<string> = new Set('il')
