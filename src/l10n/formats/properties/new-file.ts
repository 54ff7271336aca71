import type { Message } from '../../message/message.ts'
import { getSingleText } from '../single-text.ts'
import type { PropertiesFile, Property } from './file.ts'
import { encodeKey, encodeValue, getSeparator, type PropertiesStyle } from './style.ts'

/** What a new file is written from. */
export interface NewPropertiesFile {
  readonly source: PropertiesFile
  readonly sibling: PropertiesFile | undefined
  readonly values: ReadonlyMap<string, Message>
  readonly style: PropertiesStyle
  /** The style of the source. */
  readonly own: PropertiesStyle
}

/** Creates a target file: the header of the source, and its translated keys, with its comments if the sibling has them. */
export function newFile(made: NewPropertiesFile): string {
  const { source, sibling, style } = made
  const header = sibling === undefined || sibling.header.length > 0 ? source.header : []
  const lines = header.map(({ start, end }) => source.text.slice(start, end) + style.eol)
  const body = renderBody(made)
  const { bom, text } = sibling ?? source
  const written = lines.join('') + (lines.length > 0 && body !== '' ? style.eol : '') + body
  return bom + (/[^\r\n]$/.test(text) ? written.slice(0, -style.eol.length) : written)
}

/** Renders the translated keys of the source, in its order, with its blank lines. */
export function renderBody({ source, sibling, values, style, own }: NewPropertiesFile): string {
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
