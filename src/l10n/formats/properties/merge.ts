import type { Message } from '../../message/message.ts'
import { getSingleText } from '../single-text.ts'
import { type Edit, splice } from '../splice.ts'
import { cutLines } from '../tree/cut.ts'
import { getBlockStart, type PropertiesFile, type Property, parseProperties } from './file.ts'
import { skipLineBreak } from './scan.ts'
import { encodeKey, encodeValue, fitSeparator, type PropertiesStyle } from './style.ts'

/** What is written into a target file. */
export interface PropertiesMerge {
  readonly source: PropertiesFile
  readonly base: PropertiesFile
  readonly values: ReadonlyMap<string, Message>
  readonly style: PropertiesStyle
}

/** Replaces changed values, and inserts missing keys after their closest preceding neighbor in the source. */
export function mergeInto({ source, base, values, style }: PropertiesMerge): string {
  const edits: Edit[] = []
  const places = new Map<string, number>()
  for (const [index, property] of base.properties.entries()) {
    places.set(property.key, index)
    const value = values.get(property.key)
    if (value === undefined) continue
    const text = getSingleText('Properties', property.key, value)
    if (text !== property.value) edits.push(replaceValue(base.text, property, text, style))
  }
  const sourceNotes = new Map(source.properties.map(({ key, comments }) => [key, comments.length > 0]))
  const done = new Set<string>()
  let anchor: number | undefined
  for (const { key } of source.properties) {
    if (done.has(key)) continue
    done.add(key)
    const value = values.get(key)
    const place = places.get(key)
    if (place !== undefined) anchor = place
    else if (value !== undefined) {
      const separator = fitSeparator(base, anchor ?? 0, key, style)
      const text = getSingleText('Properties', key, value)
      const line = encodeKey(key, style) + separator + encodeValue(text, separator, style)
      edits.push(insertLine(base, anchor, line, style.eol, sourceNotes))
    }
  }
  return base.bom + splice(base.text, edits)
}

function replaceValue(file: string, property: Property, value: string, style: PropertiesStyle): Edit {
  const { keyEnd, valueStart, valueEnd } = property
  const separator = valueStart === keyEnd ? style.separator : ''
  const encoded = encodeValue(value, separator + file.slice(keyEnd, valueStart), style)
  const continued = keepLines(file.slice(valueStart, valueEnd), encoded, style)
  return { start: valueStart, end: valueEnd, text: separator + continued }
}

/** Continues a value after each line break, if the value that it replaces did so. */
function keepLines(before: string, encoded: string, { eol }: PropertiesStyle): string {
  const indent = /\\n\\\r?\n([ \t]*)/.exec(before)?.[1]
  if (indent === undefined) return encoded
  return encoded.replace(/\\([^])( ?)/g, (escape, sign: string, blank: string, at: number) =>
    sign !== 'n' || at + escape.length === encoded.length ? escape : `\\n\\${eol}${indent}${blank === '' ? '' : '\\ '}`,
  )
}

/** Inserts a line after a property, or before the first one. */
function insertLine(
  { text, properties }: PropertiesFile,
  anchor: number | undefined,
  line: string,
  eol: string,
  sourceNotes: ReadonlyMap<string, boolean>,
): Edit {
  const after = anchor === undefined ? undefined : properties[anchor]
  const [first] = properties
  if (after === undefined) {
    // Comments that the source does not have are those of the file.
    const start =
      first === undefined ? text.length : sourceNotes.get(first.key) === false ? first.start : getBlockStart(first)
    return { start, end: start, text: line + eol }
  }
  const start = skipLineBreak(text, after.valueEnd)
  if (start > after.valueEnd) return { start, end: start, text: line + eol }
  // A backslash at the end of the file would continue with the new line.
  return { start, end: start, text: (endsWithBackslash(text) ? eol : '') + eol + line }
}

function endsWithBackslash(text: string): boolean {
  let start = text.length
  while (text[start - 1] === '\\') start -= 1
  return (text.length - start) % 2 === 1
}

/** Removes the properties with the given keys, their comments, and the blank lines that would be doubled. */
export function removeProperties(file: PropertiesFile, isRemoved: (key: string) => boolean): PropertiesFile {
  const { bom, text, properties } = file
  const edits: Edit[] = []
  for (let index = 0; index < properties.length; index += 1) {
    const first = properties[index]
    if (first === undefined || !isRemoved(first.key)) continue
    let last = first
    for (
      let next = properties[index + 1];
      next !== undefined && isJoined(text, next, isRemoved);
      next = properties[index + 1]
    ) {
      last = next
      index += 1
    }
    edits.push(cutLines(text, getBlockStart(first), skipLineBreak(text, last.valueEnd)))
  }
  return edits.length === 0 ? file : parseProperties(bom + splice(text, edits))
}

/** Whether a property is removed with the one before it: only blank lines separate them. */
const isJoined = (text: string, property: Property, isRemoved: (key: string) => boolean): boolean =>
  isRemoved(property.key) && text.slice(property.leadStart, getBlockStart(property)).trim() === ''
