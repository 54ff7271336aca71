/**
 * Whether If-None-Match contains the tag. RFC 9110 13.1.2: weak comparison, because an intermediary may have compressed
 * the body.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(given => ['*', etag].includes(given.trim().replace(/^W\//, '')))
}
