import type { WriteRequest } from '../format.ts'
import { getSingleText } from '../single-text.ts'
import { type Edit, splice } from '../splice.ts'
import { cutLines } from '../tree/cut.ts'
import { NO_KEYS } from '../tree/removal.ts'
import { getBlockStart, type PropertiesFile, type Property, parseProperties } from './file.ts'
import { skipLineBreak } from './scan.ts'
import { detectStyle, encodeKey, encodeValue, fitSeparator, getSeparator, type PropertiesStyle } from './style.ts'

/** `Format.write`. */
export function writeProperties(request: WriteRequest): string {
  const { values, removed = NO_KEYS, withdrawn = NO_KEYS } = request
  const source = parseProperties(request.source)
  const sibling = request.sibling === undefined ? undefined : parseProperties(request.sibling)
  const own = detectStyle(source)
  const model = sibling === undefined ? own : detectStyle(sibling, own)
  if (request.base === undefined) return newFile({ source, sibling, values, style: model, own })
  const given = parseProperties(request.base)
  const style = detectStyle(given, model)
  if (given.properties.length === 0) {
    const body = renderBody({ source, sibling, values, style, own })
    return body === '' ? request.base : request.base + (/[^\r\n]$/.test(given.text) ? style.eol : '') + body
  }
  const current = removed.size === 0 ? NO_KEYS : new Set(source.properties.map(({ key }) => key))
  const base = removeProperties(given, key => withdrawn.has(key) || (removed.has(key) && !current.has(key)))
  return mergeInto(source, base, values, style)
}

/** Replaces changed values, and inserts missing keys after their closest preceding neighbor in the source. */
function mergeInto(
  source: PropertiesFile,
  base: PropertiesFile,
  values: WriteRequest['values'],
  style: PropertiesStyle,
): string {
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
function removeProperties(file: PropertiesFile, isRemoved: (key: string) => boolean): PropertiesFile {
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

/** What a new file is written from. */
interface NewFile {
  readonly source: PropertiesFile
  readonly sibling: PropertiesFile | undefined
  readonly values: WriteRequest['values']
  readonly style: PropertiesStyle
  /** The style of the source. */
  readonly own: PropertiesStyle
}

/** Creates a target file: the header of the source, and its translated keys, with its comments if the sibling has them. */
function newFile(made: NewFile): string {
  const { source, sibling, style } = made
  const header = sibling === undefined || sibling.header.length > 0 ? source.header : []
  const lines = header.map(({ start, end }) => source.text.slice(start, end) + style.eol)
  const body = renderBody(made)
  const { bom, text } = sibling ?? source
  const written = lines.join('') + (lines.length > 0 && body !== '' ? style.eol : '') + body
  return bom + (/[^\r\n]$/.test(text) ? written.slice(0, -style.eol.length) : written)
}

/** Renders the translated keys of the source, in its order, with its blank lines. */
function renderBody({ source, sibling, values, style, own }: NewFile): string {
  const hasNotes = sibling !== undefined && sharesNotes(source, sibling)
  const hasGaps = sibling === undefined || sibling.properties.slice(1).some(property => hasGap(sibling, property))
  const lines: string[] = []
  const done = new Set<string>()
  let isNextApart = false
  for (const property of source.properties) {
    const value = values.get(property.key)
    isNextApart ||= hasGap(source, property)
    if (value === undefined || done.has(property.key)) continue
    done.add(property.key)
    if (hasGaps && isNextApart && lines.length > 0) lines.push('')
    isNextApart = false
    if (hasNotes) lines.push(...listComments(source, property))
    lines.push(renderPair(source, property, getSingleText('Properties', property.key, value), style, own))
  }
  return lines.map(line => line + style.eol).join('')
}

function renderPair(
  { text }: PropertiesFile,
  property: Property,
  value: string,
  style: PropertiesStyle,
  own: PropertiesStyle,
): string {
  const spelled = getSeparator(text, property)
  const separator = style.separator === own.separator ? (spelled ?? style.separator) : style.separator
  const key = text.slice(property.keyStart, property.keyEnd)
  const raw = text.slice(property.valueStart, property.valueEnd)
  const isSameStyle = style.isAscii === own.isAscii && style.eol === own.eol
  const keepsKey = !/[\r\n]/.test(key) && (isSameStyle || /^[!-~]*$/.test(key))
  const keepsValue = value === property.value && isSameStyle && separator === spelled
  return (
    (keepsKey ? key : encodeKey(property.key, style)) +
    separator +
    (keepsValue ? raw : encodeValue(value, separator, style))
  )
}

/** Whether a blank line is above a property or its comments. */
const hasGap = (file: PropertiesFile, property: Property): boolean =>
  listLeadLines(file, property).some(line => line.trim() === '')

/** Lists the blank lines and comments above a property. */
const listLeadLines = ({ text }: PropertiesFile, { leadStart, start }: Property): string[] =>
  text
    .slice(leadStart, start)
    .split(/\r\n|\n|\r/)
    .slice(0, -1)

/** Lists the comment lines above a property, each group but the last with one blank line below it. */
function listComments(file: PropertiesFile, property: Property): string[] {
  const lines = listLeadLines(file, property)
  return lines.filter((line, at) => line.trim() !== '' || (lines[at - 1] ?? '').trim() !== '')
}

/** Whether a sibling has comments of the source inside. */
function sharesNotes(source: PropertiesFile, sibling: PropertiesFile): boolean {
  const listNotes = (file: PropertiesFile): string[] =>
    file.properties.flatMap(property => listComments(file, property)).filter(line => line.trim() !== '')
  const notes = new Set(listNotes(source))
  return listNotes(sibling).some(line => notes.has(line))
}
