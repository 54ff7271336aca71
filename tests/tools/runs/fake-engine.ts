import type {
  Engine,
  EngineAnswer,
  EngineBatch,
  EngineItem,
  EngineResult,
  Prices,
  Usage,
} from '../../../src/l10n/engines/engine.ts'
import type { Message } from '../../../src/l10n/message/message.ts'

/** What an engine answers for one string; undefined for no answer. */
export type Reply = (item: EngineItem, batch: EngineBatch) => Omit<EngineAnswer, 'id'> | undefined

interface FakeOptions {
  readonly id?: string
  readonly kind?: Engine['kind']
  readonly isPaid?: boolean
  readonly prices?: Prices
  readonly concurrency?: number
  readonly batchSize?: number
  readonly canRevise?: boolean
  readonly locales?: readonly string[]
  readonly reply?: Reply
  /** What it reports instead of the true usage, by the number of the request. */
  readonly report?: (nth: number) => Partial<Usage>
  /** Runs before each answer, such as to fail or to wait. */
  readonly before?: (batch: EngineBatch, signal: AbortSignal) => Promise<void>
}

/** An engine in this process, which logs what it is asked. */
export interface FakeEngine extends Engine {
  readonly batches: EngineBatch[]
  /** The source strings of all requests, in order. */
  readonly asked: () => readonly string[]
}

const FREE: Prices = { input: 0, output: 0, characters: 0 }

/** The default translation: the source in brackets, with each plural form that the locale needs. */
export function bracket({ source, plurals }: EngineItem): Omit<EngineAnswer, 'id'> {
  const wrap = (text: string): string => `[${text}]`
  if (typeof source === 'string') return { value: wrap(source) }
  const names = plurals?.required ?? Object.keys(source)
  const forms: Message = Object.fromEntries(names.map(name => [name, wrap(source[name] ?? source['other'] ?? '')]))
  return { value: forms }
}

export function fakeEngine({
  id = 'fake',
  kind = 'llm',
  isPaid = false,
  prices = FREE,
  concurrency = 8,
  batchSize = 20,
  canRevise = true,
  locales,
  reply = bracket,
  report = () => ({}),
  before = async () => {},
}: FakeOptions = {}): FakeEngine {
  const batches: EngineBatch[] = []
  const translate = async (batch: EngineBatch, signal: AbortSignal): Promise<EngineResult> => {
    batches.push(batch)
    await before(batch, signal)
    const answers = batch.items.flatMap(item => {
      const answer = reply(item, batch)
      return answer === undefined ? [] : [{ id: item.id, ...answer }]
    })
    return { answers, usage: { ...usageOf(batch), ...report(batches.length - 1) }, model: `${id}-1` }
  }
  return {
    id,
    kind,
    model: `${id}-1`,
    promptVersion: 'fake-1',
    isPaid,
    prices,
    concurrency,
    batchSize,
    canRevise,
    findUnsupported: (_, locale) =>
      locales === undefined || locales.includes(locale) ? undefined : `Engine ${id} cannot translate into ${locale}.`,
    estimate: usageOf,
    translate,
    test: async () => `${id} answered.`,
    batches,
    asked: () => batches.flatMap(batch => batch.items.map(({ source }) => text(source))),
  }
}

/** 10 tokens in and 5 out for each string. */
const usageOf = ({ items }: EngineBatch) => ({
  requests: 1,
  input_tokens: 10 * items.length,
  output_tokens: 5 * items.length,
  characters: items.reduce((sum, { source }) => sum + text(source).length, 0),
})

const text = (source: Message): string => (typeof source === 'string' ? source : (source['other'] ?? ''))
