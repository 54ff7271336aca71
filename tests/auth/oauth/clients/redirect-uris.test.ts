import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeRedirect,
  isCustomScheme,
  isLoopbackRedirect,
  matchesRedirect,
  redirectFault,
  toRedirectOrigin,
} from '../../../../src/auth/oauth/clients/redirect-uris.ts'
import { register } from '../../../../src/auth/oauth/clients/registration.ts'

const TAKEN = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://oauth.n8n.cloud/oauth2/callback?a=b&c=%2F',
  'https://localhost/cb',
  'https://xn--bcher-kva.example/cb',
  'http://localhost/callback',
  'http://127.0.0.1',
  'http://127.0.0.1/',
  'http://127.0.0.1:0/cb',
  'http://[::1]:8787/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'vscode-insiders://x/y',
  'windsurf://codeium.windsurf/cb',
  'zed://oauth',
  'warp://mcp/oauth2callback',
  'claude://claude.ai/mcp-auth-callback/sdk',
  'raycast://oauth?package_name=mcp_server_dragoman',
  'com.example.app:/cb',
  'com.example.app://callback',
]

/** By the reason of the rejection. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'scheme that is not allowed': [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b',
    'intent://x',
    'myapp://cb',
    'warpdrive://cb',
    'localhost:3000/cb',
    'com.:/x',
    'com..example:/x',
    'c.example:/x',
    'com.-x:/cb',
  ],
  fragment: ['https://h/#x', 'https://h/#', 'http://127.0.0.1/#', 'cursor://x#', 'com.example.app:/cb#x'],
  username: [
    'https://u:p@h/',
    'https://u@h/',
    'https://@h/',
    'http://localhost@evil.example/',
    'http://127.0.0.1:80@evil.example/',
    'cursor://u:p@h/',
  ],
  wildcard: ['https://*.x/', 'http://localhost:*', 'http://localhost:*/cb', 'https://x/*', 'com.example.*:/x'],
  'not an absolute URI': ['/cb', 'cb', '//host', '//host/cb', '?x', '.com:/x', ':x', 'https', 'cursor:'],
  'is empty': [''],
  'space, a control character or a non-ASCII character': [
    'https://bücher.example/cb',
    'https://h/ä',
    'https://h/a b',
    ' https://h/',
    'https://h/\n',
  ],
  'a character that is not allowed in a URI': [
    'https://h\\@evil.example/',
    'http://localhost\\.evil.example/',
    'https://h/<script>',
    'https://h/%',
    'https://h/%zz',
  ],
  'not https': [
    'http://evil.example/cb',
    'http://localhost.evil.example/',
    'http://127.0.0.2/',
    'http://box:4050/',
    'HTTP://evil.example/',
  ],
  'not normalized': [
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[0:0:0:0:0:0:0:1]/',
    'https://ex%61mple.com/',
    'https://h:/',
  ],
  'has no host': ['https:/h/cb', 'https:h', 'http:127.0.0.1/', 'https:///h/cb', 'http:///127.0.0.1/'],
  'not a valid URI': ['https://h:65536/', 'http://localhost:99999/', 'https://h:x/', 'https://[::1/', 'https://[x]/'],
}

describe('a redirect URI', () => {
  it.each(TAKEN)('is accepted: %s', uri => {
    expect(redirectFault(uri)).toBeUndefined()
  })

  for (const [why, uris] of Object.entries(REFUSED)) {
    it.each(uris)(`is rejected, because of "${why}": %j`, uri => {
      expect(redirectFault(uri)).toContain(why)
    })
  }

  it('has a host of at most 253 characters', () => {
    const label = 'h'.repeat(63)
    const host = `${label}.${label}.${label}.${'h'.repeat(61)}`
    expect(redirectFault(`https://${host}/cb`)).toBeUndefined()
    expect(redirectFault(`https://h${host}/cb`)).toContain('253')
  })

  it('has at most 2,000 characters', () => {
    const uri = `https://h/${'x'.repeat(1990)}`
    expect(redirectFault(uri)).toBeUndefined()
    expect(redirectFault(`${uri}x`)).toBe('is longer than 2000 characters')
  })

  it('leads only to https, to loopback, or to an app', () => {
    const odd = fc.constantFrom('//', ...'/@:\\#?%*.[]'.split(''), 'localhost', 'evil.example')
    const scheme = fc.constantFrom('https', 'http', 'HTTP', 'cursor', 'com.example', 'javascript', 'data', 'file', '')
    const text = fc.tuple(scheme, fc.array(fc.oneof(odd, fc.string({ maxLength: 3 })), { maxLength: 8 }))
    const uris = fc.oneof(
      text.map(([name, rest]) => `${name}:${rest.join('')}`),
      text.map(([name, rest]) => `${name}://${rest.join('')}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
    )
    fc.assert(
      fc.property(uris, uri => {
        if (redirectFault(uri) !== undefined) return
        const { protocol, hostname, username, password, hash } = new URL(uri)
        expect([username, password, hash]).toEqual(['', '', ''])
        if (protocol === 'http:') expect(['127.0.0.1', '[::1]', 'localhost']).toContain(hostname)
        else expect(protocol).toMatch(/^(https|cursor|vscode|vscode-insiders|windsurf|zed|[a-z]{2,}\..+):$/)
        if (/^https?:/.test(protocol)) expect(hostname).not.toBe('')
        if (protocol !== 'https:') expect(isLoopbackRedirect(uri)).toBe(protocol === 'http:')
        else if (isLoopbackRedirect(uri)) expect(hostname).toMatch(/localhost\.?$|^127\.|^0\.0\.0\.0|^\[::/)
        expect(isCustomScheme(uri)).toBe(!/^https?:$/.test(protocol))
        expect(matchesRedirect(uri, uri)).toBe(true)
        expect(describeRedirect(uri)).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a redirect URI of a request', () => {
  const same = [
    ['http://127.0.0.1/callback', 'http://127.0.0.1:59656/callback'],
    ['http://127.0.0.1:33418/callback', 'http://127.0.0.1/callback'],
    ['http://localhost/callback', 'http://localhost:1234/callback'],
    ['http://[::1]/callback', 'http://[::1]:1234/callback'],
    ['http://127.0.0.1', 'http://127.0.0.1/'],
    ['http://127.0.0.1:80', 'http://127.0.0.1:4321/'],
    ['http://127.0.0.1?a=b', 'http://127.0.0.1:5/?a=b'],
    ['HTTP://127.0.0.1/callback', 'HTTP://127.0.0.1:5000/callback'],
    ['HTTPS://h/cb', 'HTTPS://h/cb'],
    ['cursor://a/b', 'cursor://a/b'],
  ] as const
  it.each(same)('matches: %s for %s', (registered, presented) => {
    expect(matchesRedirect(registered, presented)).toBe(true)
  })

  const other = [
    ['http://127.0.0.1/callback', 'http://127.0.0.1:5/callback/'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:5/callback?x'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:5/a/../callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:5/callback#'],
    ['http://127.0.0.1/callback', 'http://u@127.0.0.1:5/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:5@evil.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:99999/callback'],
    ['http://127.0.0.1/callback', 'https://127.0.0.1/callback'],
    ['http://127.0.0.1/callback', 'http://localhost/callback'],
    ['http://localhost/callback', 'http://127.0.0.1/callback'],
    ['http://localhost/callback', 'http://LOCALHOST/callback'],
    ['http://127.0.0.1/callback', 'HTTP://127.0.0.1:5/callback'],
    ['https://h/cb', 'HTTPS://h/cb'],
    ['https://localhost/cb', 'https://localhost:8443/cb'],
    ['https://h/cb', 'https://h:443/cb'],
    ['https://h/cb', 'https://h/cb/'],
    ['https://h', 'https://h/'],
    ['https://h/cb', 'http://h/cb'],
    ['cursor://a/b', 'cursor://a/B'],
    ['https://h/cb', ''],
  ] as const
  it.each(other)('does not match: %s for %s', (registered, presented) => {
    expect(matchesRedirect(registered, presented)).toBe(false)
  })

  it('matches only itself; a loopback URI may differ in its port', () => {
    const port = fc.option(fc.integer({ min: 0, max: 65535 }), { nil: undefined })
    const place = fc.constantFrom(
      'http://127.0.0.1',
      'http://[::1]',
      'http://localhost',
      'https://localhost',
      'https://h.example',
    )
    const uri = fc.record({ place, port, path: fc.constantFrom('', '/', '/cb', '/cb/', '/cb?x', '?x') })
    const write = (one: { place: string; port: number | undefined; path: string }) =>
      `${one.place}${one.port === undefined ? '' : `:${one.port}`}${one.path}`
    fc.assert(
      fc.property(uri, uri, (one, two) => {
        const path = (text: string) => (text.startsWith('/') ? text : `/${text}`)
        const isSame = one.place === two.place && path(one.path) === path(two.path)
        const expected = one.place.startsWith('http:') ? isSame : write(one) === write(two)
        expect(matchesRedirect(write(one), write(two))).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([
  ['https://claude.ai/api/mcp/auth_callback', 'https://claude.ai', 'https://claude.ai'],
  ['https://localhost:8443/cb', 'https://localhost:8443', 'https://localhost:8443'],
  ['http://127.0.0.1:59656/callback', 'http://127.0.0.1', 'this computer (port 59656)'],
  ['http://localhost/callback', 'http://localhost', 'this computer'],
  ['HTTP://LocalHost:80/', 'http://localhost', 'this computer (port 80)'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:', 'the app cursor'],
  ['com.example.app:/cb', 'com.example.app:', 'the app com.example.app'],
])('the description of a redirect URI names %s', (uri, place, words) => {
  expect([toRedirectOrigin(uri), describeRedirect(uri)]).toEqual([place, words])
})

describe('the redirect URIs of a registration', () => {
  const CLAUDE = 'https://claude.ai/api/mcp/auth_callback'
  const attempt = (members: object) => register(members, { network: '203.0.113.7', now: new Date(0) })

  it.each([
    [undefined],
    [[]],
    [CLAUDE],
    [{ 0: CLAUDE }],
    [[5]],
    [[[CLAUDE]]],
    [Array.from({ length: 21 }, (_, n) => `${CLAUDE}/${n}`)],
    [['javascript:alert(1)', 'https://h/#x']],
    [''],
  ])('%j is rejected with the redirect URI error', uris => {
    expect(attempt({ redirect_uris: uris })).toMatchObject({
      fault: { why: 'redirect_uri', problem: expect.stringMatching(/^redirect_uris/) },
    })
  })

  it('are each named when none can be used', () => {
    expect(attempt({ redirect_uris: ['http://evil.example/', 5, 'https://h/#x'], logo_uri: 5 })).toMatchObject({
      fault: {
        problem:
          'redirect_uris[0] is not https; http is allowed only for 127.0.0.1, [::1] and localhost. redirect_uris[1] must be a string. redirect_uris[2] has a fragment.',
      },
    })
  })

  it('are left out when wrong, and the others are registered and returned', () => {
    const wrong = ['javascript:alert(1)', 'http://evil.example/', 'myapp://cb', 'https://*.h/', '', null, 5, {}]
    const right = [CLAUDE, 'warp://mcp/oauth2callback']
    expect(attempt({ redirect_uris: [...wrong, ...right, 'https://h/#x'] })).toMatchObject({
      client: { redirect_uris: right },
      reply: { redirect_uris: right },
    })
  })

  it('can be 20, and the three that Cursor registers at once', () => {
    const many = Array.from({ length: 20 }, (_, n) => `${CLAUDE}/${n}`)
    const cursor = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ]
    for (const redirect_uris of [many, cursor]) {
      expect(attempt({ redirect_uris })).toMatchObject({ client: { redirect_uris }, reply: { redirect_uris } })
    }
  })

  it('are not needed by a device client', () => {
    expect(attempt({ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] })).toMatchObject({
      client: { redirect_uris: [], name: 'A device' },
    })
  })
})
