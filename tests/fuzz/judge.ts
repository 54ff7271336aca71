import type { Known } from './known.ts'
import type { Answered, Sent } from './send.ts'
import type { Surface } from './surfaces.ts'

/** The fault of an answer, in words; undefined = none. */
export function faultOf(surface: Surface, sent: Sent, answered: Answered, known: Known): string | undefined {
  const { status, headers, text } = answered
  if (status >= 500) return 'the server failed'
  if (status < 200) return 'the answer is none'
  if (Object.hasOwn(headers, 'set-cookie') && /zq=1/.test(String(headers['set-cookie']))) return 'a header was injected'
  if (/<svg\/onload|<script>zq/.test(text) && isPage(answered)) return 'markup came back'
  if (sent.method === 'HEAD' || (sent.method === 'OPTIONS' && surface !== 'pages'))
    return text === '' ? undefined : 'it has a body'
  if (status === 405) return headers.allow === undefined ? 'no Allow' : undefined
  return FAULTS[surface](answered, known, sent)
}

const isPage = ({ headers }: Answered): boolean => /html/.test(headers['content-type'] ?? '')

const FAULTS: Readonly<Record<Surface, (answered: Answered, known: Known, sent: Sent) => string | undefined>> = {
  authorize: authorizeFault,
  register: answered => jsonFault(answered, 201, ['client_id', 'client_secret', 'redirect_uris']),
  token: answered => jsonFault(answered, 200, ['access_token', 'token_type', 'expires_in', 'scope']),
  revoke: answered =>
    answered.status === 200 ? (answered.text === '' ? undefined : 'it says more') : jsonFault(answered),
  introspect: answered => jsonFault(answered, 200, ['active']),
  metadata: ({ status, headers, text }) => {
    if (status === 304) return undefined
    if (!/^application\/(problem\+)?json/.test(headers['content-type'] ?? '')) return 'it is no JSON'
    const body = JSON.parse(text) as Record<string, unknown>
    if (headers['set-cookie'] !== undefined) return 'it sets a cookie'
    if (status === 200) return typeof (body['issuer'] ?? body['resource']) === 'string' ? undefined : 'it names nothing'
    return status === 404 || status === 400 || status === 414 ? undefined : `the status ${status}`
  },
  pages: pageFault,
}

/** A success has these members, everything else is an error of RFC 6749 5.2. */
function jsonFault(
  { status, headers, text }: Answered,
  success = 0,
  members: readonly string[] = [],
): string | undefined {
  if (headers['content-type']?.startsWith('application/json') !== true) return 'it is no JSON'
  if (headers['cache-control'] !== 'no-store') return 'it may be stored'
  if (headers['x-content-type-options'] !== 'nosniff') return 'a browser may guess what it is'
  const body = JSON.parse(text) as Record<string, unknown>
  if (status === success) {
    if (Object.values(body).includes(null)) return 'a member is null'
    return members.every(name => Object.hasOwn(body, name)) ? undefined : 'a member is missing'
  }
  if (!(ERRORS.get(status) ?? []).includes(String(body['error']))) return `the error ${String(body['error'])}`
  // RFC 6749 5.2: %x20-21 / %x23-5B / %x5D-7E.
  if (!/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,500}$/.test(String(body['error_description']))) return 'its description'
  return undefined
}

const ERRORS = new Map([
  [
    400,
    [
      'invalid_request',
      'invalid_grant',
      'invalid_scope',
      'invalid_target',
      'invalid_client_metadata',
      'invalid_redirect_uri',
      'unauthorized_client',
      'unsupported_grant_type',
      'unsupported_token_type',
      'authorization_pending',
    ],
  ],
  [401, ['invalid_client']],
  [413, ['invalid_request', 'invalid_client_metadata']],
  [429, ['too_many_requests']],
])

function authorizeFault(answered: Answered, known: Known, sent: Sent): string | undefined {
  const { status, headers, text } = answered
  const { location } = headers
  if (status === 302 || status === 303) {
    const target = new URL(location ?? '', known.base)
    if (target.origin === known.base)
      return /^\/(login|oauth\/consent\/)/.test(target.pathname) ? undefined : `to ${location}`
    // RFC 9700 4.11.2: an unconnected user is never redirected to a client by a stranger's link.
    return sent.headers['cookie'] === undefined ? `to ${location} at once` : refusalFault(target, known, sent)
  }
  if (location !== undefined) return 'it redirects'
  if (status !== 400 && status !== 429 && status !== 403 && status !== 414 && status !== 431)
    return `the status ${status}`
  if (status === 431) return undefined
  if (!isPage(answered) || !text.startsWith('<!doctype html>')) return 'it is no page'
  if (!/default-src 'none'/.test(String(headers['content-security-policy']))) return 'no policy'
  const links = [...text.matchAll(/href="([^"/#][^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return links.map(href => refusalFault(new URL(href), known, sent)).find(fault => fault !== undefined)
}

/** The errors that a client gets at its redirect URI without a user's decision. */
function refusalFault(target: URL, { base, redirect_uri }: Known, { path }: Sent): string | undefined {
  if (target.href.split('?')[0] !== redirect_uri) return `to ${target.href}`
  const iss = target.searchParams.getAll('iss')
  if (iss.length !== 1 || iss[0] !== base) return `the issuer ${iss.join(' ')}`
  // RFC 6749 4.1.2.1: state is returned exactly as received, and omitted when it was repeated.
  const given = new URLSearchParams(path.split('?')[1]).getAll('state')
  if (given.length === 1 && (target.searchParams.get('state') ?? '') !== given[0]) return 'another state'
  return /^[a-z_]+$/.test(target.searchParams.get('error') ?? '') ? undefined : 'no error and nobody was asked'
}

/** A page of ours, or a redirect to another; an error has no cookie. */
function pageFault(answered: Answered, { base }: Known, { method }: Sent): string | undefined {
  const { status, headers } = answered
  if (status === 302 || status === 303) {
    return new URL(headers.location ?? '', base).origin === base ? undefined : `to ${headers.location}`
  }
  if (status === 431) return undefined
  if (![200, 400, 401, 403, 404, 405, 409, 410, 413, 415, 429].includes(status)) return `the status ${status}`
  if (headers['content-disposition'] !== undefined) return fileFault(answered)
  if (!isPage(answered)) return 'it is no page'
  if (!/default-src 'none'/.test(String(headers['content-security-policy']))) return 'no policy'
  const isNew = /dragoman_browser=svcb/.test(String(headers['set-cookie']))
  return isNew && method !== 'GET' ? 'a form brought a cookie' : undefined
}

/** An export: each line is an event, under a name of ours, and no browser shows it. */
function fileFault({ headers, text }: Answered): string | undefined {
  const { 'content-disposition': disposition = '', 'x-content-type-options': sniff } = headers
  if (!/^attachment; filename="[a-z0-9.-]+"$/.test(disposition)) return `the file ${disposition}`
  if (sniff !== 'nosniff') return 'a browser may guess what it is'
  for (const line of text.split('\n').filter(Boolean)) JSON.parse(line)
  return undefined
}
