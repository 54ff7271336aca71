import { isIP } from 'node:net'
import { visit } from 'jsonc-parser'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { isObject, tryParseObject } from '../../../text/try-parse-json.ts'
import { parseMetadata, pickAbout } from './metadata.ts'
import { negotiateMetadata } from './negotiate.ts'
import { MAX_URI_LENGTH } from './redirect-uris.ts'

/** A client as its metadata document describes it, without times. */
export type DocumentClient = Pick<
  ClientRecord,
  'id' | 'kind' | 'name' | 'redirect_uris' | 'grant_types' | 'auth_method' | 'confidential' | 'about'
>

/**
 * Returns why a URL can't be the address of a metadata document, as the end of a sentence; undefined if it can. Checked before anything is fetched
 * (draft-ietf-oauth-client-id-metadata-document 3).
 */
export function documentAddressFault(id: string): string | undefined {
  if (id.length > MAX_URI_LENGTH) return `is longer than ${MAX_URI_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(id)) return 'has a space, a control character or a non-ASCII character'
  if (!id.startsWith('https://')) return 'is not an https URL'
  if (id.includes('#')) return 'has a fragment'
  if (/^https:\/\/[^/?]*@/.test(id)) return 'has a username or a password'
  if (!URL.canParse(id)) return 'is not a valid URL'
  const { href, pathname, hostname } = new URL(id)
  // Checked here, so that it does not count as a fetch.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'has an IP address instead of a host name'
  if (!/[^.]\.[^.]/.test(hostname) || /\.localhost\.?$/.test(hostname)) return 'does not have a public host name'
  if (pathname === '/') return 'has no path'
  // Dot segments, backslashes, a default port or capitals in the host spell one URL in two ways; client IDs are compared as strings.
  if (href !== id) return `is not normalized; use ${href}`
  return undefined
}

/** Reads a metadata document. Rejects documents with secrets, because everyone can read them. */
export function readDocument(
  text: string,
  url: string,
): { readonly client: DocumentClient } | { readonly fault: string } {
  const json = tryParseObject(text)
  if (json === undefined) return { fault: 'is not a JSON object' }
  const repeated = findRepeatedKey(text)
  if (repeated !== undefined) return { fault: `has the key ${JSON.stringify(repeated.slice(0, 60))} more than once` }
  if (json['client_id'] !== url) return { fault: 'has a client_id that is not its own URL' }
  if (json['client_secret'] !== undefined || json['client_secret_expires_at'] !== undefined) {
    return { fault: 'has a client secret' }
  }
  if (hasPrivateKey(json['jwks'])) return { fault: 'has a private key' }
  const parsed = parseMetadata(json)
  if ('fault' in parsed) return { fault: `is not valid: ${parsed.fault.problem.replace(/\.$/, '')}` }
  const { metadata } = parsed
  const { client_name: name = '', redirect_uris: redirects = [], ...rest } = metadata
  if (name.trim() === '') return { fault: 'has no client_name' }
  if (redirects.length === 0) return { fault: 'has no redirect_uris' }
  const method = metadata.token_endpoint_auth_method ?? 'none'
  if (method.startsWith('client_secret_')) return { fault: 'has an authentication method that needs a secret' }
  const offered = [method, ...(metadata.token_endpoint_auth_methods_supported ?? [])]
  if (!offered.includes('none')) return { fault: 'does not offer the authentication method none' }
  const chosen = negotiateMetadata({
    ...rest,
    token_endpoint_auth_method: 'none',
    token_endpoint_auth_methods_supported: undefined,
  })
  if ('fault' in chosen) return { fault: `is not valid: ${chosen.fault.problem.replace(/\.$/, '')}` }
  return {
    client: {
      id: url,
      kind: 'document',
      name,
      redirect_uris: redirects,
      grant_types: [...chosen.choices.grantTypes],
      auth_method: 'none',
      confidential: false,
      about: pickAbout(metadata),
    },
  }
}

/**
 * Finds a key that an object has twice. Parsers disagree which one counts (RFC 8259 4), so another reader, such as a proxy, could see another client.
 */
function findRepeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  let repeated: string | undefined
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectProperty: key => {
      const keys = open.at(-1)
      if (keys?.has(key) === true) repeated ??= key
      keys?.add(key)
    },
    onObjectEnd: () => {
      open.pop()
    },
  })
  return repeated
}

/** Private key members (RFC 7518 6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

function hasPrivateKey(jwks: unknown): boolean {
  const keys = isObject(jwks) && Array.isArray(jwks['keys']) ? jwks['keys'] : []
  return keys.some(key => isObject(key) && PRIVATE_MEMBERS.some(member => Object.hasOwn(key, member)))
}
