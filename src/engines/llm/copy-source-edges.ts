import { sourceText } from '../../l10n/checks/context.ts'
import { copyEdges } from '../../l10n/checks/whitespace/edges.ts'
import type { EngineAnswer, EngineBatch } from '../../l10n/engines/engine.ts'
import type { Message } from '../../l10n/message/message.ts'
import { ParsedText } from '../../l10n/message/parsed-text.ts'

/** Models lose the white space at the ends of a text. Their translations get that of the source, where languages share it. */
export function copySourceEdges(answers: readonly EngineAnswer[], batch: EngineBatch): readonly EngineAnswer[] {
  const items = new Map(batch.items.map(item => [item.id, item]))
  return answers.map(answer => {
    const item = items.get(answer.id)
    if (item === undefined) return answer
    const copy = (text: string, form: string): string =>
      copyEdges(new ParsedText(sourceText(item.source, form), item.syntax), text, batch)
    return { ...answer, value: mapTexts(answer.value, copy) }
  })
}

const mapTexts = (message: Message, map: (text: string, form: string) => string): Message =>
  typeof message === 'string'
    ? map(message, 'other')
    : Object.fromEntries(Object.entries(message).map(([form, text]) => [form, map(text, form)]))
