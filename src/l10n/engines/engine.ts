import type { PluralNeeds } from '../locales/plural-rules.ts'
import type { Family } from '../message/families.ts'
import type { Message, Syntax } from '../message/message.ts'

/** A string that an engine translates or revises. */
export interface EngineItem {
  /** `1` to `n`; names the string in the answer. */
  readonly id: string
  readonly key: string
  readonly file: string
  readonly source: Message
  readonly syntax: Syntax
  /** The placeholder families of its file; undefined if unknown. */
  readonly families?: readonly Family[] | undefined
  /** gettext's msgctxt. */
  readonly context?: string | undefined
  /** The context note. */
  readonly note?: string | undefined
  /** Maximum length in graphemes. */
  readonly max?: number | undefined
  /** The plural forms of the target locale; only for a source with plural forms, of its file or in an ICU message. */
  readonly plurals?: PluralNeeds | undefined
  /** The source strings before and after it in its file. */
  readonly neighbours?: readonly Message[] | undefined
  /** Translations of the same or a similar source string. */
  readonly like?: readonly { readonly source: Message; readonly translation: Message }[] | undefined
  /** The translation to revise or replace, and why. `source` is what it translates, if that is another string. */
  readonly before?:
    | { readonly text: Message; readonly source?: Message | undefined; readonly reasons: readonly string[] }
    | undefined
  /** The engine's own translation that the checks refused, with the findings to correct. */
  readonly repair?: { readonly text: Message; readonly findings: readonly ItemFinding[] } | undefined
}

export interface ItemFinding {
  readonly id: string
  readonly message: string
  readonly fix?: string | undefined
}

/** A glossary term for the target locale. */
export interface EngineTerm {
  readonly term: string
  readonly kind?: 'do_not_translate' | 'forbidden' | undefined
  readonly translation?: string | undefined
  readonly forbidden?: readonly string[] | undefined
  readonly definition?: string | undefined
  readonly note?: string | undefined
}

/** One request to an engine: strings of one project and one target locale. */
export interface EngineBatch {
  readonly kind: 'translate' | 'revise'
  readonly sourceLocale: string
  readonly locale: string
  readonly items: readonly EngineItem[]
  /** The voice in two lines. */
  readonly voice?: string | undefined
  /** The terms that occur in the strings. */
  readonly terms?: readonly EngineTerm[] | undefined
  /** Equal for repetitions of one request, so that a provider which supports it charges once. */
  readonly idempotencyKey: string
}

/** The translation of one string. */
export interface EngineAnswer {
  readonly id: string
  readonly value: Message
  /** Why the engine revised the translation. */
  readonly reason?: string | undefined
}

/** What a request consumed, as the provider counts it or, if it does not, as estimated. */
export interface Usage {
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Characters of the source strings, which machine translation is charged by. */
  readonly characters: number
}

export interface EngineResult {
  /** At most one for each item. Items without one were not answered. */
  readonly answers: readonly EngineAnswer[]
  readonly usage: Usage
  /** The model that answered, as the provider names it. */
  readonly model?: string | undefined
  /** Why items have no answer: the answer was no JSON, was cut, or the model refused. */
  readonly problem?: string | undefined
}

/** US dollars per million tokens, or per million characters; equals micro-dollars for each. */
export interface Prices {
  readonly input: number
  readonly output: number
  readonly characters: number
}

/** A translation engine. The only interface that runs know. */
export interface Engine {
  /** The name in the configuration and in policies. */
  readonly id: string
  /** The kind in the origin of its translations. */
  readonly kind: 'llm' | 'mt' | 'pseudo'
  readonly model?: string | undefined
  /** The version of the prompt, for the origin of translations. */
  readonly promptVersion?: string | undefined
  /** Whether its requests cost money. It is then off for each account until an operator enables it with a budget. */
  readonly isPaid: boolean
  readonly prices: Prices
  /** Requests at the same time, for all runs of the server. */
  readonly concurrency: number
  /** Strings of one request. */
  readonly batchSize: number
  /** Whether it can revise and repair translations. */
  readonly canRevise: boolean
  /** Returns why it cannot translate between two locales; undefined if it can. */
  findUnsupported(sourceLocale: string, locale: string): string | undefined
  /** Estimates what a request consumes. */
  estimate(batch: EngineBatch): Usage
  /** @throws EngineError; the error of `signal` when it is aborted. */
  translate(batch: EngineBatch, signal: AbortSignal): Promise<EngineResult>
  /** Translates one string. Returns a sentence for `dragoman doctor`. @throws EngineError */
  test(signal: AbortSignal): Promise<string>
}

/** The engines of the server, by name. */
export interface EngineSet {
  readonly all: readonly Engine[]
  find(id: string): Engine | undefined
  /** Ends helper processes. */
  close(): Promise<void>
}

/**
 * Why a request failed. `rate_limited`, `unavailable` (5xx, network) and `timeout` may succeed later; `rejected` (wrong key, model or request) does not
 * until the configuration changes.
 */
export type EngineFailure = 'rate_limited' | 'unavailable' | 'timeout' | 'rejected'

/** A request without an answer. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly failure: EngineFailure
  /** Seconds to wait, if the provider says. */
  readonly retryAfter: number | undefined
  /** Whether the provider may have charged for the request, because it got it. */
  readonly mayBeCharged: boolean

  /** @param message one sentence for users, without secrets */
  constructor(
    failure: EngineFailure,
    message: string,
    more: { readonly retryAfter?: number | undefined; readonly mayBeCharged?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.failure = failure
    this.retryAfter = more.retryAfter
    this.mayBeCharged = more.mayBeCharged ?? false
  }
}

/** The name of the engine that reuses translations of the same source string. */
export const MEMORY = 'memory'

export const NO_USAGE: Usage = { requests: 0, input_tokens: 0, output_tokens: 0, characters: 0 }

/** Most tokens or characters that one request can consume: more than any model reads. A larger count is an error of the provider. */
const MAX_COUNT = 10_000_000

/** Whether a provider's count of tokens or characters can be true. */
export const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT

/** The usage of a request, with the estimate for each number that can't be true. */
export function correctUsage(usage: Usage, estimate: () => Usage): Usage {
  const pick = (name: keyof Usage): number => (isCount(usage[name]) ? usage[name] : estimate()[name])
  return {
    requests: pick('requests'),
    input_tokens: pick('input_tokens'),
    output_tokens: pick('output_tokens'),
    characters: pick('characters'),
  }
}

/** Adds what was consumed. A negative number, which earlier versions could store, counts as 0. */
export const addUsage = (one: Usage, other: Usage): Usage => {
  const add = (name: keyof Usage): number => addAmounts(one[name], other[name])
  return {
    requests: add('requests'),
    input_tokens: add('input_tokens'),
    output_tokens: add('output_tokens'),
    characters: add('characters'),
  }
}

export const addAmounts = (one: number, other: number): number => Math.max(0, one) + Math.max(0, other)

/** The cost in micro-dollars (millionths of a US dollar), rounded up. */
export const toCost = (usage: Usage, prices: Prices): number =>
  Math.ceil(
    usage.input_tokens * prices.input + usage.output_tokens * prices.output + usage.characters * prices.characters,
  )
