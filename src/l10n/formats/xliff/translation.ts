import type { WrittenState } from '../format.ts'
import type { Edit } from '../splice.ts'
import { findIndent, removeAttribute, removeRange, replaceContent, setAttribute } from '../xml/edit.ts'
import { findAttribute, getAttribute, isElement, type XmlElement } from '../xml/tree.ts'
import type { XliffDocument, XliffSegment } from './document.ts'
import { collectTags, renderLike } from './inline.ts'
import { chooseApproved, chooseState, getStateHolder, readLevel, readState, type StateStyle } from './states.ts'
import { readTranslation } from './values.ts'

export interface Writing {
  /** The document whose text is edited: the base, or the source for a new file. */
  readonly document: XliffDocument
  readonly source: XliffDocument
  /** Whether states are known. If not, only changed texts get one. */
  readonly hasStates: boolean
  readonly style: StateStyle
  /** The locale of a copy of the source, whose own states and translations are replaced; absent for an existing target file. */
  readonly locale: string | undefined
}

export interface Translated {
  readonly value: string
  readonly state: WrittenState | undefined
}

/** Sets the translation of a segment and its state. What does not change keeps its bytes. `model` is the segment of the source file. */
export function setTranslation(
  writing: Writing,
  segment: XliffSegment,
  { value, state: wanted }: Translated,
  model: XliffSegment | undefined,
): Edit[] {
  const { document, source, hasStates, locale } = writing
  const { xml, version, prefix } = document
  const { target } = segment
  const isChanged = locale !== undefined || readTranslation(document, segment) !== value
  const before = readState(segment, version)
  // An approval in a file says nothing about the project, and stays.
  const isRight = before === wanted || (before === 'approved' && wanted === undefined)
  if (!isChanged && (isRight || !hasStates)) return []
  const edits = setStates(writing, segment, wanted, isChanged)
  if (!isChanged) return edits
  const places = [segment.target, segment.source].map(element => [xml, element] as const)
  const tags = collectTags([...places, [source.xml, model?.source]])
  const content = renderLike(target ?? model?.source ?? segment.source, value, tags, xml)
  if (target !== undefined) {
    if (locale !== undefined && findAttribute(target, 'xml:lang') !== undefined) {
      edits.push(setAttribute(xml, target, 'xml:lang', locale))
    }
    return [...edits, replaceContent(xml, target, content)]
  }
  const change = { wanted, level: undefined, isChanged: true, version }
  const state = version === 1 ? chooseState(change, writing.style) : undefined
  const tag = `${prefix}target`
  const text = `<${tag}${state === undefined ? '' : ` state="${state}"`}>${content}</${tag}>`
  return [...edits, insertTarget(writing, segment, text)]
}

/** Sets the attributes with the state of a translation. A target that is inserted has its own. */
function setStates(
  writing: Writing,
  segment: XliffSegment,
  wanted: WrittenState | undefined,
  isChanged: boolean,
): Edit[] {
  const { document, style, locale } = writing
  const { xml, version } = document
  const edits: Edit[] = []
  if (version === 1) {
    const unit = segment.element
    const approved = getAttribute(unit, 'approved')
    const written = chooseApproved({ wanted, isChanged }, approved, style)
    if (written !== undefined) edits.push(setAttribute(xml, unit, 'approved', written))
  }
  const holder = getStateHolder(segment, version)
  if (holder === undefined) return edits
  const level = locale === undefined ? readLevel(segment, version) : undefined
  const state = chooseState({ wanted, level, isChanged, version }, style)
  if (state !== undefined) edits.push(setAttribute(xml, holder, 'state', state))
  else if (locale !== undefined) edits.push(...removeAttributes(writing, holder, ['state']))
  // A detail of the former state, or of how the former text arose.
  if (state !== undefined || (isChanged && version === 1)) {
    edits.push(...removeAttributes(writing, holder, [version === 1 ? 'state-qualifier' : 'subState']))
  }
  return edits
}

const removeAttributes = ({ document }: Writing, element: XmlElement, names: readonly string[]): Edit[] =>
  names.flatMap(name => removeAttribute(document.xml, element, name) ?? [])

/** Inserts a target after the source, in a line of its own if the source has one. */
function insertTarget({ document }: Writing, { element, source }: XliffSegment, target: string): Edit {
  const { xml, prefix } = document
  const segmented = element.children.find(node => isElement(node) && node.name === `${prefix}seg-source`)
  const { start } = source
  const { end } = segmented ?? source
  const indent = findIndent(xml, start)
  return { start: end, end, text: indent === undefined ? target : xml.eol + indent + target }
}

export function removeTranslation(writing: Writing, { element, target }: XliffSegment): Edit[] {
  const { xml, version } = writing.document
  if (target === undefined) return []
  const edits = [removeRange(xml, target.start, target.end)]
  if (version === 1) return [...removeAttributes(writing, element, ['approved']), ...edits]
  if (findAttribute(element, 'state') === undefined) return edits
  return [setAttribute(xml, element, 'state', 'initial'), ...removeAttributes(writing, element, ['subState']), ...edits]
}
