import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isEngineUrl, MAX_PRICE } from '../config/engine-variables.ts'
import { parseDuration } from '../config/fields.ts'

const URL_FIX = 'Give an http or https URL without query and credentials, such as http://localhost:11434/v1.'
const url = z.string(URL_FIX).refine(isEngineUrl, URL_FIX)

const KEY_FIX = 'Keys are not written into the file. Give {"env": "NAME"} or {"file": "/path"}.'
const key = z
  .union(
    [z.strictObject({ env: z.string().regex(/^[A-Za-z_]\w*$/) }), z.strictObject({ file: z.string().min(1) })],
    KEY_FIX,
  )
  .optional()

function number(from: number, to: number, example: number) {
  const fix = `Give a number from ${from} to ${to}, such as ${example}.`
  return z.number(fix).min(from, fix).max(to, fix)
}

function wholeNumber(to: number, example: number) {
  const fix = `Give a whole number from 1 to ${to}, such as ${example}.`
  return z.int(fix).min(1, fix).max(to, fix).optional()
}

const TIMEOUT_FIX = 'Give a number and s or m, from 1s to 30m, such as 60s.'

export const parseTimeout = parseDuration

const timeout = z
  .string(TIMEOUT_FIX)
  .refine(text => parseTimeout(text) >= 1_000 && parseTimeout(text) <= 1_800_000, TIMEOUT_FIX)
  .optional()

const price = () => number(0, MAX_PRICE, 0.5)

const requests = {
  key,
  paid: z.boolean('Give true or false.').optional(),
  concurrency: wholeNumber(64, 4),
  batch_size: wholeNumber(100, 20),
  timeout,
}

const TokenPrices = z.strictObject(
  { input: price(), output: price() },
  'Give {"input": …, "output": …} in US dollars per million tokens.',
)

const llm = {
  ...requests,
  model: z
    .string('Give the name of a model.')
    .min(1, 'Give the name of a model.')
    .max(200, 'Give at most 200 characters.'),
  prices: TokenPrices.optional(),
  temperature: number(0, 2, 0.2).optional(),
  structured: z.enum(['json_schema', 'json_object', 'text'], 'Give json_schema, json_object or text.').optional(),
}

const api = z.enum(['chat', 'responses'], 'Give chat or responses.').optional()

const noApi = (why: string) => z.undefined(`Remove it: only openai has a choice. ${why}`).optional()

const CharacterPrices = z.strictObject(
  { characters: price() },
  'Give {"characters": …} in US dollars per million characters.',
)

const PATH_FIX = 'Give an absolute path.'
const path = z.string(PATH_FIX).refine(isAbsolute, PATH_FIX).optional()

const Entry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('openai'), url: url.optional(), api, ...llm }),
  z.strictObject({ type: z.literal('openai-compatible'), url, api: noApi('Servers of this type have chat.'), ...llm }),
  z.strictObject({
    type: z.literal('anthropic'),
    url: url.optional(),
    api: noApi('Anthropic has one API.'),
    ...llm,
  }),
  z.strictObject({ type: z.literal('libretranslate'), url, prices: CharacterPrices.optional(), ...requests }),
  z.strictObject({ type: z.literal('apertium'), program: path, data: path, timeout }),
])

export type EngineEntry = z.output<typeof Entry>

/** The schema of an engine, by its type. */
export const EntryByType: ReadonlyMap<string, z.ZodType<EngineEntry>> = new Map(
  Entry.options.map(schema => [schema.shape.type.value, schema]),
)

/** The file that `DRAGOMAN_ENGINES_FILE` names. */
export const EnginesFile = z.strictObject({
  $schema: z.string().optional(),
  engines: z.record(z.string(), z.unknown()),
})
