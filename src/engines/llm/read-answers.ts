import type { EngineAnswer } from '../../l10n/engines/engine.ts'
import { isObject, tryParseObject } from '../../text/try-parse-json.ts'
import type { AnswerShape } from './prompts/answer-shape.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the answers in the text of a model: prose and code fences around the JSON are skipped, and of a cut answer the complete items are read. Unknown ids
 * are dropped; of a doubled id with different texts, nothing is used.
 */
export function readAnswers(text: string, shapes: ReadonlyMap<string, AnswerShape>): readonly EngineAnswer[] {
  const answers = new Map<string, EngineAnswer | undefined>()
  for (const found of findObjects(text)) {
    const id = readId(found)
    const shape = shapes.get(id)
    const answer = shape === undefined ? undefined : readAnswer(id, found, shape)
    if (answer === undefined) continue
    const earlier = answers.get(id)
    const isRepeated = earlier !== undefined && JSON.stringify(earlier.value) === JSON.stringify(answer.value)
    answers.set(id, !answers.has(id) || isRepeated ? answer : undefined)
  }
  return [...answers.values()].filter(answer => answer !== undefined)
}

function readAnswer(id: string, found: Fields, { fields, build }: AnswerShape): EngineAnswer | undefined {
  const { text, forms, reason } = found
  const why = typeof reason === 'string' && reason !== '' ? { reason } : {}
  if (fields === undefined) return typeof text === 'string' ? { id, value: build({ text }), ...why } : undefined
  const names = Object.keys(fields)
  const given: Fields = isObject(forms) ? forms : names.length === 1 ? { [names[0] ?? '']: text } : {}
  const entries = names.map(name => [name, given[name]] as const)
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined
  return { id, value: build(Object.fromEntries(entries)), ...why }
}

const readId = ({ id }: Fields): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : '')

/** Objects this deep are not items: an answer is `{items: [{forms: {…}}]}`. */
const MAX_DEPTH = 3

/** Yields the complete JSON objects of a text, inner ones first. Quotation marks in prose and braces in strings do not count. */
function* findObjects(text: string): Generator<Fields> {
  const open: number[] = []
  for (let at = text.indexOf('{'); at !== -1; at = open.length === 0 ? text.indexOf('{', at) : find(MARKS, text, at)) {
    const mark = text[at]
    if (mark === '"') {
      at = findStringEnd(text, at + 1)
      continue
    }
    at += 1
    if (mark === '{') open.push(at - 1)
    else {
      const start = open.pop()
      const object = start === undefined || open.length >= MAX_DEPTH ? undefined : tryParseObject(text.slice(start, at))
      if (object !== undefined) yield object
    }
  }
}

const MARKS = /[{}"]/g
const STRING_MARKS = /["\\]/g

/** The offset after the closing quotation mark, or the end of the text. */
function findStringEnd(text: string, from: number): number {
  for (let at = find(STRING_MARKS, text, from); at !== -1; at = find(STRING_MARKS, text, at + 2)) {
    if (text[at] === '"') return at + 1
  }
  return text.length
}

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
