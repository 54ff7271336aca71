import type { EngineAnswer } from '../../l10n/engines/engine.ts'
import type { Message } from '../../l10n/message/message.ts'
import { joinPlural } from '../../l10n/message/plural-message.ts'
import type { PromptItem } from './prompts/data.ts'

export interface ReadAnswer {
  readonly answers: readonly EngineAnswer[]
  /** What is wrong with the answer; undefined if it has every string once. */
  readonly problem: string | undefined
}

/**
 * Reads the answer of a model, also if there is prose or a code fence around the JSON, or if it was cut: then the items before the cut count. An ID with two
 * different texts counts as not answered.
 */
export function readAnswer(text: string, items: readonly PromptItem[]): ReadAnswer {
  const rows = findRows(text)
  const byId = new Map<string, Set<string>>()
  const found = new Map<string, EngineAnswer>()
  let strange = 0
  for (const row of rows) {
    const id = String(row['id'])
    const asked = items.find(one => one.item.id === id)
    const value = asked && toMessage(row, asked)
    if (asked === undefined) strange += 1
    if (value === undefined) continue
    const texts = byId.get(id) ?? new Set()
    byId.set(id, texts.add(JSON.stringify(value)))
    const { reason } = row
    found.set(id, { id, value, ...(typeof reason === 'string' && reason.trim() !== '' && { reason: reason.trim() }) })
  }
  const answers = [...found.values()].filter(({ id }) => byId.get(id)?.size === 1)
  const missing = items.length - answers.length
  const problems = [
    ...(rows.length === 0 ? ['The answer has no JSON with items.'] : []),
    ...(missing > 0 && rows.length > 0 ? [`The answer lacks ${missing} of ${items.length} strings.`] : []),
    ...(strange > 0 ? [`The answer has ${strange} IDs that were not asked for.`] : []),
  ]
  return { answers, problem: problems.length === 0 ? undefined : problems.join(' ') }
}

/** Objects that may be cut or broken before the rest of an answer is given up: each is searched to the end. */
const MAX_BROKEN = 200

type Row = Readonly<Record<string, unknown>>

/** The objects with an ID in a text, in the outermost JSON objects that are complete. */
function findRows(text: string): readonly Row[] {
  const rows: Row[] = []
  let broken = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const end = findEnd(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (end === undefined || value === undefined) {
      // Cut or broken: its inner objects may be complete.
      at += 1
      broken += 1
      if (broken > MAX_BROKEN) return rows
      continue
    }
    const list: readonly unknown[] = Array.isArray(value['items']) ? value['items'] : [value]
    rows.push(...list.filter(isRow))
    at = end
  }
  return rows
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && ['string', 'number'].includes(typeof value.id)

/** The position after the brace that closes the one at `start`; undefined if the text ends before. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (isString && character === '\\') at += 1
    else if (character === '"') isString = !isString
    else if (!isString && character === '{') depth += 1
    else if (!isString && character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parse(json: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Row) : undefined
  } catch {
    return undefined
  }
}

/** The translation of a row; undefined if it has not the fields that were asked for. */
function toMessage({ text, forms }: Row, { item, plural, forms: names }: PromptItem): Message | undefined {
  if (names === undefined) return typeof text === 'string' ? escapeIcu(text, item) : undefined
  if (typeof forms !== 'object' || forms === null) return undefined
  const given = forms as Readonly<Record<string, unknown>>
  const written = names.map(name => [name, given[name]] as const)
  if (!written.every((one): one is readonly [string, string] => typeof one[1] === 'string')) return undefined
  if (plural === undefined) return Object.fromEntries(written)
  const sentences = written.map(([name, sentence]) => [name, escapeIcu(sentence, item)] as const)
  return joinPlural({ ...plural, forms: Object.fromEntries(sentences) })
}

/** An apostrophe before a placeholder would quote it (`l'{name}`). It is doubled, unless the source quotes so itself. */
const escapeIcu = (text: string, { source, syntax }: PromptItem['item']): string =>
  syntax !== 'icu' || /'[{}<#]/.test(JSON.stringify(source)) ? text : text.replaceAll(/(?<!')'(?=[{}<#])/g, "''")
