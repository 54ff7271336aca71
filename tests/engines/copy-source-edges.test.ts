import { describe, expect, it } from 'vitest'
import { copySourceEdges } from '../../src/engines/llm/llm-engine.ts'
import type { Message } from '../../src/l10n/message/message.ts'
import { BATCH } from './llm-batches.ts'

/** The answer to a string, as the engine hands it on. */
const copy = (source: Message, value: Message, locale = 'de', sourceLocale = 'en'): Message | undefined => {
  const item = { id: '1', key: 'a', file: 'a.json', source, syntax: 'plain' } as const
  return copySourceEdges([{ id: '1', value }], { ...BATCH, sourceLocale, locale, items: [item] })[0]?.value
}

describe('the answer of a language model', () => {
  it.each<[Message, Message, Message, string?]>([
    ['Status: ', 'Zustand:', 'Zustand: '],
    ['Save', ' Sichern\n', 'Sichern'],
    ['\n  Save\n', 'Sichern', '\n  Sichern\n'],
    [
      { one: 'a file ', other: 'files ' },
      { one: 'plik', few: 'pliki', many: 'plików' },
      { one: 'plik ', few: 'pliki ', many: 'plików ' },
    ],
    ['Save\n', '保存', '保存\n', 'ja'],
    // Where languages differ, it is what the model wrote.
    [' and ', 'と', 'と', 'ja'],
    [', and ', ' oraz ', ' oraz ', 'pl'],
    ['Status: ', '状态：', '状态：', 'zh-Hans'],
    ['%n %u', '%n %u', '%n %u'],
    ['Save', '', ''],
  ])('to %j, %j, becomes %j', (source, value, expected, locale) => {
    expect(copy(source, value, locale)).toEqual(expected)
  })

  it('to a Japanese source keeps its own spaces', () => {
    expect(copy('更新：', 'Updated: ', 'en', 'ja')).toBe('Updated: ')
  })

  it('keeps its id and reason', () => {
    const answers = [{ id: '9', value: ' a ', reason: 'Shorter.' }]
    expect(copySourceEdges(answers, BATCH)).toEqual(answers)
  })
})
