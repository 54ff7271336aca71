import type { Engine, EngineBatch, EngineItem } from '../../src/l10n/engines/engine.ts'
import { createRandom } from '../checks/random.ts'

/** A way in which models break the structure of a string. */
interface Break {
  readonly kind: string
  /** Whether masked placeholders would prevent it. */
  readonly isMaskable: boolean
  /** The broken text; undefined if the string has no such structure. */
  readonly apply: (text: string) => string | undefined
}

const replaced = (text: string, pattern: RegExp, by: string): string | undefined =>
  pattern.test(text) ? text.replace(pattern, by) : undefined

/** The breaks that the study of direct translation lists by kind: placeholders, tags, and the syntax of messages. */
const BREAKS: readonly Break[] = [
  { kind: 'placeholder dropped', isMaskable: true, apply: text => replaced(text, /\{\{?\w+\}?\}|%[sd]/, '') },
  { kind: 'placeholder renamed', isMaskable: true, apply: text => replaced(text, /(\{\{?)\w+(\}?\})/, '$1nombre$2') },
  { kind: 'placeholder retyped', isMaskable: true, apply: text => replaced(text, /%d/, '%s') },
  { kind: 'braces changed', isMaskable: true, apply: text => replaced(text, /\{\{(\w+)\}\}/, '{$1}') },
  { kind: 'placeholder split', isMaskable: true, apply: text => replaced(text, /%([sd])/, '% $1x') },
  { kind: 'tag not closed', isMaskable: true, apply: text => replaced(text, /<\/\w+>/, '') },
  { kind: 'tag renamed', isMaskable: true, apply: text => replaced(text, /<(b|a|link)\b([^>]*)>/, '<negrita$2>') },
  { kind: 'plural keyword translated', isMaskable: false, apply: text => replaced(text, /\bother \{/, 'otros {') },
  { kind: 'plural form missing', isMaskable: false, apply: text => replaced(text, /\bother \{[^{}]*\}/, '') },
  { kind: 'brace lost', isMaskable: false, apply: text => replaced(text, /\}(?=[^}]*$)/, '') },
  { kind: 'argument type translated', isMaskable: false, apply: text => replaced(text, /, plural,/, ', plurales,') },
]

interface ModelOptions {
  readonly seed: number
  /** The share of strings with a structure that it breaks at the first attempt. */
  readonly rate: number
  /** The share that it breaks again when it is shown the findings. */
  readonly repairRate: number
}

/** What a model did to one string at its first attempt. */
interface FirstAttempt {
  readonly kind: string
  readonly isMaskable: boolean
}

/** A model that translates by putting words into brackets, and breaks structures at a given rate. It knows what it broke. */
export interface SimulatedModel extends Engine {
  /** The first attempts that were broken, by key. */
  readonly broken: ReadonlyMap<string, FirstAttempt>
  /** Every broken text that it ever answered. */
  readonly brokenTexts: ReadonlySet<string>
  readonly requests: () => number
  readonly tokens: () => number
}

export function simulateModel({ seed, rate, repairRate }: ModelOptions): SimulatedModel {
  const random = createRandom(seed)
  const broken = new Map<string, FirstAttempt>()
  const brokenTexts = new Set<string>()
  let requests = 0
  let tokens = 0
  const usageOf = ({ items }: EngineBatch) => {
    const characters = items.reduce((sum, { source }) => sum + JSON.stringify(source).length, 0)
    return { requests: 1, input_tokens: characters, output_tokens: Math.ceil(characters / 2), characters }
  }
  const answer = (item: EngineItem): string => {
    const good = translate(typeof item.source === 'string' ? item.source : '')
    const isRepair = item.repair !== undefined
    if (random() >= (isRepair ? repairRate : rate)) return good
    const possible = BREAKS.flatMap(one => {
      const text = one.apply(good)
      return text === undefined || text === good ? [] : [{ ...one, text }]
    })
    const chosen = possible[Math.floor(random() * possible.length)]
    if (chosen === undefined) return good
    if (!isRepair) broken.set(item.key, chosen)
    brokenTexts.add(chosen.text)
    return chosen.text
  }
  return {
    id: 'simulated',
    kind: 'llm',
    model: `breaks-${rate}`,
    isPaid: false,
    prices: { input: 0, output: 0, characters: 0 },
    concurrency: 4,
    batchSize: 20,
    canRevise: true,
    findUnsupported: () => undefined,
    estimate: usageOf,
    translate: async batch => {
      const usage = usageOf(batch)
      requests += 1
      tokens += usage.input_tokens + usage.output_tokens
      return { answers: batch.items.map(item => ({ id: item.id, value: answer(item) })), usage }
    },
    test: async () => 'It answers.',
    broken,
    brokenTexts,
    requests: () => requests,
    tokens: () => tokens,
  }
}

/** Puts words into brackets, and keeps every structure. */
const translate = (source: string): string =>
  source.replaceAll(/(^|[\s>])(?!plural|one|other)(\p{L}{3,})(?=$|[\s.,!?<])/gu, '$1«$2»')

const NAMES = ['name', 'folder', 'user', 'project', 'total']
const WORDS = ['Save', 'Delete', 'Invite', 'Publish', 'Archive', 'Restore', 'Rename', 'Share', 'Export', 'Follow']
const THINGS = [
  'draft',
  'account',
  'report',
  'invoice',
  'message',
  'calendar',
  'picture',
  'comment',
  'session',
  'label',
]

/** Interface strings with the structures of real ones: placeholders, tags, both, or plurals. */
export function structuredStrings(count: number, seed: number): Readonly<Record<string, string>> {
  const random = createRandom(seed)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? ''
  const make = [
    () => `${pick(WORDS)} the ${pick(THINGS)} of {${pick(NAMES)}}`,
    () => `${pick(WORDS)} {${pick(NAMES)}} with the ${pick(THINGS)} now`,
    () => `${pick(WORDS)} the <b>${pick(THINGS)}</b> for everybody`,
    () => `Read the <link>${pick(THINGS)} guide</link> before you continue, {${pick(NAMES)}}`,
    () => `{count, plural, one {# ${pick(THINGS)} was found} other {# ${pick(THINGS)}s were found}}`,
  ]
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`key${at}`, `${make[at % make.length]?.() ?? ''} ${at}`]),
  )
}
