import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import { findIndent } from '../xml/edit.ts'
import { isElement, listElements, type XmlElement } from '../xml/tree.ts'
import type { StringsDict } from './plist.ts'

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
