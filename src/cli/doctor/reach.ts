import { isLoopback } from '../../config.ts'
import { type Finding, fault, warning, works } from './finding.ts'
import { describeResponse, type Site, type SiteResponse, type UnreachableError } from './site.ts'

const MAX_CLOCK_SKEW_MS = 60_000

/** Whether the server answers, how it is encrypted, whether it can write, what its clock says, and whether it sees its clients' addresses. */
export async function checkReach(site: Site): Promise<readonly Finding[]> {
  const up = await site.request('/up')
  if (up.status !== 200 || up.json?.['status'] !== 'ok') {
    const known = explainRefusal(site.origin, up)
    if (known !== undefined) return [known]
    return [
      fault(
        'reach',
        `${site.origin}/up gives ${describeResponse(up)}: this is not Dragoman.`,
        'Give the address of the server without a path, and let the proxy pass every path on to it.',
      ),
    ]
  }
  const renamed = await explainUnknownHost(site)
  if (renamed !== undefined) return [renamed]
  return [
    works('reach', `The server answers at ${site.origin}.`),
    checkEncryption(site.origin),
    await checkReadiness(site),
    checkClock(up),
    checkProxies(up),
  ]
}

/** What commonly stands between a client and a server that would answer. */
function explainRefusal(origin: string, up: SiteResponse): Finding | undefined {
  const { protocol } = new URL(origin)
  const location = up.headers.get('location')
  const target = location !== null && URL.canParse(location, origin) ? new URL(location, origin) : undefined
  if (up.status >= 300 && up.status < 400 && protocol === 'http:' && target?.protocol === 'https:') {
    return fault(
      'reach',
      `${origin} sends everybody on to ${target.origin}, and clients follow no redirect.`,
      `Give the https address, here and to clients: ${target.origin}.`,
    )
  }
  return undefined
}

/** `/up` answers under every name, for those who watch over servers; nothing else does. */
async function explainUnknownHost(site: Site): Promise<Finding | undefined> {
  const answer = await site.request('/api/context')
  if (answer.json?.['code'] !== 'bad_host') return undefined
  const { origin } = site
  return fault(
    'reach',
    `The server is there, but does not know the name under which it is asked: the proxy changes the Host header, or ${new URL(origin).host} is new to it.`,
    `Have the proxy pass the Host header on, or set DRAGOMAN_ALLOWED_HOSTS to the name that reaches the server; clients need DRAGOMAN_BASE_URL=${origin}.`,
  )
}

/** What to say when there was no answer at all. */
export function explainUnreachable({ code, message }: UnreachableError, origin: string): Finding {
  const { hostname, port, protocol } = new URL(origin)
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|^ERR_TLS/.test(code)) {
    return fault(
      'tls',
      `The certificate of ${hostname} is refused: ${message} (${code}).`,
      'Have the proxy use a certificate for this name of an authority that machines trust, with its whole chain; for an authority of your own set NODE_EXTRA_CA_CERTS.',
    )
  }
  const fixes: Readonly<Record<string, string>> = {
    ENOTFOUND: `Check the spelling, and that ${hostname} has a DNS record.`,
    EAI_AGAIN: 'Check the network of this machine: no name server answers.',
    ECONNREFUSED: `Start the server, or the proxy in front of it; nothing listens on port ${port || (protocol === 'https:' ? 443 : 80)}.`,
    ETIMEDOUT: 'Check firewalls on the way, and that the server is not stopped by a debugger or a full disk.',
    BAD_PORT: `Serve on another port: Node.js and browsers call no server on port ${port}, which belongs to another protocol (https://fetch.spec.whatwg.org/#port-blocking).`,
    EPROTO: `Try ${protocol === 'https:' ? 'http' : 'https'}: what listens there speaks something else.`,
  }
  return fault(
    'reach',
    `Nobody answers at ${origin}: ${message}.`,
    fixes[code] ?? 'Check the address, the network and the proxy.',
  )
}

function checkEncryption(origin: string): Finding {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return works('tls', 'The connection is encrypted, and the certificate is good.')
  if (isLoopback(hostname))
    return works('tls', 'Not encrypted, and nobody else can listen: the server is on this machine.')
  return warning(
    'tls',
    'The connection is not encrypted: tokens can be read on the way, and many clients refuse to sign in.',
    'Put a proxy with a certificate in front, and set DRAGOMAN_BASE_URL to its https address.',
  )
}

async function checkReadiness(site: Site): Promise<Finding> {
  const ready = await site.request('/ready')
  if (ready.status === 200) return works('store', 'The store can be written.')
  const reason = ready.json?.['reason']
  return fault(
    'store',
    `The server only reads: ${typeof reason === 'string' ? reason : `/ready gives ${describeResponse(ready)}`}.`,
    'Make room or repair the disk of the data folder; the server goes on by itself.',
  )
}

function checkClock({ headers, at }: SiteResponse): Finding {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) {
    return warning('clock', 'The answer has no Date header.', 'Let the proxy keep the Date header of the server.')
  }
  // The header has whole seconds.
  const skew = date + 500 - at.getTime()
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return works('clock', 'The clocks of the server and of this machine agree.')
  return warning(
    'clock',
    `The clock of the server is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Set both by NTP: tokens seem to expire too early or too late.',
  )
}

function checkProxies({ json }: SiteResponse): Finding {
  switch (json?.['proxies']) {
    case undefined:
      return works('addresses', 'The server knows the addresses of its clients.')
    case 'untrusted':
      return fault(
        'addresses',
        'A proxy tells the addresses of clients (X-Forwarded-For), and the server does not listen: all clients share one rate limit.',
        'Set DRAGOMAN_TRUST_PROXY to the number of proxies in front of the server.',
      )
    default:
      return fault(
        'addresses',
        'Fewer proxies tell the address of the client (X-Forwarded-For) than the server trusts: clients can pretend to be others, and share one rate limit when they do not.',
        'Have each proxy add X-Forwarded-For, and set DRAGOMAN_TRUST_PROXY to how many there are: 0 when clients connect directly.',
      )
  }
}
