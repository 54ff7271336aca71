import { isCategory } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import { escapeText, type TextTarget } from '../xml/references.ts'
import { readText } from '../xml/text.ts'
import type { XmlDocument, XmlElement } from '../xml/tree.ts'
import { FORMAT_KEY, listPairs, type Slot } from './plist.ts'
import { type DictStyle, getCategoryOrder } from './style.ts'

export interface Rendering {
  readonly document: XmlDocument
  /** The file that is written. */
  readonly target: TextTarget
  readonly style: DictStyle
  /** The texts and plurals of a key in the source, by element. */
  readonly slots: ReadonlyMap<XmlElement, Slot>
  readonly values: ReadonlyMap<string, Message>
}

/**
 * Renders a value of the source with its translations, as lines that are indented from zero. Returns undefined if it has none, or if a format or a variable
 * of it has none: programs print both or neither.
 */
export function renderValue(rendering: Rendering, element: XmlElement): string[] | undefined {
  const { document, slots, values, style, target } = rendering
  const slot = slots.get(element)
  const value = slot && values.get(slot.key)
  if (slot !== undefined && value === undefined) return undefined
  if (element.name === 'string') {
    // Without a translation, it is the type of a format, or a format that is only a variable.
    const text = typeof value === 'string' ? value : readText(document, element)
    return [`<string>${escapeText(text, target)}</string>`]
  }
  if (element.name !== 'dict') return [document.text.slice(element.start, element.end)]
  const lines: string[] = []
  const pairs = listPairs(document, element)
  const isWhole = pairs.some(({ name }) => name === FORMAT_KEY)
  let isTranslated = slot !== undefined || isWhole
  for (const { name, value: inner } of pairs) {
    if (slot !== undefined && isCategory(name)) continue
    const rendered = renderValue(rendering, inner)
    if (rendered === undefined && isWhole) return undefined
    if (rendered === undefined) continue
    isTranslated ||= inner.name === 'dict' || slots.has(inner)
    lines.push(...indentPair(name, rendered, style, target))
  }
  if (!isTranslated) return undefined
  if (typeof value === 'object') {
    for (const category of Object.keys(value).toSorted(getCategoryOrder(style))) {
      const text = [`<string>${escapeText(value[category] ?? '', target)}</string>`]
      lines.push(...indentPair(category, text, style, target))
    }
  }
  return ['<dict>', ...lines, '</dict>']
}

export const renderPair = (name: string, value: readonly string[], target: TextTarget): string[] => [
  `<key>${escapeText(name, target)}</key>`,
  ...value,
]

const indentPair = (name: string, value: readonly string[], { unit }: DictStyle, target: TextTarget): string[] =>
  renderPair(name, value, target).map(line => unit + line)
