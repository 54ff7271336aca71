import { groupMissing } from '../../groups.ts'
import { findGoneKeys } from '../flat/text-file.ts'
import type { Format, SourceEntry, Values, WriteRequest } from '../format.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { type Edit, splice } from '../splice.ts'
import { getSingleText } from '../texts.ts'
import { cutLines } from '../tree/cut.ts'
import { getBlockStart, type PropertiesFile, type Property, parseProperties, readNote, skipLineBreak } from './file.ts'
import { detectStyle, encodeKey, encodeValue, fitSeparator, getSeparator, type PropertiesStyle } from './style.ts'
import { detectPropertiesSyntax, hasArguments } from './syntax.ts'

/**
 * Java's properties files, read as Java reads them. The note has the comments directly above a key; a blank line separates the header of a section.
 * Limits: 50,000 entries per file, 2,000 characters per key, 65,536 characters per string.
 */
export const properties: Format = {
  id: 'properties',
  extensions: '.properties',
  escape: /\0|\\(?:(u0000)|[^])/g,
  about: {
    name: 'Java properties',
    example: 'src/main/resources/messages.properties',
    placeholders:
      "`java.text.MessageFormat` (`{0}`) if more arguments are numbered than named. Apostrophes stay as in the file: `''` prints one in a string with arguments. " +
      'Strings without arguments are plain text, unless they double their apostrophes, too. Otherwise ICU, printf and others, detected by file',
    plurals: 'Those of the detected syntax, and `{0,choice,…}`, inside the message',
    notes: 'Comments (`#`, `!`) directly above a key',
    unsupported:
      'Encodings other than UTF-8: convert ISO-8859-1 files (`native2ascii`, or `iconv -f ISO-8859-1 -t UTF-8` for Java 9 and later). Files that escape all ' +
      'characters beyond ASCII (`\\u00e9`) stay ASCII. A changed value that continued over several lines is written in one line, unless it continued after each `\\n`.',
  },
  matches: path => /\.properties$/i.test(path),
  read(text) {
    const file = parseProperties(text)
    const { syntax, withoutArguments } = detectPropertiesSyntax(file.properties.map(({ value }) => value))
    const { eol, separator, isAscii } = detectStyle(file)
    const entries = listEntries(file).map((entry): SourceEntry => {
      const own = hasArguments(entry.value) ? syntax : withoutArguments
      return { ...entry, ...(own !== syntax && { syntax: own }) }
    })
    return { entries, options: { syntax, eol, final_newline: /[\r\n]$/.test(text), separator, ascii: isAscii } }
  },
  readTarget: text => toTranslations(listEntries(parseProperties(text))),
  write: writeProperties,
}

/** Lists the properties, each key once. */
const listEntries = ({ text, properties: all }: PropertiesFile) =>
  mergeRepeated(
    text,
    all.map(property => {
      const { key, value, keyStart } = property
      const description = readNote(text, property)
      return [keyStart, { key, value, ...(description !== '' && { description }) }]
    }),
  )

/** `Format.write`. */
function writeProperties(request: WriteRequest): string {
  const { values } = request
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
  const isGone = findGoneKeys(request, () => source.properties.map(({ key }) => key))
  return mergeInto(source, isGone === undefined ? given : removeProperties(given, isGone), values, style)
}

/** Replaces changed values, and inserts missing keys after their closest preceding neighbor in the source. */
function mergeInto(source: PropertiesFile, base: PropertiesFile, values: Values, style: PropertiesStyle): string {
  const getValue = (key: string): string | undefined => {
    const value = values.get(key)
    return value === undefined ? undefined : getSingleText('Properties', key, value)
  }
  const { bom, text, properties: present } = base
  const edits = present.flatMap(property => {
    const value = getValue(property.key)
    return value === undefined || value === property.value ? [] : [replaceValue(text, property, value, style)]
  })
  const listed = new Map(source.properties.map(property => [property.key, property]))
  const places = new Map(present.map(({ key }, index) => [key, index]))
  const missing = groupMissing(listed, places, key => {
    const value = getValue(key)
    return value === undefined ? [] : [{ key, value }]
  })
  const [first] = present
  // Comments that the source does not have are those of the file.
  const top = first && (listed.get(first.key)?.comments.length === 0 ? first.start : getBlockStart(first))
  for (const [anchor, added] of missing) {
    for (const { key, value } of added) {
      const separator = fitSeparator(base, anchor ?? 0, key, style)
      const line = encodeKey(key, style) + separator + encodeValue(value, separator, style)
      const after = anchor === undefined ? undefined : present[anchor]
      if (after === undefined) edits.push(insertAt(top ?? text.length, line + style.eol))
      else edits.push(insertLine(text, after, line, style.eol))
    }
  }
  return bom + splice(text, edits)
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

const insertAt = (start: number, text: string): Edit => ({ start, end: start, text })

function insertLine(text: string, { valueEnd }: Property, line: string, eol: string): Edit {
  const start = skipLineBreak(text, valueEnd)
  if (start > valueEnd) return insertAt(start, line + eol)
  // A backslash at the end of the file would continue with the new line.
  return insertAt(start, (endsWithBackslash(text) ? eol : '') + eol + line)
}

function endsWithBackslash(text: string): boolean {
  let start = text.length
  while (text[start - 1] === '\\') start -= 1
  return (text.length - start) % 2 === 1
}

/** Removes the properties with the given keys, their comments, and the blank lines that would be doubled. */
function removeProperties(file: PropertiesFile, isGone: (key: string) => boolean): PropertiesFile {
  const { bom, text, properties: present } = file
  const edits: Edit[] = []
  let start: number | undefined
  for (const [at, property] of present.entries()) {
    if (!isGone(property.key)) continue
    start ??= getBlockStart(property)
    const next = present[at + 1]
    // Only blank lines separate it from the next one, which goes with it.
    if (next && isGone(next.key) && text.slice(next.leadStart, getBlockStart(next)).trim() === '') continue
    edits.push(cutLines(text, start, skipLineBreak(text, property.valueEnd)))
    start = undefined
  }
  return edits.length === 0 ? file : parseProperties(bom + splice(text, edits))
}

/** What a new file is written from. */
interface NewFile {
  readonly source: PropertiesFile
  readonly sibling: PropertiesFile | undefined
  readonly values: Values
  readonly style: PropertiesStyle
  /** The style of the source. */
  readonly own: PropertiesStyle
}

/** Creates a target file: the header of the source, and its translated keys, with its comments if the sibling has them. */
function newFile(request: NewFile): string {
  const { source, sibling, style } = request
  const header = sibling === undefined || sibling.header.length > 0 ? source.header : []
  const lines = header.map(({ start, end }) => source.text.slice(start, end) + style.eol)
  const body = renderBody(request)
  const { bom, text } = sibling ?? source
  const written = lines.join('') + (lines.length > 0 && body !== '' ? style.eol : '') + body
  return bom + (/[^\r\n]$/.test(text) ? written.slice(0, -style.eol.length) : written)
}

/** Renders the translated keys of the source, in its order, with its blank lines. */
function renderBody(request: NewFile): string {
  const { source, sibling, values, style } = request
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
    lines.push(renderPair(request, property, getSingleText('Properties', property.key, value)))
  }
  return lines.map(line => line + style.eol).join('')
}

function renderPair({ source: { text }, style, own }: NewFile, property: Property, value: string): string {
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
