import type { EngineBatch, EngineItem } from '../../../l10n/engines/engine.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { type AnswerShape, toShown } from './answer-shape.ts'

/** A string with what its answer contains and the name of its placeholder rule. */
export interface ShapedItem {
  readonly item: EngineItem
  readonly shape: AnswerShape
  readonly rule: string | undefined
}

/** Writes everything that users and source files determine as one block of JSON. */
export function writeDataBlock({ voice, terms = [] }: EngineBatch, items: readonly ShapedItem[]): string {
  const data = {
    ...(voice !== undefined && { voice }),
    ...(terms.length > 0 && { terms }),
    items: [],
  }
  const lines = items.map(item => JSON.stringify(toData(item))).join(',\n')
  const json = JSON.stringify(data).replace(/\]\}$/, () => `\n${lines}\n]}`)
  return `<data>\n${escapeTags(json)}\n</data>`
}

/** Keeps strings from closing or opening a block: their `<` is escaped as JSON allows. Other tags stay readable. */
const escapeTags = (json: string): string => json.replaceAll(/<(?=[\s/\\]*data\b)/gi, '\\u003c')

function toData({ item, shape, rule }: ShapedItem): object {
  const { id, key, file, context, note, max, neighbours, like, before, repair } = item
  const show = (text: Message) => toTextOrForms(toShown(text, shape.isSplit))
  return {
    id,
    key,
    file,
    ...toTextOrForms(shape.source),
    ...(shape.fields !== undefined && { answer_forms: shape.fields }),
    ...(rule !== undefined && { placeholders: rule }),
    ...(context !== undefined && { context }),
    ...(note !== undefined && { note }),
    ...(max !== undefined && { max_length: max }),
    ...(neighbours !== undefined && neighbours.length > 0 && { neighbours }),
    ...(like !== undefined &&
      like.length > 0 && {
        similar: like.map(({ source, translation }) => ({ source, translation: toShown(translation, shape.isSplit) })),
      }),
    ...(before !== undefined && {
      current: {
        ...show(before.text),
        ...(before.source !== undefined && { translates: before.source }),
        reasons: before.reasons,
      },
    }),
    ...(repair !== undefined && {
      refused: {
        ...show(repair.text),
        findings: repair.findings.map(({ message, fix }) => ({ problem: message, ...(fix !== undefined && { fix }) })),
      },
    }),
  }
}

const toTextOrForms = (message: Message) => (typeof message === 'string' ? { text: message } : { forms: message })
