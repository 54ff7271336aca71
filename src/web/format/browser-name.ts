const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Returns a short name of a browser, such as `Firefox on Linux`, from its user agent, which may be any text. */
export function browserName(userAgent: string | undefined): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent?.includes(mark) === true)?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'A browser'
  return system === undefined ? `${browser}` : `${browser ?? 'A browser'} on ${system}`
}
