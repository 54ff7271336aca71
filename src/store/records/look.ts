/**
 * What a handle looks like at a glance: two handles of one look are taken for one another. `acme-1nc`, `acmelnc` and `acrnelnc` look alike. Within a-z,
 * 0-9 and hyphens these are the confusable pairs of Unicode's UTS 39 (0 and o, 1 and l, rn and m), and a hyphen is easily overlooked.
 */
export const lookOf = (handle: string): string =>
  handle.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm')
