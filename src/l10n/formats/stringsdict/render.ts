import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import { findIndent } from '../xml/edit.ts'
import { escapeText, type TextTarget } from '../xml/references.ts'
import { readText } from '../xml/text.ts'
import { isElement, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { FORMAT_KEY, listPairs, type Slot, type StringsDict } from './plist.ts'

/** The style of a `.stringsdict` file, so that new dictionaries match it. */
export interface DictStyle {
  /** The indentation of the keys of the file. */
  readonly indent: string
  /** How much deeper each inner dictionary is indented. */
  readonly unit: string
  /** Whether plural categories are in the order of the alphabet, as Xcode's exports have them, and not in that of CLDR. */
  readonly isAlphabetical: boolean
}

/** Detects the style of a file. `fallback` is used for what a file without keys does not show. */
export function detectStyle(file: StringsDict, fallback: DictStyle = DEFAULT): DictStyle {
  const { document, dict, pairs } = file
  const [first] = pairs
  if (first === undefined) return fallback
  const outer = findIndent(document, dict.start) ?? ''
  const indent = findIndent(document, first.key.start) ?? ''
  const inner = pairs.find(({ value }) => value.name === 'dict' && listElements(value).length > 0)
  const [key] = inner === undefined ? [] : listElements(inner.value)
  const deeper = key === undefined ? undefined : findIndent(document, key.start)
  const unit = deeper?.startsWith(indent) === true ? deeper.slice(indent.length) : indent.slice(outer.length)
  return {
    indent,
    unit: unit === '' ? fallback.unit : unit,
    isAlphabetical: isAlphabetical(file) ?? fallback.isAlphabetical,
  }
}

const DEFAULT: DictStyle = { indent: '\t', unit: '\t', isAlphabetical: false }

const MAX_SAMPLES = 100

function isAlphabetical({ document: { text }, pairs }: StringsDict): boolean | undefined {
  let votes = 0
  let samples = 0
  const visit = (dict: XmlElement): void => {
    const names: string[] = []
    for (const node of dict.children) {
      if (samples >= MAX_SAMPLES) return
      if (!isElement(node)) continue
      if (node.name === 'dict') visit(node)
      else if (node.name === 'key') {
        const name = text.slice(node.contentStart, node.contentEnd)
        if (isCategory(name)) names.push(name)
      }
    }
    if (names.length < 2) return
    samples += 1
    const inAlphabet = isSorted(names, compareNames)
    if (inAlphabet !== isSorted(names, compareCategories)) votes += inAlphabet ? 1 : -1
  }
  for (const { value } of pairs) visit(value)
  return votes === 0 ? undefined : votes > 0
}

type Compare = (a: string, b: string) => number

const isSorted = (names: readonly string[], compare: Compare): boolean =>
  names.every((name, at) => at === 0 || compare(names[at - 1] ?? '', name) <= 0)

const compareNames: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

const ORDER: readonly string[] = CATEGORY_ORDER
const compareCategories: Compare = (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)

export const getCategoryOrder = ({ isAlphabetical: byName }: DictStyle): Compare =>
  byName ? compareNames : compareCategories

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
