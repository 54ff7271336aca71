/** No URL of the server is this long. */
const MAX_PATH_LENGTH = 2000

/**
 * Returns an untrusted path if every browser resolves it to this host, else undefined. Browsers treat `//host` and `/\host` as another host, and remove control
 * characters before they parse.
 */
export function localPath(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given.length > MAX_PATH_LENGTH) return undefined
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given)) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(given, here)) return undefined
  const { origin, pathname, search } = new URL(given, here)
  // Resolving the dots turns a path such as /.//host into //host.
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : undefined
}
