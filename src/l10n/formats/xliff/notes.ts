import type { SourceEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import { getAttribute, isElement, listElements, type XmlElement } from '../xml/tree.ts'
import type { XliffDocument, XliffSegment } from './document.ts'
import { readContent, showTag, walkInline } from './inline.ts'

const MAX_REFERENCES = 50

/** Elements that can be collected from one unit. */
const MAX_NOTES = 200

export type SegmentNotes = Pick<SourceEntry, 'description' | 'context' | 'references' | 'maxLength'>

/**
 * Returns a function that reads what a file tells translators: notes, contexts for translators, and what inline elements stand for. A note of the category or
 * author `meaning` (Angular) is the context.
 */
export function createNoteReader(document: XliffDocument): (segment: XliffSegment) => SegmentNotes {
  /** The unit that was read last, whose segments share its notes. */
  let last: XmlElement | undefined
  let notes: SegmentNotes = {}
  let data: ReadonlyMap<string, string> = new Map()
  return ({ unit: { element }, source }) => {
    if (element !== last) {
      last = element
      notes = readUnitNotes(document, element)
      data = document.version === 1 ? new Map() : readOriginalData(document, element)
    }
    const codes = describeTags(document, source, data)
    if (codes === '') return notes
    const { description } = notes
    return { ...notes, description: truncateNote(description === undefined ? codes : `${description}\n${codes}`) }
  }
}

function readUnitNotes(document: XliffDocument, unit: XmlElement): SegmentNotes {
  const found: Found = { notes: [], meanings: [], references: [] }
  if (document.version === 1) readContextGroups(document, unit, found)
  for (const note of listNotes(document, unit)) readNote(document, note, found)
  const description = truncateNote(found.notes.join('\n'))
  const context = truncateNote(found.meanings.join('\n'))
  const references = found.references.slice(0, MAX_REFERENCES)
  const maxLength = document.version === 1 ? readMaxLength(unit) : undefined
  return {
    ...(description !== '' && { description }),
    ...(context !== '' && { context }),
    ...(references.length > 0 && { references }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

interface Found {
  readonly notes: string[]
  readonly meanings: string[]
  readonly references: string[]
}

function listNotes({ version, prefix }: XliffDocument, unit: XmlElement): readonly XmlElement[] {
  const parents = version === 1 ? [unit] : listElements(unit, `${prefix}notes`)
  return parents.flatMap(parent => listElements(parent, `${prefix}note`)).slice(0, MAX_NOTES)
}

function readNote(document: XliffDocument, note: XmlElement, { notes, meanings, references }: Found): void {
  const applies = getAttribute(note, document.version === 1 ? 'annotates' : 'appliesTo')
  if (applies === 'target') return
  const text = readContent(document.xml, note).trim()
  const kind = getAttribute(note, document.version === 1 ? 'from' : 'category')
  if (text === '') return
  if (kind === 'meaning') meanings.push(text)
  else if (kind === 'location') references.push(text)
  else if (document.version === 1 || kind === undefined || kind === 'description') notes.push(text)
  else notes.push(`${kind}: ${text}`)
}

/** Reads the places in the program, and what gettext tools tell translators. */
function readContextGroups({ xml, prefix }: XliffDocument, unit: XmlElement, { notes, references }: Found): void {
  for (const group of listElements(unit, `${prefix}context-group`).slice(0, MAX_NOTES)) {
    const isForTranslators = /\binformation\b/.test(getAttribute(group, 'purpose') ?? '')
    let path: string | undefined
    let line: string | undefined
    for (const context of listElements(group, `${prefix}context`).slice(0, MAX_NOTES)) {
      const kind = getAttribute(context, 'context-type')
      const text = readContent(xml, context).trim()
      if (kind === 'sourcefile') path = text
      else if (kind === 'linenumber') line = text
      else if (isForTranslators && text !== '') notes.push(text)
    }
    if (path !== undefined && path !== '') references.push(line === undefined || line === '' ? path : `${path}:${line}`)
  }
}

/** Describes what the inline elements of a source stand for, once each: `<x id="INTERPOLATION"/>: {{name}}`. */
function describeTags({ xml, version }: XliffDocument, source: XmlElement, data: ReadonlyMap<string, string>): string {
  if (!source.children.some(isElement)) return ''
  const described = new Map<string, string>()
  for (const inline of walkInline(source)) {
    const tag = showTag(xml.text, inline)
    if (described.has(tag)) continue
    const text = version === 1 ? getAttribute(inline, 'equiv-text') : describeCode(inline, data)
    if (text !== undefined && text.trim() !== '') described.set(tag, text.trim())
    if (described.size >= MAX_NOTES) break
  }
  return [...described].map(([tag, text]) => `${tag}: ${text}`).join('\n')
}

/** Returns the code that an inline element of XLIFF 2 stands for: as shown to translators, or the original data, or its name. */
function describeCode(inline: XmlElement, data: ReadonlyMap<string, string>): string | undefined {
  const disp = getAttribute(inline, 'disp') ?? getAttribute(inline, 'dispStart')
  const reference = getAttribute(inline, 'dataRef') ?? getAttribute(inline, 'dataRefStart')
  const original = reference === undefined ? undefined : data.get(reference)
  return disp ?? original ?? getAttribute(inline, 'equiv') ?? getAttribute(inline, 'equivStart')
}

function readOriginalData({ xml, prefix }: XliffDocument, unit: XmlElement): ReadonlyMap<string, string> {
  const data = listElements(unit, `${prefix}originalData`).flatMap(parent => listElements(parent, `${prefix}data`))
  return new Map(data.slice(0, MAX_NOTES).map(one => [getAttribute(one, 'id') ?? '', readContent(xml, one)]))
}

/** The maximum length of a translation in XLIFF 1.2, if its unit is characters. The default unit is pixels. */
function readMaxLength(unit: XmlElement): number | undefined {
  if (getAttribute(unit, 'size-unit') !== 'char') return undefined
  const length = Number(getAttribute(unit, 'maxwidth'))
  return Number.isSafeInteger(length) && length > 0 ? length : undefined
}
