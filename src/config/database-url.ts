/** Whether a store URL names a PostgreSQL database. */
export function isDatabaseUrl(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)
}

/** Writes `PASSWORD` in place of the password of a database URL. */
export function hidePassword(url: string): string {
  const shown = new URL(url)
  if (shown.password !== '') shown.password = 'PASSWORD'
  return shown.href
}

/** Removes user and password from a database URL. */
export function hideCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
