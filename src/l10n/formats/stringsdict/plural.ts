import type { Edit } from '../splice.ts'
import { insertAfter, insertBefore, insertLast, removeRange, replaceContent } from '../xml/edit.ts'
import { escapeText, renderCdata } from '../xml/references.ts'
import { readText } from '../xml/text.ts'
import type { XmlDocument, XmlElement } from '../xml/tree.ts'
import { listPairs, type Pair } from './plist.ts'
import { renderPair } from './render.ts'
import { listForms } from './slots.ts'
import { type DictStyle, getCategoryOrder } from './style.ts'

/** Replaces a text, unless it is the same; in a CDATA section, if it is in one. */
export function changeText(document: XmlDocument, element: XmlElement, text: string): Edit[] {
  if (readText(document, element) === text) return []
  const isCdata = element.children.length === 1 && element.children[0]?.kind === 'cdata'
  return [replaceContent(document, element, isCdata ? renderCdata(text, document) : escapeText(text, document))]
}

/** Gives a plural new forms: categories that it does not have are inserted in their order, and those without a form are removed, unless they are empty. */
export function changeForms(
  document: XmlDocument,
  dict: XmlElement,
  forms: Readonly<Record<string, string>>,
  style: DictStyle,
): Edit[] {
  const pairs = listPairs(document, dict)
  const known = new Map(listForms(pairs).map(pair => [pair.name, pair]))
  const isGone = ({ name, value }: Pair): boolean => !Object.hasOwn(forms, name) && readText(document, value) !== ''
  const kept = pairs.filter(pair => known.get(pair.name) === pair && !isGone(pair))
  const edits: Edit[] = []
  const compare = getCategoryOrder(style)
  for (const category of Object.keys(forms).toSorted(compare)) {
    const text = forms[category] ?? ''
    const pair = known.get(category)
    if (pair !== undefined) edits.push(...changeText(document, pair.value, text))
    else {
      const lines = renderPair(category, [`<string>${escapeText(text, document)}</string>`], document)
      edits.push(insertPair(document, dict, findAnchor(pairs, kept, category, compare), lines))
    }
  }
  const gone = [...known.values()].filter(isGone)
  return [...edits, ...gone.map(pair => removePair(document, pair))]
}

interface Anchor {
  readonly after?: Pair | undefined
  readonly before?: Pair | undefined
}

/** Finds the neighbor of a new category: the last category that comes before it, or the first one. */
function findAnchor(
  pairs: readonly Pair[],
  kept: readonly Pair[],
  category: string,
  compare: (a: string, b: string) => number,
): Anchor {
  const before = kept.findLast(({ name }) => compare(name, category) < 0)
  const [first] = kept
  if (before !== undefined) return { after: before }
  return first === undefined ? { after: pairs.findLast(({ name }) => name.startsWith('NS')) } : { before: first }
}

function insertPair(
  document: XmlDocument,
  dict: XmlElement,
  { after, before }: Anchor,
  lines: readonly string[],
): Edit {
  if (after !== undefined) return insertAfter(document, dict.children, after.value, lines)
  return before === undefined ? insertLast(document, dict, lines) : insertBefore(document, before.key, lines)
}

export const removePair = (document: XmlDocument, { key, value }: Pair): Edit =>
  removeRange(document, key.start, value.end)
