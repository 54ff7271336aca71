import { isLoopback } from '../../../config.ts'
import { pluralize } from '../../../tools/pluralize.ts'
import { readRetryAfter } from '../../backends/patience.ts'
import { type Finding, fault, warning, works } from '../finding.ts'
import { describeResponse, type Site, type SiteResponse, type UnreachableError } from '../site.ts'

/** The reason of `/ready`. */
const STORE_HAS_MOVED = 'the store has moved'
const MAX_CLOCK_SKEW_MS = 60_000

/** Checks that the server responds, its encryption, store and clock, and that it sees the addresses of its clients. */
export async function checkReach(site: Site): Promise<readonly Finding[]> {
  const up = await site.request('/up')
  if (up.status !== 200 || up.json?.['status'] !== 'ok') {
    const known = explainRefusal(site.origin, up)
    if (known !== undefined) return [known]
    return [
      fault(
        'reach',
        `${site.origin} is not a Dragoman server: /up returns ${describeResponse(up)}.`,
        'Use the address of the server without a path, and configure the proxy to forward all paths.',
      ),
    ]
  }
  const renamed = await explainUnknownHost(site)
  if (renamed !== undefined) return [renamed]
  return [
    works('reach', `The server responds at ${site.origin}.`),
    checkEncryption(site.origin),
    await checkReadiness(site),
    checkClock(up),
    checkProxies(up),
  ]
}

/** Explains a redirect from http to https, and a busy server or proxy; undefined for other responses. */
function explainRefusal(origin: string, up: SiteResponse): Finding | undefined {
  if (up.status === 429 || up.status === 503) {
    const seconds = readRetryAfter(up.headers, up.at)
    const when = seconds === undefined ? 'later' : `in ${pluralize(seconds, 'second')}`
    return fault('reach', `${origin} is busy: /up returns ${describeResponse(up)}.`, `Try again ${when}.`)
  }
  const { protocol } = new URL(origin)
  const location = up.headers.get('location')
  const target = location !== null && URL.canParse(location, origin) ? new URL(location, origin) : undefined
  if (up.status >= 300 && up.status < 400 && protocol === 'http:' && target?.protocol === 'https:') {
    return fault(
      'reach',
      `${origin} redirects to ${target.origin}. Clients do not follow redirects.`,
      `Use ${target.origin}, here and in clients.`,
    )
  }
  return undefined
}

/** `/up` accepts every host name, for monitoring; other paths do not. */
async function explainUnknownHost(site: Site): Promise<Finding | undefined> {
  const answer = await site.request('/api/context')
  if (answer.json?.['code'] !== 'bad_host') return undefined
  const { origin } = site
  return fault(
    'reach',
    `The server does not accept the host name it receives. The proxy changed the Host header, or ${new URL(origin).host} is not configured.`,
    `Set DRAGOMAN_BASE_URL=${origin}. Configure the proxy to forward the Host header, or add the name it sends to DRAGOMAN_ALLOWED_HOSTS.`,
  )
}

/** Explains why there was no response. */
export function explainUnreachable({ code, message }: UnreachableError, origin: string): Finding {
  const { hostname, port, protocol } = new URL(origin)
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|^ERR_TLS/.test(code)) {
    return fault(
      'tls',
      `The certificate of ${hostname} is not valid: ${message} (${code}).`,
      'Use a certificate for this name from a trusted authority, with its whole chain. For your own authority, set NODE_EXTRA_CA_CERTS.',
    )
  }
  const fixes: Readonly<Record<string, string>> = {
    ENOTFOUND: `Check the spelling, and the DNS record of ${hostname}.`,
    EAI_AGAIN: 'Check the network of this machine: no DNS server responds.',
    ECONNREFUSED: `Start the server, or its proxy: nothing listens on port ${port || (protocol === 'https:' ? 443 : 80)}.`,
    ETIMEDOUT: 'Check firewalls, and that the server is not stopped by a debugger or a full disk.',
    BAD_PORT: `Use another port: Node.js and browsers block port ${port} (https://fetch.spec.whatwg.org/#port-blocking).`,
    EPROTO: `Try ${protocol === 'https:' ? 'http' : 'https'}: the port uses another protocol.`,
  }
  return fault(
    'reach',
    `No response from ${origin}: ${message}.`,
    fixes[code] ?? 'Check the address, the network and the proxy.',
  )
}

function checkEncryption(origin: string): Finding {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return works('tls', 'The connection is encrypted, and the certificate is valid.')
  if (isLoopback(hostname)) return works('tls', 'Not encrypted, which is safe: the server is on this machine.')
  return warning(
    'tls',
    'The connection is not encrypted. Others can read tokens, and many clients refuse to sign in.',
    'Add a proxy with a certificate, and set DRAGOMAN_BASE_URL to its https address.',
  )
}

async function checkReadiness(site: Site): Promise<Finding> {
  const ready = await site.request('/ready')
  if (ready.status === 200) return works('store', 'The store is writable.')
  const reason = ready.json?.['reason']
  return fault(
    'store',
    `The store is read-only: ${typeof reason === 'string' ? reason : `/ready returns ${describeResponse(ready)}`}.`,
    reason === STORE_HAS_MOVED
      ? 'Restart the server with the new DRAGOMAN_STORE_URL.'
      : 'Free or repair the disk of the data folder, or the database. The server then continues by itself.',
  )
}

function checkClock({ headers, at }: SiteResponse): Finding {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) {
    return warning('clock', 'The response has no Date header.', 'Configure the proxy to keep the Date header.')
  }
  // The header has whole seconds: compare with the middle of its second.
  const skew = date + 500 - at.getTime()
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return works('clock', 'The clocks of the server and this machine agree.')
  return warning(
    'clock',
    `The server's clock is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'ahead of' : 'behind'} this machine's. Tokens seem to expire too early or too late.`,
    'Set both clocks with NTP.',
  )
}

function checkProxies({ json }: SiteResponse): Finding {
  switch (json?.['proxies']) {
    case undefined:
      return works('addresses', 'The server sees the IP addresses of its clients.')
    case 'untrusted':
      return fault(
        'addresses',
        'The server ignores X-Forwarded-For from the proxy, so all clients share one rate limit.',
        'Set DRAGOMAN_TRUST_PROXY to the number of proxies in front of the server.',
      )
    default:
      return fault(
        'addresses',
        'The server trusts more proxies than add X-Forwarded-For. Clients can fake their IP address, or share one rate limit.',
        'Configure each proxy to add X-Forwarded-For, and set DRAGOMAN_TRUST_PROXY to their number: 0 when clients connect directly.',
      )
  }
}
