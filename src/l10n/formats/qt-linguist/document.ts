import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { parseXml, parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { findElement, getAttribute, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { LocationReader } from './locations.ts'
import { readContent } from './text.ts'

/** The format, for messages. */
const NAME = 'Qt Linguist'

/** How far a translation is. The last two are out of use: their strings left the program. */
export type MessageType = 'finished' | 'unfinished' | 'vanished' | 'obsolete'

export interface TsMessage {
  /** Unique among the messages in use. */
  readonly key: string
  /** The class or file of the program. */
  readonly context: string
  readonly source: string
  /** Tells messages of one context with the same source apart. */
  readonly comment: string
  readonly hasId: boolean
  readonly isPlural: boolean
  readonly type: MessageType
  readonly references: readonly string[]
  readonly element: XmlElement
  /** The element that it is in: `<context>`, or the root. */
  readonly parent: XmlElement
  readonly translation: XmlElement | undefined
  /** The elements with the texts: the translation, or its forms; of length variants, the first. */
  readonly slots: readonly XmlElement[]
}

export interface TsDocument {
  readonly document: XmlDocument
  readonly messages: readonly TsMessage[]
  /** Whether line numbers count from the location above. */
  readonly isRelative: boolean
}

/** @throws AppError `invalid_input` with line and column */
export const parseTs = (text: string): TsDocument => toTs(parseXml(text, NAME))

/** As `parseTs`; undefined for a file without an element. */
export function parseTsIfAny(text: string | undefined): TsDocument | undefined {
  const document = text === undefined ? undefined : parseXmlIfAny(text, NAME)
  return document && toTs(document)
}

/** Whether the string of a message is in the program. */
export const isInUse = ({ type }: TsMessage): boolean => type === 'finished' || type === 'unfinished'

/** The messages in use by key: more than one if the key occurs twice. */
export function groupByKey(messages: readonly TsMessage[]): Map<string, TsMessage[]> {
  const groups = new Map<string, TsMessage[]>()
  for (const message of messages) {
    if (!isInUse(message)) continue
    const group = groups.get(message.key)
    if (group === undefined) groups.set(message.key, [message])
    else group.push(message)
  }
  return groups
}

function toTs(document: XmlDocument): TsDocument {
  const { root } = document
  if (root.name !== 'TS') {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <TS>`
    throw xmlFault(document, root.start, what, 'Write the strings as Qt Linguist does: <TS><context>…</context></TS>.')
  }
  const locations = new LocationReader()
  const messages: TsMessage[] = []
  const add = (element: XmlElement, parent: XmlElement, context: string): void => {
    if (messages.length === MAX_ENTRIES) {
      throw xmlFault(document, element.start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    messages.push(readMessage(document, { element, parent, context, locations }))
  }
  for (const element of listElements(root)) {
    if (element.name === 'message') add(element, root, '')
    if (element.name !== 'context') continue
    const name = findElement(element, 'name')
    const context = name === undefined ? '' : readContent(document, name)
    for (const message of listElements(element, 'message')) add(message, element, context)
  }
  return { document, messages, isRelative: locations.isRelative }
}

interface Place extends Pick<TsMessage, 'element' | 'parent' | 'context'> {
  readonly locations: LocationReader
}

function readMessage(document: XmlDocument, { element, parent, context, locations }: Place): TsMessage {
  const read = (name: string): string => {
    const found = findElement(element, name)
    return found === undefined ? '' : readContent(document, found)
  }
  const id = getAttribute(element, 'id') ?? ''
  const source = read('source')
  const comment = read('comment')
  const key = id === '' ? toKey(context, source, comment) : id
  if (key.length > MAX_TEXT_UNITS) {
    const what = `context, source and comment have ${key.length} characters together; the limit is ${MAX_TEXT_UNITS}`
    throw xmlFault(document, element.start, what, 'Shorten the string.')
  }
  const isPlural = getAttribute(element, 'numerus') === 'yes'
  const translation = findElement(element, 'translation')
  return {
    key,
    context,
    source,
    comment,
    hasId: id !== '',
    isPlural,
    type: readType(translation),
    references: locations.read(element),
    element,
    parent,
    translation,
    slots: translation === undefined ? [] : listSlots(translation, isPlural),
  }
}

/** A visible sign separates the parts of a key, as in gettext's files. */
const toKey = (context: string, source: string, comment: string): string =>
  [context, source, ...(comment === '' ? [] : [comment])].join('\u2404')

function readType(translation: XmlElement | undefined): MessageType {
  const type = translation && getAttribute(translation, 'type')
  return type === 'unfinished' || type === 'vanished' || type === 'obsolete' ? type : 'finished'
}

function listSlots(translation: XmlElement, isPlural: boolean): readonly XmlElement[] {
  const holders = isPlural ? listElements(translation, 'numerusform') : [translation]
  return holders.map(holder =>
    getAttribute(holder, 'variants') === 'yes' ? (findElement(holder, 'lengthvariant') ?? holder) : holder,
  )
}

/** Reads the texts of a message, one per form. */
export const readTexts = (document: XmlDocument, { slots }: Pick<TsMessage, 'slots'>): string[] =>
  slots.map(slot => readContent(document, slot))

/** Maximum keys that are reported as duplicates. */
const MAX_DUPLICATES = 20

/**
 * Finds the lines of keys that occur twice, by key. `read` is what the messages of a key must have in common.
 * @throws AppError `invalid_input` with line and column if they differ
 */
export function findDuplicates(
  document: XmlDocument,
  groups: ReadonlyMap<string, readonly TsMessage[]>,
  read: (message: TsMessage) => string,
): ReadonlyMap<string, readonly [number, number]> {
  const found = new Map<string, readonly [number, number]>()
  const lineOf = ({ element }: TsMessage): number => positionAt(document.text, element.start).line
  for (const [key, [first, ...others]] of groups) {
    const [again] = others
    if (first === undefined || again === undefined) continue
    const text = read(first)
    const differing = others.find(other => read(other) !== text)
    if (differing !== undefined) {
      const what = `the message ${echo(JSON.stringify(key.slice(0, 60)))} occurs twice with different texts (lines ${lineOf(first)} and ${lineOf(differing)})`
      throw xmlFault(document, differing.element.start, what, 'Remove one of them.')
    }
    if (found.size < MAX_DUPLICATES) found.set(key, [lineOf(first), lineOf(again)])
  }
  return found
}
