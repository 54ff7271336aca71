import { echo } from '../../../text/escape.ts'
import { groupBy } from '../../groups.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { assertCount, MAX_ENTRIES } from '../faults.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
import { parseXml, parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { findElement, findLines, getAttribute, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { readContent } from './text.ts'

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
  const document = parseXmlIfAny(text, NAME)
  return document && toTs(document)
}

/** Whether the string of a message is in the program. */
export const isInUse = ({ type }: TsMessage): boolean => type === 'finished' || type === 'unfinished'

/** By key: more than one message if the key occurs twice. */
export type MessageGroups = ReadonlyMap<string, readonly [TsMessage, ...TsMessage[]]>

export const groupByKey = ({ messages }: TsDocument): MessageGroups => groupBy(messages.filter(isInUse), one => one.key)

function toTs(document: XmlDocument): TsDocument {
  const { root } = document
  if (root.name !== 'TS') {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <TS>`
    throw xmlFault(document, root.start, what, 'Write the strings as Qt Linguist does: <TS><context>…</context></TS>.')
  }
  const places = listElements(root).flatMap((element): Place[] => {
    if (element.name === 'message') return [{ element, parent: root, context: '' }]
    if (element.name !== 'context') return []
    const context = readChild(document, element, 'name')
    return listElements(element, 'message').map(message => ({ element: message, parent: element, context }))
  })
  const excess = places[MAX_ENTRIES]
  if (excess !== undefined) assertCount(MAX_ENTRIES, (...fault) => xmlFault(document, excess.element.start, ...fault))
  const locations = new LocationReader()
  const messages = places.map(place => readMessage(document, place, locations))
  return { document, messages, isRelative: locations.isRelative }
}

type Place = Pick<TsMessage, 'element' | 'parent' | 'context'>

/** Reads a text in a message or context; empty without one. */
export function readChild(document: XmlDocument, parent: XmlElement, name: string): string {
  const child = findElement(parent, name)
  return child === undefined ? '' : readContent(document, child)
}

function readMessage(document: XmlDocument, place: Place, locations: LocationReader): TsMessage {
  const { element, context } = place
  const id = getAttribute(element, 'id') ?? ''
  const source = readChild(document, element, 'source')
  const comment = readChild(document, element, 'comment')
  // A visible sign separates the parts of a key, as in gettext's files.
  const key = id === '' ? [context, source, ...(comment === '' ? [] : [comment])].join('\u2404') : id
  if (key.length > MAX_TEXT_UNITS) {
    const what = `context, source and comment have ${key.length} characters together; the limit is ${MAX_TEXT_UNITS}`
    throw xmlFault(document, element.start, what, 'Shorten the string.')
  }
  const isPlural = getAttribute(element, 'numerus') === 'yes'
  const translation = findElement(element, 'translation')
  return {
    ...place,
    key,
    source,
    comment,
    hasId: id !== '',
    isPlural,
    type: readType(translation),
    references: locations.read(element),
    translation,
    slots: translation === undefined ? [] : listSlots(translation, isPlural),
  }
}

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

/** Finds the keys that occur twice. `read` is what the messages of a key must have in common. */
export function findRepeated(
  document: XmlDocument,
  groups: MessageGroups,
  read: (message: TsMessage) => string,
): RepeatedKeys {
  const repeated = new RepeatedKeys()
  for (const [key, [first, ...others]] of groups) {
    for (const other of others) {
      repeated.add(key, read(other) === read(first), () => findLines(document, first.element, other.element))
    }
  }
  return repeated
}

/** Maximum references stored per entry, and their UTF-16 code units in total. */
const MAX_REFERENCES = 50
const MAX_REFERENCE_UNITS = 4_000

/**
 * Reads the locations of messages in the order of the file: a location without a file name is in the file of the one before it, and a line with a sign counts
 * from the line before it in that file.
 */
class LocationReader {
  isRelative = false
  readonly #lines = new Map<string, number>()
  #file = ''

  read(message: XmlElement): readonly string[] {
    const found: string[] = []
    let room = MAX_REFERENCE_UNITS
    let file = this.#file
    for (const [at, location] of listElements(message, 'location').entries()) {
      const name = getAttribute(location, 'filename') ?? ''
      if (name === '') this.isRelative = true
      else {
        file = name
        if (at === 0) this.#file = name
      }
      const line = this.#readLine(getAttribute(location, 'line') ?? '', file)
      const place = line === undefined ? file : `${file}:${line}`
      room -= place.length
      if (place !== '' && room >= 0 && found.length < MAX_REFERENCES) found.push(place)
    }
    return found
  }

  #readLine(value: string, file: string): number | undefined {
    if (!/^[+-]?\d{1,9}$/.test(value)) return undefined
    const line = Number(value)
    if (/^\d/.test(value)) return line
    this.isRelative = true
    const sum = (this.#lines.get(file) ?? 0) + line
    this.#lines.set(file, sum)
    return sum
  }
}
