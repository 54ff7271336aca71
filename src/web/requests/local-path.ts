/** Longer than any address of ours. */
const MAX_PATH_LENGTH = 2000

/**
 * A path of this service that somebody else may have written: undefined unless every browser keeps it on this host. Browsers take `//host` and `/\host`
 * for another host, and leave out control characters before they look.
 */
export function localPath(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given.length > MAX_PATH_LENGTH) return undefined
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given)) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(given, here)) return undefined
  const { origin, pathname, search } = new URL(given, here)
  // A path such as /.//host becomes //host when its dots are taken out.
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : undefined
}
