import { assertKey, assertLength, assertWhole, showKey, truncateNote } from '../limits.ts'
import { type PropertiesComment, type PropertiesPair, propertiesFault, scanProperties, skipLineBreak } from './scan.ts'

/** A pair with the comment lines directly above it. */
export interface Property extends PropertiesPair {
  readonly comments: readonly PropertiesComment[]
  /** The end of the line of the previous property or of the header, followed by blank lines and comments. */
  readonly leadStart: number
}

/** A parsed file; offsets count from the start of `text`, after the byte order mark. */
export interface PropertiesFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly properties: readonly Property[]
  /** The comments at the start of the file, up to a blank line. */
  readonly header: readonly PropertiesComment[]
}

/**
 * Parses a properties file with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseProperties(file: string): PropertiesFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  const properties: Property[] = []
  // Most files have none.
  const mayHaveSurrogates = /[\uD800-\uDFFF]/.test(text) || (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text))
  let comments: PropertiesComment[] = []
  let header: readonly PropertiesComment[] | undefined
  let leadStart = 0
  for (const part of scanProperties(text)) {
    if (part.kind === 'blank') {
      if (comments.length > 0 && header === undefined) {
        header = comments
        leadStart = part.start
      }
      comments = []
    } else if (part.kind === 'comment') comments.push(part)
    else {
      assertLimits(text, part, properties.length)
      if (mayHaveSurrogates) {
        assertWhole(showKey(part.key), part.key + part.value, (...fault) =>
          propertiesFault(text, part.keyStart, ...fault),
        )
      }
      properties.push(toProperty(part, comments.length === 0 ? NO_COMMENTS : comments, leadStart))
      header ??= []
      if (comments.length > 0) comments = []
      leadStart = skipLineBreak(text, part.valueEnd)
    }
  }
  return { bom, text, properties, header: header ?? comments }
}

/** Returns the offset of the first line of a property, with its comments. */
export const getBlockStart = ({ comments, start }: Property): number => comments[0]?.start ?? start

/** Returns the note of a property: the comments directly above it, without their signs. */
export function readNote(text: string, { comments }: Property): string {
  const lines = comments.map(({ start, end }) => text.slice(start, end).replace(/^\s*[#!]+/, ''))
  const notes = lines.map(line => line.trim()).filter(line => line !== '')
  return truncateNote(notes.join('\n'))
}

/** Copies each field by name: spreading takes longer than reading the pair. */
const toProperty = (
  { kind, key, value, start, keyStart, keyEnd, valueStart, valueEnd }: PropertiesPair,
  comments: readonly PropertiesComment[],
  leadStart: number,
): Property => ({ kind, key, value, start, keyStart, keyEnd, valueStart, valueEnd, comments, leadStart })

const NO_COMMENTS: readonly PropertiesComment[] = []

function assertLimits(text: string, { key, value, keyStart, valueStart }: PropertiesPair, count: number): void {
  assertKey(key, count, (what, fix) => propertiesFault(text, keyStart, what, fix))
  assertLength(`the string ${showKey(key)}`, value, (what, fix) => propertiesFault(text, valueStart, what, fix))
}
