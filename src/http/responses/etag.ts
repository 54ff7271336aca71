/** Whether If-None-Match names the tag. RFC 9110 13.1.2: compared weakly, because what stands between may have compressed the body. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(given => ['*', etag].includes(given.trim().replace(/^W\//, '')))
}
