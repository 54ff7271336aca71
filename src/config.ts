import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AppError } from './errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.toLowerCase())

const list = z
  .string()
  .default('')
  .transform(text => text.split(/[\s,]+/).filter(Boolean))

/** Every environment variable: default, meaning, and the fix shown when a value is wrong. README's table is made from it. */
export const Environment = z.object({
  DRAGOMAN_PORT: z.coerce
    .number('Give a port number from 0 (any free port) to 65535.')
    .int('Give a port number from 0 (any free port) to 65535.')
    .min(0, 'Give a port number from 0 (any free port) to 65535.')
    .max(65535, 'Give a port number from 0 (any free port) to 65535.')
    .default(4050)
    .describe('Port that HTTP listens on; 0 takes any free port.'),
  DRAGOMAN_HOST: z
    .string()
    .min(1, 'Give an address such as 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1')
    .describe('Address that HTTP listens on.'),
  DRAGOMAN_BASE_URL: z
    .string()
    .refine(isOrigin, 'Give an absolute http or https URL without a path, such as https://l10n.example.org.')
    .optional()
    .describe('The address that clients use, without a path. Default: `http://localhost:<port>`.'),
  DRAGOMAN_DATA_DIR: z
    .string()
    .refine(isAbsolute, 'Give an absolute path, such as /var/lib/dragoman.')
    .optional()
    .describe(
      'Folder that holds everything the service keeps. Default: `data` in a checkout, the XDG data folder in an installed package.',
    ),
  DRAGOMAN_STORE_URL: z
    .string()
    .refine(url => url === 'lowdb:', 'Give lowdb: (the data folder); no other store is built in.')
    .default('lowdb:')
    .describe('Which store keeps the records: `lowdb:` is the data folder.'),
  DRAGOMAN_TRUST_PROXY: z.coerce
    .number('Give the number of reverse proxies in front of the service, 0 to 8.')
    .int('Give the number of reverse proxies in front of the service, 0 to 8.')
    .min(0, 'Give the number of reverse proxies in front of the service, 0 to 8.')
    .max(8, 'Give the number of reverse proxies in front of the service, 0 to 8.')
    .default(0)
    .describe('How many reverse proxies stand in front of the service.'),
  DRAGOMAN_ALLOWED_HOSTS: list.describe('More values of the Host header to accept, separated by commas or spaces.'),
  DRAGOMAN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'Give fatal, error, warn, info, debug or silent.')
    .default('info')
    .describe('Least severe level that is logged.'),
  DRAGOMAN_URL: z
    .string()
    .refine(isOrigin, 'Give the base URL of a server, such as https://l10n.example.org.')
    .optional()
    .describe('For `dragoman call` and `dragoman mcp`: the server to speak to.'),
  DRAGOMAN_TOKEN: z
    .string()
    .regex(/^sv[a-z]{2}_[0-9a-f]{48}$/, 'Give a whole token: svca_ and 48 hexadecimal digits.')
    .optional()
    .describe('For `dragoman call` and `dragoman mcp`: the account token to use at DRAGOMAN_URL.'),
})

export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined means `http://localhost:<the port that was bound>`. */
  readonly baseUrl: string | undefined
  readonly dataDir: string
  readonly storeUrl: string
  readonly trustProxy: number
  readonly allowedHosts: readonly string[]
  readonly logLevel: string
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
      const shown = name === 'DRAGOMAN_TOKEN' ? '(hidden)' : JSON.stringify(env[name])
      return `${name} is ${shown}. ${issue.message}`
    })
    throw new AppError('bad_config', faults.join('\n'), { fix: 'Correct the environment and start again.' })
  }
  const value = parsed.data
  return Object.freeze({
    port: value.DRAGOMAN_PORT,
    host: value.DRAGOMAN_HOST.replace(/^\[(.*)\]$/, '$1'),
    baseUrl: value.DRAGOMAN_BASE_URL === undefined ? undefined : new URL(value.DRAGOMAN_BASE_URL).origin,
    dataDir: value.DRAGOMAN_DATA_DIR ?? defaultDataDir(env),
    storeUrl: value.DRAGOMAN_STORE_URL,
    trustProxy: value.DRAGOMAN_TRUST_PROXY,
    allowedHosts: value.DRAGOMAN_ALLOWED_HOSTS,
    logLevel: value.DRAGOMAN_LOG_LEVEL,
    remoteUrl: value.DRAGOMAN_URL === undefined ? undefined : new URL(value.DRAGOMAN_URL).origin,
    remoteToken: value.DRAGOMAN_TOKEN,
  })
}

/** A checkout keeps its data beside its package.json; an installed package uses the XDG data folder, never the current folder. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
  if (existsSync(join(root, 'tsconfig.json'))) return join(root, 'data')
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'dragoman')
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (
    /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  )
}
