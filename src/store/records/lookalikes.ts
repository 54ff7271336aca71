/**
 * The key under which look-alike handles are found: `acme-1nc`, `acmelnc` and `acrnelnc` have one. It also brings together handles that differ in i and l
 * alone, which nobody takes for one another: `isLookalike` decides.
 */
export const getLookalikeKey = (handle: string): string => foldHandle(handle).replaceAll(/[1i]/g, 'l')

/** Whether one handle is taken for the other at a glance. Between `al1ce` and `alice`, or `allce`, the eye does not tell; between `alice` and `allce` it does. */
export function isLookalike(one: string, other: string): boolean {
  const [a, b] = [foldHandle(one), foldHandle(other)]
  return a.length === b.length && a.split('').every((letter, at) => isConfusable(letter, b.charAt(at)))
}

/** Within a-z, 0-9 and hyphens these are confusable pairs of Unicode's UTS 39 (0 and o, rn and m), and a hyphen is easily overlooked. */
const foldHandle = (handle: string): string => handle.replaceAll('-', '').replaceAll('0', 'o').replaceAll('rn', 'm')

const isConfusable = (one: string, other: string): boolean =>
  one === other || (one === '1' && CONFUSABLE_WITH_ONE.has(other)) || (other === '1' && CONFUSABLE_WITH_ONE.has(one))

/** UTS 39 has 1 and l; beside other letters people read a 1 as an i as well. */
const CONFUSABLE_WITH_ONE: ReadonlySet<string> = new Set('il')
