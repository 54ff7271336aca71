import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import type { z } from 'zod'
import { type EngineSources, type EngineVariables, LLM_PROVIDERS } from '../config/engine-variables.ts'
import { AppError } from '../errors.ts'
import { isPublicAddress } from '../outbound/public-address.ts'
import { quote } from '../text/quote.ts'
import { type EngineEntry, EnginesFile, EntryByType, parseTimeout } from './config-schema.ts'
import type { LlmOptions } from './llm/options.ts'

/** The configuration of one engine, with defaults. */
export type EngineConfig = LlmConfig | LibreTranslateConfig | ApertiumConfig

interface RequestLimits {
  readonly id: string
  readonly key: string | undefined
  readonly isPaid: boolean
  readonly concurrency: number
  readonly batchSize: number
  readonly timeoutMs: number
}

type LlmConfig = RequestLimits &
  Required<Pick<LlmOptions, 'url' | 'model' | 'api' | 'prices' | 'temperature' | 'structured'>> & {
    readonly type: LlmOptions['provider']
  }

export interface LibreTranslateConfig extends RequestLimits {
  readonly type: 'libretranslate'
  readonly url: string
  readonly prices: { readonly characters: number }
}

interface ApertiumConfig {
  readonly id: string
  readonly type: 'apertium'
  readonly program: string | undefined
  readonly data: string | undefined
  readonly timeoutMs: number | undefined
}

/** Engines that need no configuration. */
const RESERVED = ['memory', 'pseudo', 'apertium']

const ID = /^(?=.{1,30}$)[a-z0-9](?:-?[a-z0-9])*$/

/**
 * Reads the configuration of engines from the file and from variables.
 * @throws AppError `bad_config` that names all faults, each with engine, field, value and fix.
 */
export function readEngineConfig(sources: EngineSources): readonly EngineConfig[] {
  const faults: string[] = []
  const { DRAGOMAN_ENGINES_FILE: file } = sources.variables
  const configs = [
    ...(file === undefined ? [] : readFile(file, sources, faults)),
    ...readVariables(sources.variables, faults),
  ]
  for (const id of new Set(configs.map(config => config.id).filter((one, at, all) => all.indexOf(one) !== at))) {
    faults.push(`Engine ${id} is in ${file} and in variables. Keep one of them.`)
  }
  if (faults.length === 0) return configs
  throw new AppError('bad_config', faults.join('\n'), {
    fix: 'Correct the configuration of engines and start again. docs/engines.md describes it.',
  })
}

function readFile(file: string, sources: EngineSources, faults: string[]): readonly EngineConfig[] {
  const place = `${file} (DRAGOMAN_ENGINES_FILE)`
  const parsed = EnginesFile.safeParse(readJson(place, file, faults))
  if (!parsed.success) {
    // A file that is not read has its own fault.
    if (faults.length === 0) faults.push(`${place} has no engines. Write {"engines": {"<name>": {"type": …}}}.`)
    return []
  }
  return Object.entries(parsed.data.engines).flatMap(([id, entry]) => {
    const engine = `${file}, engine ${quote(id.slice(0, 40))}`
    if (!ID.test(id)) {
      faults.push(`${engine}: the name is not valid. Use lowercase letters, digits and single hyphens, at most 30.`)
    } else if (RESERVED.includes(id)) faults.push(`${engine}: the name is reserved. Use another name.`)
    return readEntry(id, entry, { describe: field => `${engine}: ${field}`, faults, sources })
  })
}

function readJson(place: string, file: string, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch (error) {
    // The parser's message may quote a secret.
    if (error instanceof SyntaxError) {
      const [, position] = /position (\d+)/.exec(error.message) ?? []
      faults.push(`${place} is not valid JSON${position === undefined ? '' : `, at offset ${position}`}. Correct it.`)
    } else {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
      faults.push(`${place} cannot be read: ${code}. Give the path of a file that the server's user can read.`)
    }
    return undefined
  }
}

interface Reading {
  /** Names a field in faults. */
  readonly describe: (field: string) => string
  readonly faults: string[]
  /** The types to choose from; default: all. */
  readonly types?: readonly string[]
  readonly sources: Pick<EngineSources, 'readVariable'>
}

function readEntry(id: string, entry: unknown, reading: Reading): readonly EngineConfig[] {
  const { describe, faults, types = [...EntryByType.keys()] } = reading
  const type = typeof entry === 'object' && entry !== null && 'type' in entry ? entry.type : undefined
  const schema = EntryByType.get(String(type))
  if (schema === undefined) {
    faults.push(`${describe('type')} is ${show(type)}. Give ${types.join(', ')}.`)
    return []
  }
  const parsed = schema.safeParse(entry)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) faults.push(...describeIssue(issue, entry, describe))
    return []
  }
  const { data } = parsed
  if ((data.type === 'openai' || data.type === 'anthropic') && data.url === undefined && data.key === undefined) {
    faults.push(`${describe('key')} is missing. Give the API key of ${data.type}.`)
  }
  return [build(id, data, readKey(data, reading))]
}

function describeIssue(
  issue: z.core.$ZodIssue,
  entry: unknown,
  describe: (field: string) => string,
): readonly string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => `${describe([...path, key.slice(0, 40)].join('.'))} is unknown. Remove it.`)
  }
  const value = path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[name] : undefined,
    entry,
  )
  // A key that is written out is a secret.
  const shown = path[0] === 'key' && value !== undefined ? '(hidden)' : show(value)
  return [`${describe(path.join('.'))} is ${shown}. ${issue.message}`]
}

const show = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80))

function readKey(entry: EngineEntry, { describe, faults, sources }: Reading): string | undefined {
  if (entry.type === 'apertium' || entry.key === undefined) return undefined
  if ('env' in entry.key) {
    const value = sources.readVariable(entry.key.env)
    if (value === undefined)
      faults.push(`${describe('key.env')} is ${entry.key.env}, which is not set. Set this variable.`)
    return value
  }
  const { file } = entry.key
  try {
    const value = isAbsolute(file) ? readFileSync(file, 'utf8').trim() : ''
    if (value !== '') return value
  } catch {
    // Told below.
  }
  faults.push(`${describe('key.file')} is ${show(file)}. Give the absolute path of a file that has the key.`)
  return undefined
}

function build(id: string, entry: EngineEntry, key: string | undefined): EngineConfig {
  if (entry.type === 'apertium') {
    const { program, data, timeout } = entry
    return { id, type: entry.type, program, data, timeoutMs: timeout === undefined ? undefined : parseTimeout(timeout) }
  }
  const { url, prices, concurrency = 4, timeout } = entry
  const costs = Object.values(prices ?? {}).some(price => price > 0)
  const isRemote = url === undefined || !isPrivateHost(new URL(url).hostname)
  const limits = {
    id,
    key,
    isPaid: entry.paid ?? (costs || (isRemote && key !== undefined)),
    concurrency,
    timeoutMs: parseTimeout(timeout ?? (entry.type === 'libretranslate' ? '60s' : '120s')),
  }
  if (entry.type === 'libretranslate') {
    const { type, batch_size: batchSize = 50 } = entry
    return { ...limits, type, url: entry.url, batchSize, prices: entry.prices ?? { characters: 0 } }
  }
  const { type, model, api, temperature, structured = 'json_schema', batch_size: batchSize = 20 } = entry
  return { ...limits, type, url, model, api, temperature, structured, batchSize, prices: entry.prices ?? NO_PRICES }
}

const NO_PRICES = { input: 0, output: 0 }

/** The variable of each field. */
const LLM_VARIABLES: Readonly<Record<string, keyof EngineVariables>> = {
  type: 'DRAGOMAN_LLM_PROVIDER',
  url: 'DRAGOMAN_LLM_URL',
  model: 'DRAGOMAN_LLM_MODEL',
  key: 'DRAGOMAN_LLM_API_KEY',
  'prices.input': 'DRAGOMAN_LLM_INPUT_PRICE',
  'prices.output': 'DRAGOMAN_LLM_OUTPUT_PRICE',
}

function readVariables(variables: EngineVariables, faults: string[]): readonly EngineConfig[] {
  const {
    DRAGOMAN_LLM_PROVIDER: type,
    DRAGOMAN_LLM_URL: url,
    DRAGOMAN_LLM_MODEL: model,
    DRAGOMAN_LLM_INPUT_PRICE: input,
    DRAGOMAN_LLM_OUTPUT_PRICE: output,
    DRAGOMAN_LIBRETRANSLATE_URL: libreUrl,
  } = variables
  const read = (id: string, entry: object, names: Readonly<Record<string, string>>, key: string | undefined) =>
    readEntry(id, entry, {
      describe: field => names[field] ?? field,
      types: LLM_PROVIDERS,
      faults,
      sources: { readVariable: () => key },
    })
  const toKey = (name: string, key: string | undefined) => (key === undefined ? {} : { key: { env: name } })
  const wanted = Object.values(LLM_VARIABLES).some(name => variables[name] !== undefined)
  const prices = input === undefined && output === undefined ? {} : { prices: { input, output } }
  const llm = {
    ...definedOnly({ type, url, model }),
    ...prices,
    ...toKey('DRAGOMAN_LLM_API_KEY', variables.DRAGOMAN_LLM_API_KEY),
  }
  const libreKey = variables.DRAGOMAN_LIBRETRANSLATE_API_KEY
  const libre = {
    type: 'libretranslate',
    ...definedOnly({ url: libreUrl }),
    ...toKey('DRAGOMAN_LIBRETRANSLATE_API_KEY', libreKey),
  }
  return [
    ...(wanted ? read('llm', llm, LLM_VARIABLES, variables.DRAGOMAN_LLM_API_KEY) : []),
    ...(libreUrl !== undefined || libreKey !== undefined
      ? read('libretranslate', libre, { url: 'DRAGOMAN_LIBRETRANSLATE_URL' }, libreKey)
      : []),
  ]
}

const definedOnly = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Whether a host of a URL is this machine or in a private network, as its name or address says. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  // A name without a dot is one of a container network.
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(host)
}
