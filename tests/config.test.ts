import { describe, expect, it } from 'vitest'
import { findBrowser } from '../src/config/programs.ts'
import { readConfig } from '../src/config.ts'
import { AppError } from '../src/errors.ts'
import { parseBytes } from '../src/text/byte-size.ts'
import { verifies } from './requirements.ts'

function refusal(env: Record<string, string>): AppError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('expected a refusal')
}

describe('the environment', () => {
  it('needs nothing: every variable has a default for loopback', () => {
    verifies('4.5.port')
    expect(readConfig({})).toMatchObject({
      port: 4050,
      host: '127.0.0.1',
      baseUrl: undefined,
      storeUrl: 'lowdb:',
      logLevel: 'info',
    })
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ DRAGOMAN_PORT: '', DRAGOMAN_BASE_URL: '' })).toMatchObject({ port: 4050, baseUrl: undefined })
  })

  it.each([
    ['DRAGOMAN_PORT', '99999', '0'],
    ['DRAGOMAN_PORT', 'http', 'port number'],
    ['DRAGOMAN_BASE_URL', 'https://host/path', 'without a path'],
    ['DRAGOMAN_BASE_URL', 'host:80', 'http or https URL'],
    ['DRAGOMAN_DATA_DIR', 'relative/folder', 'absolute path'],
    ['DRAGOMAN_STORE_URL', 'mysql://x', 'lowdb:'],
    ['DRAGOMAN_TRUST_PROXY', '-1', 'reverse proxies'],
    ['DRAGOMAN_LOG_LEVEL', 'loud', 'info'],
  ])('names %s=%s and the fix', (name, value, fix) => {
    const { code, message } = refusal({ [name]: value })
    expect(code).toBe('bad_config')
    expect(message).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(message).toContain(fix)
  })

  it('names all faults at once, and never shows a token', () => {
    const { message } = refusal({ DRAGOMAN_PORT: 'x', DRAGOMAN_LOG_LEVEL: 'loud', DRAGOMAN_TOKEN: 'svca_secret' })
    expect(message.split('\n')).toHaveLength(3)
    expect(message).not.toContain('svca_secret')
  })

  it('normalizes the base URL', () => {
    expect(readConfig({ DRAGOMAN_BASE_URL: 'HTTPS://L10N.Example.org:443/' }).baseUrl).toBe('https://l10n.example.org')
  })
})

describe('the retention of the audit log', () => {
  it('is unlimited by default, or a number of days', () => {
    expect(readConfig({}).auditRetention).toBeUndefined()
    const day = 24 * 60 * 60 * 1000
    expect(readConfig({ DRAGOMAN_AUDIT_RETENTION: '24h' }).auditRetention).toBe(day)
    expect(readConfig({ DRAGOMAN_AUDIT_RETENTION: '3650d' }).auditRetention).toBe(3650 * day)
  })

  it.each(['0d', '23h', '3651d', '-1d', '1y', 'forever', '90'])('cannot be %s', value => {
    const { code, message } = refusal({ DRAGOMAN_AUDIT_RETENTION: value })
    expect(code).toBe('bad_config')
    expect(message).toContain(`DRAGOMAN_AUDIT_RETENTION is "${value}"`)
    expect(message).toContain('from 1d to 3650d')
  })
})

describe('the limits of accounts', () => {
  it('have defaults, and accept sizes with units', () => {
    expect(readConfig({})).toMatchObject({
      limits: { projects: 200, strings: 250_000, bytes: 1024 ** 3, history: 10 * 1024 ** 3 },
      maxOrganizations: 10,
      maxHeap: 75,
    })
    const sizes = { DRAGOMAN_MAX_BYTES: '500MB', DRAGOMAN_MAX_HISTORY: '2GB' }
    const { limits } = readConfig({ DRAGOMAN_MAX_STRINGS: '1000', ...sizes })
    expect(limits).toMatchObject({ strings: 1000, bytes: 500_000_000, history: 2_000_000_000 })
  })

  it.each([
    ['2GiB', 2 * 1024 ** 3],
    ['1.5 kib', 1536],
    ['10', 10],
    ['1TiB', 1024 ** 4],
    ['1.000MB', Number.NaN],
    ['GiB', Number.NaN],
    ['1e9', Number.NaN],
    ['-1MB', Number.NaN],
    ['1 M B', Number.NaN],
  ])('read %s as a size', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes)
  })

  it.each([
    ['DRAGOMAN_MAX_PROJECTS', '0', 'from 1 to 2000'],
    ['DRAGOMAN_MAX_STRINGS', '1.5', 'whole number'],
    ['DRAGOMAN_MAX_BYTES', '2TiB', 'such as 500MB or 2GiB'],
    ['DRAGOMAN_MAX_BYTES', '0', 'such as 500MB or 2GiB'],
    ['DRAGOMAN_MAX_HEAP', '95', 'from 10 to 90'],
  ])('cannot be %s=%s', (name, value, fix) => {
    const { code, message } = refusal({ [name]: value })
    expect(code).toBe('bad_config')
    expect(message).toContain(`${name} is "${value}"`)
    expect(message).toContain(fix)
  })
})

describe('the sign-in variables', () => {
  const SECRETS = { DRAGOMAN_GITHUB_CLIENT_ID: 'id', DRAGOMAN_GITHUB_CLIENT_SECRET: 'secret' }

  it('configure the given providers, at their well-known servers by default', () => {
    expect(readConfig({}).providers).toEqual([])
    const { providers } = readConfig({
      ...SECRETS,
      DRAGOMAN_GITLAB_URL: 'https://Git.Example.org/',
      DRAGOMAN_GITLAB_CLIENT_ID: 'a',
      DRAGOMAN_GITLAB_CLIENT_SECRET: 'b',
    })
    expect(providers).toEqual([
      { kind: 'github', url: 'https://github.com', clientId: 'id', clientSecret: 'secret' },
      { kind: 'gitlab', url: 'https://git.example.org', clientId: 'a', clientSecret: 'b' },
    ])
  })

  it.each(['https://id.example.org/application/o/l10n/', 'https://id.example.org/realms/acme'])(
    'keep the issuer %s unchanged, because a trailing slash counts',
    issuer => {
      const { providers } = readConfig({
        DRAGOMAN_OIDC_ISSUER: issuer,
        DRAGOMAN_OIDC_CLIENT_ID: 'a',
        DRAGOMAN_OIDC_CLIENT_SECRET: 'b',
      })
      expect(providers).toMatchObject([{ kind: 'oidc', url: issuer }])
    },
  )

  it.each([
    ['DRAGOMAN_GITHUB_URL', 'http://github.example.org'],
    ['DRAGOMAN_GITHUB_URL', 'https://github.example.org/login'],
    ['DRAGOMAN_GITLAB_URL', 'http://gitlab.example.org'],
    ['DRAGOMAN_GITLAB_URL', 'https://user:secret@gitlab.example.org'],
    ['DRAGOMAN_OIDC_ISSUER', 'http://id.example.org'],
    ['DRAGOMAN_OIDC_ISSUER', 'https://id.example.org/?a=b'],
    ['DRAGOMAN_OIDC_ISSUER', 'id.example.org'],
  ])('reject %s=%s, because others could listen there', (name, value) => {
    const { code, message } = refusal({ [name]: value })
    expect(code).toBe('bad_config')
    expect(message).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(message).toContain('https address')
  })

  it('accept plain http on this machine', () => {
    const env = { ...SECRETS, DRAGOMAN_GITHUB_URL: 'http://127.0.0.1:3000' }
    expect(readConfig(env).providers).toMatchObject([{ url: 'http://127.0.0.1:3000' }])
  })

  it.each([
    [{ DRAGOMAN_GITHUB_CLIENT_ID: 'id' }, 'DRAGOMAN_GITHUB_CLIENT_ID and DRAGOMAN_GITHUB_CLIENT_SECRET'],
    [{ DRAGOMAN_GITLAB_CLIENT_SECRET: 'very-secret' }, 'DRAGOMAN_GITLAB_CLIENT_ID and DRAGOMAN_GITLAB_CLIENT_SECRET'],
    [{ DRAGOMAN_OIDC_ISSUER: 'https://id.example.org' }, 'DRAGOMAN_OIDC_ISSUER, DRAGOMAN_OIDC_CLIENT_ID'],
  ])('reject an incomplete provider: %j', (env, fix) => {
    const error = refusal(env)
    expect(error.code).toBe('bad_config')
    expect(error.fix).toContain(fix)
    expect(error.message).not.toContain('very-secret')
  })

  it('open new accounts by default only on loopback', () => {
    expect(readConfig({}).newAccounts).toBe('open')
    for (const env of [
      { DRAGOMAN_HOST: '0.0.0.0' },
      { DRAGOMAN_BASE_URL: 'https://l10n.example.org' },
      { DRAGOMAN_TRUST_PROXY: '1' },
    ]) {
      expect(readConfig(env).newAccounts).toBe('invite')
    }
    expect(readConfig({ DRAGOMAN_HOST: '0.0.0.0', DRAGOMAN_NEW_ACCOUNTS: 'open' }).newAccounts).toBe('open')
  })
})

it.each([
  ['the program in BROWSER', { BROWSER: 'firefox', DISPLAY: ':0' }, 'linux', 'firefox'],
  ['the desktop’s program for a list in BROWSER', { BROWSER: 'firefox:lynx', DISPLAY: ':0' }, 'linux', 'xdg-open'],
  ['the desktop’s program with a display', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'xdg-open'],
  ['that of Windows in WSL', { WSL_DISTRO_NAME: 'Debian' }, 'linux', 'wslview'],
  ['open on macOS', {}, 'darwin', 'open'],
  ['none without a display', {}, 'linux', undefined],
  ['none over SSH', { SSH_CONNECTION: 'a b', DISPLAY: ':0' }, 'linux', undefined],
  ['that of BROWSER over SSH', { SSH_CONNECTION: 'a b', BROWSER: 'forward' }, 'linux', 'forward'],
  ['none in CI', { CI: 'true', BROWSER: 'firefox' }, 'linux', undefined],
] as const)('the browser of a user is %s', (_what, env, platform, program) => {
  expect(findBrowser(env, platform)).toBe(program)
})
