import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { hideCredentials, isDatabaseUrl } from './config/database-url.ts'
import { ENGINE_VARIABLES, type EngineSources, readEngineSources } from './config/engine-variables.ts'
import { byteSize, duration, list, parseDuration, secret, wholeNumber } from './config/fields.ts'
import { findDataDir, findUserFolder } from './config/folders.ts'
import { readGitEnvironment } from './config/git-environment.ts'
import { findBrowser, isCommandOnPath } from './config/programs.ts'
import { STORE_VARIABLES } from './config/store-variables.ts'
import { readTracing, TELEMETRY_VARIABLES, type TracingConfig } from './config/telemetry-variables.ts'
import { AppError } from './errors.ts'
import { parseBytes } from './text/byte-size.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.toLowerCase())

/** The highest limits that an operator can set. Each project of an account slows down every check of its limits (decision 0031). */
export const MAX_LIMITS = { projects: 2_000, strings: 100_000_000 } as const

/** Every environment variable: default, description, and the fix for a wrong value. docs/configuration.md is generated from it. */
export const Environment = z.object({
  DRAGOMAN_PORT: z.coerce
    .number('Give a port number from 0 (any free port) to 65535.')
    .int('Give a port number from 0 (any free port) to 65535.')
    .min(0, 'Give a port number from 0 (any free port) to 65535.')
    .max(65535, 'Give a port number from 0 (any free port) to 65535.')
    .default(4050)
    .describe('HTTP port. 0 = any free port.'),
  DRAGOMAN_HOST: z
    .string()
    .min(1, 'Give an address such as 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1')
    .describe('Address to listen on.'),
  DRAGOMAN_BASE_URL: z
    .string()
    .refine(isOrigin, 'Give an absolute http or https URL without a path, such as https://l10n.example.org.')
    .optional()
    .describe('URL that clients use, without a path. Default: `http://localhost:<port>`.'),
  DRAGOMAN_DATA_DIR: z
    .string()
    .refine(isAbsolute, 'Give an absolute path, such as /var/lib/dragoman.')
    .optional()
    .describe('Data folder. Default: `data` in a checkout, the XDG data folder in an installed package.'),
  ...STORE_VARIABLES,
  DRAGOMAN_TRUST_PROXY: z.coerce
    .number('Give the number of reverse proxies in front of the service, 0 to 8.')
    .int('Give the number of reverse proxies in front of the service, 0 to 8.')
    .min(0, 'Give the number of reverse proxies in front of the service, 0 to 8.')
    .max(8, 'Give the number of reverse proxies in front of the service, 0 to 8.')
    .default(0)
    .describe('Number of reverse proxies in front of the server.'),
  DRAGOMAN_ALLOWED_HOSTS: list.describe('Additional Host header values to accept, separated by commas or spaces.'),
  DRAGOMAN_NEW_ACCOUNTS: z
    .enum(['open', 'invite'], 'Give open or invite.')
    .optional()
    .describe(
      'Sign-up: `open` = everyone may create a user by signing in, `invite` = only invited users. Default: `open` if bind address and base URL are loopback and no proxy is trusted, else `invite`.',
    ),
  DRAGOMAN_ALLOWED: list.describe(
    'Users who may sign in through a provider: `github-org:acme`, `gitlab-group:acme/web`, `domain:example.org`, `github:123`. Default: existing users, and new users as `DRAGOMAN_NEW_ACCOUNTS` allows.',
  ),
  DRAGOMAN_OPERATORS: list.describe(
    'Operators, by provider and immutable ID: `github:123`, `gitlab:45`, `oidc:abc`. Applied at each sign-in through that provider. Removing an ID does not revoke operator rights.',
  ),
  DRAGOMAN_GITHUB_CLIENT_ID: secret.describe('Sign in with GitHub: client ID of the OAuth app.'),
  DRAGOMAN_GITHUB_CLIENT_SECRET: secret.describe('Client secret of the GitHub OAuth app.'),
  DRAGOMAN_GITHUB_URL: z
    .string()
    .refine(isSafeOrigin, 'Give the https address of a GitHub server, such as https://github.com.')
    .default('https://github.com')
    .describe('GitHub server. If it is not github.com, its API is at `/api/v3`.'),
  DRAGOMAN_GITLAB_URL: z
    .string()
    .refine(isSafeOrigin, 'Give the https address of a GitLab server, such as https://gitlab.com.')
    .default('https://gitlab.com')
    .describe('GitLab server, self-hosted or gitlab.com.'),
  DRAGOMAN_GITLAB_CLIENT_ID: secret.describe('Sign in with GitLab: application ID.'),
  DRAGOMAN_GITLAB_CLIENT_SECRET: secret.describe('Secret of the GitLab application.'),
  DRAGOMAN_OIDC_ISSUER: z
    .string()
    .refine(isSafeAddress, 'Give the https address of an OpenID issuer, such as https://id.example.org.')
    .optional()
    .describe('Sign in with any OpenID Connect provider: issuer URL.'),
  DRAGOMAN_OIDC_CLIENT_ID: secret.describe('Client ID at the OpenID provider.'),
  DRAGOMAN_OIDC_CLIENT_SECRET: secret.describe('Client secret at the OpenID provider.'),
  DRAGOMAN_CLIENT_DOCUMENTS: z
    .enum(['on', 'known', 'off'], 'Give on, known or off.')
    .default('on')
    .describe(
      'Client ID metadata documents: `on` = fetched from the URL in `client_id`, `known` = only built-in documents of well-known clients, `off` = none.',
    ),
  DRAGOMAN_CHALLENGE_SCOPES: list.describe(
    'Scopes that clients are told to request first. Default: every `:read`, `project:write`, `voice:write` and `glossary:write`.',
  ),
  DRAGOMAN_CODE_LIFETIME: duration('60s', '10s', '10m').describe('Lifetime of an authorization code.'),
  DRAGOMAN_ACCESS_LIFETIME: duration('1h', '1m', '24h').describe('Lifetime of an access token.'),
  DRAGOMAN_REFRESH_LIFETIME: duration('30d', '1h', '365d').describe('Unused refresh tokens expire after this time.'),
  DRAGOMAN_REFRESH_MAX_LIFETIME: duration(undefined, '1h', '3650d').describe(
    'Time after which a client must ask its user again, even if it is in use. Default: never.',
  ),
  DRAGOMAN_REFRESH_WINDOW: duration('60s', '0s', '600s').describe(
    'Time in which a used refresh token returns the same response again, for processes that share one.',
  ),
  DRAGOMAN_AUDIT_RETENTION: duration(undefined, '1d', '3650d').describe(
    'Time that audit events are kept. Default: forever.',
  ),
  DRAGOMAN_MAX_PROJECTS: wholeNumber(200, 1, MAX_LIMITS.projects).describe('Projects per account.'),
  DRAGOMAN_MAX_ORGANIZATIONS: wholeNumber(10, 0, 1_000).describe(
    'Organizations that one user can own. Each has its own limits.',
  ),
  DRAGOMAN_MAX_STRINGS: wholeNumber(250_000, 1, MAX_LIMITS.strings).describe(
    'Source strings per account, on all branches of its projects.',
  ),
  DRAGOMAN_MAX_BYTES: byteSize('1GiB').describe(
    'Bytes of files and texts per account, such as `500MB` or `2GiB`. Each translation, suggestion and comment counts its length plus 500 bytes.',
  ),
  DRAGOMAN_MAX_HISTORY: byteSize('10GiB').describe(
    'Bytes of history per account: past texts and sources, versions of glossaries and voices.',
  ),
  DRAGOMAN_MAX_HEAP: wholeNumber(75, 10, 90).describe(
    'Percentage of the Node.js heap limit above which writes that add records are rejected.',
  ),
  DRAGOMAN_RATE_LIMIT_FACTOR: z.coerce
    .number('Give a number above 0, such as 10.')
    .positive('Give a number above 0, such as 10.')
    .max(1_000_000, 'Give a number of at most 1000000.')
    .default(1)
    .describe('Multiplies every rate limit, for tests or many users behind one address.'),
  DRAGOMAN_CPU_BUDGET: z.coerce
    .number('Give a number of seconds above 0, such as 20.')
    .positive('Give a number of seconds above 0, such as 20.')
    .max(100_000, 'Give a number of at most 100000.')
    .default(20)
    .describe(
      'Seconds of CPU time per minute for one credential. All credentials of a user share three times as much. Non-members share one budget per public project.',
    ),
  ...ENGINE_VARIABLES,
  DRAGOMAN_WEBHOOK_HOSTS: list.describe(
    'Hosts of your own network to which webhooks may be sent, such as `hooks.internal` or `10.0.0.5:8080`; also by plain http. Others need https and a public address.',
  ),
  DRAGOMAN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'Give fatal, error, warn, info, debug or silent.')
    .default('info')
    .describe('Minimum level to log.'),
  ...TELEMETRY_VARIABLES,
  DRAGOMAN_URL: z
    .string()
    .refine(isOrigin, 'Give the base URL of a server, such as https://l10n.example.org.')
    .optional()
    .describe('For commands: the server to connect to.'),
  DRAGOMAN_TOKEN: z
    .string()
    .regex(/^sv[a-z]{2}_[0-9a-f]{48}$/, 'Give a complete token: svca_ and 48 hexadecimal digits.')
    .optional()
    .describe('For commands: the account token for DRAGOMAN_URL. Default: the sign-in of `dragoman login`.'),
})

/** A sign-in provider. */
export interface ProviderConfig {
  readonly kind: 'github' | 'gitlab' | 'oidc'
  /** Its base URL or issuer. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface AccountLimits {
  readonly projects: number
  /** Source strings on all branches. */
  readonly strings: number
  /** Bytes of source and target files, and of texts. */
  readonly bytes: number
  /** Bytes of past texts, sources, glossaries and voices. */
  readonly history: number
}

/** In milliseconds. */
export interface Lifetimes {
  readonly code: number
  readonly access: number
  /** Without use. */
  readonly refresh: number
  /** Maximum lifetime, even with use; undefined = none. */
  readonly refreshMax: number | undefined
  /** How long a used refresh token returns the same response again. */
  readonly refreshWindow: number
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined means `http://localhost:<the port that was bound>`. */
  readonly baseUrl: string | undefined
  /** Whether only users of this machine can reach the server. */
  readonly isLocal: boolean
  readonly dataDir: string
  /** Whether `DRAGOMAN_DATA_DIR` names the data folder. */
  readonly isDataDirGiven: boolean
  readonly stateDir: string
  /** The folder of the credentials that `dragoman login` keeps. */
  readonly configDir: string
  /** The program that opens a URL in the user's browser; undefined where there is none. */
  readonly browser: string | undefined
  /** Whether the command `dragoman` of the user's shell starts this installation. */
  readonly isCommandOnPath: boolean
  /** The environment in which git runs. */
  readonly gitEnvironment: Readonly<Record<string, string>>
  readonly storeUrl: string
  /** Whether the store is a database, which other processes can use, too. */
  readonly isDatabase: boolean
  /** Where the records are, for people: the data folder, or the address of the database without user and password. */
  readonly storePlace: string
  /** Maximum connections to the database. */
  readonly storeConnections: number
  /** How long a stopping server still accepts requests, in milliseconds. */
  readonly stopDelay: number
  readonly trustProxy: number
  readonly allowedHosts: readonly string[]
  readonly newAccounts: 'open' | 'invite'
  readonly allowed: readonly string[]
  readonly operators: readonly string[]
  /** Only those that are configured. */
  readonly providers: readonly ProviderConfig[]
  /** URL variables of providers that are not configured, so they have no effect. */
  readonly idleUrls: readonly string[]
  readonly clientDocuments: 'on' | 'known' | 'off'
  /** Empty = `EVERYDAY_SCOPES`. */
  readonly challengeScopes: readonly string[]
  /** In milliseconds. */
  readonly lifetimes: Lifetimes
  /** How long audit events are kept, in milliseconds; undefined = forever. */
  readonly auditRetention: number | undefined
  /** Limits of accounts without individual limits. */
  readonly limits: AccountLimits
  /** Organizations that one user can own. */
  readonly maxOrganizations: number
  /** Percentage of the heap limit above which writes that add records are rejected. */
  readonly maxHeap: number
  readonly rateLimitFactor: number
  /** Seconds of CPU time a minute. */
  readonly cpuBudget: number
  readonly engines: EngineSources
  /** Hosts of the own network to which webhooks may be sent. */
  readonly webhookHosts: readonly string[]
  readonly logLevel: string
  /** Bearer token for `GET /metrics`, beside those of operators. */
  readonly metricsToken: string | undefined
  /** Undefined without traces. */
  readonly tracing: TracingConfig | undefined
  readonly remoteUrl: string | undefined
  readonly remoteToken: string | undefined
}

/**
 * Reads the environment once.
 * @throws AppError `bad_config` that names every wrong variable, its value and the fix.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const known = new Set(Object.keys(Environment.shape))
  const present = Object.fromEntries(
    Object.entries(env).flatMap(([name, value = '']) =>
      known.has(name) && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(issue => {
      const name = String(issue.path[0])
      const shown = /TOKEN$|SECRET$|KEY$|HEADERS$/.test(name) ? '(hidden)' : JSON.stringify(env[name])
      return `${name} is ${shown}. ${issue.message}`
    })
    throw new AppError('bad_config', faults.join('\n'), { fix: 'Correct these variables and start again.' })
  }
  const value = parsed.data
  const providers = readProviders(value)
  return Object.freeze({
    port: value.DRAGOMAN_PORT,
    host: value.DRAGOMAN_HOST.replace(/^\[(.*)\]$/, '$1'),
    baseUrl: value.DRAGOMAN_BASE_URL === undefined ? undefined : new URL(value.DRAGOMAN_BASE_URL).origin,
    isLocal: isLocalOnly(value),
    dataDir: findDataDir(env),
    isDataDirGiven: value.DRAGOMAN_DATA_DIR !== undefined,
    stateDir: findUserFolder(env, 'XDG_STATE_HOME'),
    configDir: findUserFolder(env, 'XDG_CONFIG_HOME'),
    browser: findBrowser(env),
    isCommandOnPath: isCommandOnPath(env),
    gitEnvironment: readGitEnvironment(env),
    storeUrl: value.DRAGOMAN_STORE_URL,
    isDatabase: isDatabaseUrl(value.DRAGOMAN_STORE_URL),
    storePlace: isDatabaseUrl(value.DRAGOMAN_STORE_URL) ? hideCredentials(value.DRAGOMAN_STORE_URL) : findDataDir(env),
    storeConnections: value.DRAGOMAN_STORE_CONNECTIONS,
    stopDelay: parseDuration(value.DRAGOMAN_STOP_DELAY ?? (isDatabaseUrl(value.DRAGOMAN_STORE_URL) ? '2s' : '0s')),
    trustProxy: value.DRAGOMAN_TRUST_PROXY,
    allowedHosts: value.DRAGOMAN_ALLOWED_HOSTS,
    newAccounts: value.DRAGOMAN_NEW_ACCOUNTS ?? (isLocalOnly(value) ? 'open' : 'invite'),
    allowed: value.DRAGOMAN_ALLOWED,
    operators: value.DRAGOMAN_OPERATORS,
    providers,
    idleUrls: (['github', 'gitlab'] as const)
      .filter(name => !providers.some(({ kind }) => kind === name))
      .map(name => `DRAGOMAN_${name.toUpperCase()}_URL`)
      .filter(name => name in present),
    clientDocuments: value.DRAGOMAN_CLIENT_DOCUMENTS,
    challengeScopes: value.DRAGOMAN_CHALLENGE_SCOPES,
    lifetimes: {
      code: parseDuration(value.DRAGOMAN_CODE_LIFETIME ?? ''),
      access: parseDuration(value.DRAGOMAN_ACCESS_LIFETIME ?? ''),
      refresh: parseDuration(value.DRAGOMAN_REFRESH_LIFETIME ?? ''),
      refreshMax:
        value.DRAGOMAN_REFRESH_MAX_LIFETIME === undefined
          ? undefined
          : parseDuration(value.DRAGOMAN_REFRESH_MAX_LIFETIME),
      refreshWindow: parseDuration(value.DRAGOMAN_REFRESH_WINDOW ?? ''),
    },
    auditRetention:
      value.DRAGOMAN_AUDIT_RETENTION === undefined ? undefined : parseDuration(value.DRAGOMAN_AUDIT_RETENTION),
    limits: {
      projects: value.DRAGOMAN_MAX_PROJECTS,
      strings: value.DRAGOMAN_MAX_STRINGS,
      bytes: parseBytes(value.DRAGOMAN_MAX_BYTES),
      history: parseBytes(value.DRAGOMAN_MAX_HISTORY),
    },
    maxOrganizations: value.DRAGOMAN_MAX_ORGANIZATIONS,
    maxHeap: value.DRAGOMAN_MAX_HEAP,
    rateLimitFactor: value.DRAGOMAN_RATE_LIMIT_FACTOR,
    cpuBudget: value.DRAGOMAN_CPU_BUDGET,
    engines: readEngineSources(value, env),
    webhookHosts: value.DRAGOMAN_WEBHOOK_HOSTS,
    logLevel: value.DRAGOMAN_LOG_LEVEL,
    metricsToken: value.DRAGOMAN_METRICS_TOKEN,
    tracing: readTracing(value),
    remoteUrl: value.DRAGOMAN_URL === undefined ? undefined : new URL(value.DRAGOMAN_URL).origin,
    remoteToken: value.DRAGOMAN_TOKEN,
  })
}

type EnvironmentValues = z.output<typeof Environment>

function isLocalOnly({
  DRAGOMAN_HOST: host,
  DRAGOMAN_BASE_URL: baseUrl,
  DRAGOMAN_TRUST_PROXY: proxies,
}: EnvironmentValues): boolean {
  return isLoopback(host) && (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname)) && proxies === 0
}

/** @throws AppError `bad_config` when a provider is only partly configured. */
function readProviders(value: EnvironmentValues): readonly ProviderConfig[] {
  const candidates = [
    ['github', value.DRAGOMAN_GITHUB_URL, value.DRAGOMAN_GITHUB_CLIENT_ID, value.DRAGOMAN_GITHUB_CLIENT_SECRET],
    ['gitlab', value.DRAGOMAN_GITLAB_URL, value.DRAGOMAN_GITLAB_CLIENT_ID, value.DRAGOMAN_GITLAB_CLIENT_SECRET],
    ['oidc', value.DRAGOMAN_OIDC_ISSUER, value.DRAGOMAN_OIDC_CLIENT_ID, value.DRAGOMAN_OIDC_CLIENT_SECRET],
  ] as const
  return candidates.flatMap(([kind, url, clientId, clientSecret]) => {
    const isWanted = clientId !== undefined || clientSecret !== undefined || (kind === 'oidc' && url !== undefined)
    if (!isWanted) return []
    if (url !== undefined && clientId !== undefined && clientSecret !== undefined) {
      // Issuers are compared exactly, including a trailing slash (OpenID Connect Discovery 4.3).
      return [{ kind, url: kind === 'oidc' ? url : new URL(url).origin, clientId, clientSecret }]
    }
    const name = `DRAGOMAN_${kind.toUpperCase()}`
    throw new AppError('bad_config', `Sign-in with ${kind} is only partly configured.`, {
      fix: `Set ${kind === 'oidc' ? `${name}_ISSUER, ` : ''}${name}_CLIENT_ID and ${name}_CLIENT_SECRET, or none of them.`,
    })
  })
}

/** Whether the URL of a provider is https, or http on this machine. */
function isSafeOrigin(text: string): boolean {
  return isOrigin(text) && isSafeAddress(text)
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isSafe && !url.search && !url.hash && !url.username && !url.password
}

/** Whether a text is an http or https URL without path, query, fragment or user. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // Addresses become part of commands that people paste: `https://x;reboot` is a valid URL.
  const isPlain = /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)
  return (
    isPlain &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password
  )
}
