import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A JSON document that is the same for all clients. */
interface JsonDocument {
  readonly bytes: Buffer
  readonly etag: string
}

/**
 * Caches the document of a base URL, which changes at most once: when the port of the server is known. Created on first
 * use.
 */
export function createDocument(make: () => object): (baseUrl: string) => JsonDocument {
  let last: (JsonDocument & { readonly baseUrl: string }) | undefined
  return baseUrl => {
    if (last?.baseUrl !== baseUrl) last = { baseUrl, ...encodeDocument(make()) }
    return last
  }
}

export function encodeDocument(value: object): JsonDocument {
  const bytes = Buffer.from(JSON.stringify(value))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Sends a document, or 304 to a client that has it. */
export function sendDocument(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { bytes, etag }: JsonDocument,
): void {
  response.setHeader('cache-control', 'public, max-age=300')
  response.setHeader('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) response.writeHead(304).end()
  else response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}

/**
 * Whether If-None-Match contains the tag. RFC 9110 13.1.2: weak comparison, because an intermediary may have compressed
 * the body.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(given => ['*', etag].includes(given.trim().replace(/^W\//, '')))
}
