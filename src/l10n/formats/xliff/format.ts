import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'
import { truncateNote } from '../faults.ts'
import type { Format, SourceEntry, TargetEntry } from '../format.ts'
import { getAttribute, isElement, listElements, type XmlElement } from '../xml/tree.ts'
import { getTargetLanguages, parseXliff, parseXliffIfAny, type XliffDocument, type XliffSegment } from './document.ts'
import { readContent, showTag, walkInline } from './inline.ts'
import { createValueReader, listSegments, XliffKeys } from './keys.ts'
import { mergeXliff, newXliff } from './merge.ts'
import { readState } from './states.ts'
import { createSourceComparer, createSourceReader, readTranslation } from './values.ts'

/**
 * XLIFF 1.2 and 2. A unit is an entry; its key is its `resname` (`name` in XLIFF 2), otherwise its ID. The segments of a unit of XLIFF 2 are an entry each:
 * `unit.segment`. In documents of several files, the file comes first: `file:unit`. Inline elements are tags in the text. Their attributes other than the ID
 * are not shown, and are written as the source has them.
 */
export const xliff: Format = {
  id: 'xliff',
  extensions: '.xlf, .xliff',
  escape: /\0/g,
  unfinishedMark: 'state',
  findTargetLanguage: text => TARGET_LANGUAGE.exec(text)?.[2],
  about: {
    name: 'XLIFF 1.2, 2.0, 2.1 and 2.2',
    example: 'src/locale/messages.xlf',
    placeholders:
      'Inline elements as tags: `<x id="1"/>`, `<pc id="1">…</pc>`; and those of the detected syntax: ICU, printf, braces and others',
    plurals: 'ICU messages inside the text (Angular). XLIFF has none of its own.',
    states:
      '`new`, `initial` and `needs-…` are `needs_review`. In the states `new`, `initial` and `needs-translation`, a target that repeats the source is no translation. `translated` and `reviewed` are `translated`. `signed-off`, `final` and `approved="yes"` are `approved` if the caller may approve, else `translated`; the file keeps them. Approved translations are written as `final` (`approved="yes"`) in files that have such states.',
    notes:
      '`note`, what inline elements stand for (`equiv-text`, `disp`, original data), and the places in the program. The meaning in files of Angular is the context.',
    unsupported:
      'Units with `translate="no"`, `alt-trans`, matches, glossaries, metadata, skeletons and `seg-source` are kept. A new file has no targets, `alt-trans`, matches and glossaries of the source file. A changed target loses its marked segments. Plural conventions of Qt, Apple and Symfony are ordinary texts. A unit whose ID is a hash of its source, as in Angular, is a new entry when the source changes. If a target file has another version than the source file, it is written anew.',
  },
  matches: path => /\.(?:xlf|xliff)$/i.test(path),
  read(text, _rootLocale, locale) {
    const document = parseXliff(text)
    const readValue = createValueReader(document, createSourceReader(document, locale))
    const readNotes = createNoteReader(document)
    const found = [...listSegments(document, new XliffKeys(document))].flatMap(([key, segments]) => {
      const { value, repetition } = readValue(key, segments)
      const [segment] = segments
      if (value === '') return []
      return [{ segment, entry: { key, value, ...readNotes(segment), ...repetition } }]
    })
    const texts = found.map(({ segment, entry }) => withoutTags(document, segment, entry.value))
    const syntax = detectSyntax(texts)
    const entries = found.map(({ entry }, at): SourceEntry => {
      const own = chooseSyntax(syntax, texts[at] ?? '')
      return { ...entry, ...(own !== syntax && { syntax: own }) }
    })
    return { entries, options: { syntax, version: document.declared, eol: document.xml.eol } }
  },
  readTarget(text, _locale, source) {
    const document = parseXliffIfAny(text)
    if (document === undefined) return []
    const from = source === undefined ? undefined : parseXliff(source)
    const keys = new XliffKeys(document, from)
    const models = from && listSegments(from, new XliffKeys(from))
    const compare = from && createSourceComparer(document, from)
    const readValue = createValueReader(document, segment => readTranslation(document, segment))
    return [...listSegments(document, keys)].flatMap(([key, segments]): TargetEntry[] => {
      const { value, repetition } = readValue(key, segments)
      const state = readState(segments[0], document.version)
      if (value === '' && repetition.differs !== true) return []
      const model = models?.get(key)?.[0]
      const named = model && compare?.(segments[0], model)
      return [
        {
          key,
          value,
          ...(state !== undefined && { state }),
          ...(named !== undefined && { ofSource: named }),
          ...repetition,
        },
      ]
    })
  },
  write(request) {
    const source = parseXliff(request.source)
    const base = request.base === undefined ? undefined : parseXliffIfAny(request.base)
    const sibling = request.sibling === undefined ? undefined : parseXliffIfAny(request.sibling)
    if (base !== undefined && base.version === source.version) return mergeXliff(base, { source, sibling, request })
    return newXliff({ source, sibling, request })
  },
  localeField: {
    name: 'the target language',
    find(target) {
      const document = parseXliffIfAny(target)
      return document && getTargetLanguages(document).find(tag => tag !== undefined)
    },
  },
}

/** Returns a text without its inline elements, whose attributes can look like placeholders. */
function withoutTags(document: XliffDocument, { source }: XliffSegment, value: string): string {
  return walkInline(source).next().done === true ? value : value.replace(/<[^<>]*>/g, '')
}

/** In a file with ICU messages, as of Angular, texts without braces are not ICU: an apostrophe in them is one. */
const chooseSyntax = (syntax: Syntax, text: string): Syntax =>
  syntax === 'icu' && !/[{}]/.test(text) ? 'plain' : syntax

/** The language of the first file in a document. */
const TARGET_LANGUAGE = /\s(?:target-language|trgLang) ?= ?(["'])([\w-]{1,60})\1/

const MAX_REFERENCES = 50

/** Elements that can be collected from one unit. */
const MAX_NOTES = 200

type SegmentNotes = Pick<SourceEntry, 'description' | 'context' | 'references' | 'maxLength'>

/**
 * Returns a function that reads what a file tells translators: notes, contexts for translators, and what inline elements stand for. A note of the category or
 * author `meaning` (Angular) is the context.
 */
function createNoteReader(document: XliffDocument): (segment: XliffSegment) => SegmentNotes {
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
