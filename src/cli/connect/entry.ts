import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../errors.ts'
import type { FileClient } from './clients.ts'
import type { Entry } from './edit/config-format.ts'
import { inlineJson } from './edit/print-json.ts'

/** How a client shall reach the server. */
export interface Target {
  /** The base URL. */
  readonly server: string
  /** The program of a stdio server with its first arguments; undefined = HTTP. */
  readonly program: readonly string[] | undefined
}

export const mcpAddress = (server: string): string => `${server}/mcp`

/** The entry of a client. @throws AppError `invalid_input` when the client takes no address. */
export function createEntry(client: FileClient, { server, program }: Target): Entry {
  if (program === undefined) {
    if (client.http !== undefined) return client.http(mcpAddress(server))
    throw new AppError('invalid_input', `${client.name} reads no addresses of servers from its file.`, {
      fix: 'Add --stdio.',
    })
  }
  const [command = 'dragoman', ...args] = program
  return client.stdio(command, [...args, 'mcp', '--url', server])
}

/** Whether an existing entry has all fields of ours. It may have more, such as headers. */
export const hasFields = (existing: unknown, entry: Entry): boolean =>
  typeof existing === 'object' &&
  existing !== null &&
  Object.entries(entry).every(([name, value]) => isDeepStrictEqual((existing as Entry)[name], value))

/** Fields whose values can be secrets. */
const SECRET_FIELDS = /^(headers|http_headers|env|envs|environment|env_keys)$/i
const TOKEN = /sv[a-z]{2}_[0-9a-f]{48}/g

/** An entry on one line, without secrets. */
export const showEntry = (entry: unknown): string => inlineJson(redact(entry))

function redact(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? '…' : value.replace(TOKEN, '…')
  if (Array.isArray(value)) return value.map(item => redact(item, isSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redact(inner, isSecret || SECRET_FIELDS.test(name))]),
  )
}
