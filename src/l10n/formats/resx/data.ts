import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { xmlFault } from '../xml/scan.ts'
import { readText } from '../xml/text.ts'
import { findElement, getAttribute, isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'

/** The format, for messages. */
export const NAME = 'RESX'

/** A string of a file. */
export interface DataString {
  readonly name: string
  readonly element: XmlElement
  /** The index of the element in the root. */
  readonly index: number
  readonly valueElement: XmlElement
  readonly value: string
  readonly comment: string
  /** Whether the comment has Microsoft's mark `{Locked}`. */
  readonly isLocked: boolean
  /** The string before it with the same name and value. */
  readonly repeats?: DataString
}

const MAX_RAW_UNITS = 8 * MAX_TEXT_UNITS

/**
 * Lists the strings of a file: the data without a type. Images, files and what the designer of Windows Forms writes are no strings.
 * @throws AppError `invalid_input` with line and column
 */
export function listStrings(document: XmlDocument): readonly DataString[] {
  const { root } = document
  if (root.name !== 'root') {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <root>`
    throw xmlFault(
      document,
      root.start,
      what,
      'Write the strings as ResX: <root><data name="…"><value>…</value></data></root>.',
    )
  }
  const strings: DataString[] = []
  const known = new Map<string, DataString>()
  for (const [index, element] of root.children.entries()) {
    if (!isElement(element) || element.name !== 'data') continue
    const found = readString(document, element, index)
    if (found === undefined) continue
    if (strings.length >= MAX_ENTRIES) {
      throw xmlFault(document, element.start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    const first = known.get(found.name)
    if (first === undefined) known.set(found.name, found)
    else if (first.value !== found.value) throw duplicateError(document, first, found)
    strings.push(first === undefined ? found : { ...found, repeats: first })
  }
  return strings
}

function readString(document: XmlDocument, element: XmlElement, index: number): DataString | undefined {
  const name = getAttribute(element, 'name')
  if (name === undefined || name === '') {
    throw xmlFault(document, element.start, '<data> has no name', 'Write <data name="…">.')
  }
  const valueElement = findElement(element, 'value')
  if (valueElement === undefined || name.startsWith('>>') || !isStringType(element)) return undefined
  if (name.length > MAX_KEY_UNITS) {
    const what = `the name ${echo(name.slice(0, 60))} has ${name.length} characters; the limit is ${MAX_KEY_UNITS}`
    throw xmlFault(document, element.start, what, 'Use a shorter name.')
  }
  const { contentStart, contentEnd } = valueElement
  const value = contentEnd - contentStart > MAX_RAW_UNITS ? undefined : readText(document, valueElement)
  if (value === undefined || value.length > MAX_TEXT_UNITS) {
    const what = `a string has more than ${MAX_TEXT_UNITS} characters`
    throw xmlFault(document, contentStart, what, 'Split the string into several entries.')
  }
  const comment = findElement(element, 'comment')
  const note = comment === undefined ? '' : readText(document, comment).trim()
  return { name, element, index, valueElement, value, comment: note, isLocked: note.includes('{Locked}') }
}

function isStringType(element: XmlElement): boolean {
  if (getAttribute(element, 'mimetype') !== undefined) return false
  const type = getAttribute(element, 'type')
  return type === undefined || /^System\.String\s*(?:,|$)/.test(type)
}

function duplicateError(document: XmlDocument, first: DataString, again: DataString) {
  const lines = findLines(document, first, again).join(' and ')
  const what = `the name ${echo(again.name.slice(0, 60))} occurs twice with different values (lines ${lines})`
  return xmlFault(document, again.element.start, what, 'Remove one of them.')
}

/** The lines of two strings. */
export const findLines = ({ text }: XmlDocument, first: DataString, again: DataString): [number, number] => [
  positionAt(text, first.element.start).line,
  positionAt(text, again.element.start).line,
]
