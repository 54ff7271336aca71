import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX, truncateNote } from '../limits.ts'
import { positionAt } from '../position.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
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
  readonly repeated: RepeatedKeys
}

/**
 * Parses a properties file with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseProperties(file: string): PropertiesFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  const properties: Property[] = []
  const seen = new Map<string, Property>()
  const repeated = new RepeatedKeys()
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
      if (mayHaveSurrogates) assertWholeCharacters(text, part)
      const property = toProperty(part, comments.length === 0 ? NO_COMMENTS : comments, leadStart)
      const first = seen.get(part.key)
      if (first === undefined) seen.set(part.key, property)
      else repeated.add(part.key, first.value === part.value, () => listLines(text, first, part))
      properties.push(property)
      header ??= []
      if (comments.length > 0) comments = []
      leadStart = skipLineBreak(text, part.valueEnd)
    }
  }
  return { bom, text, properties, header: header ?? comments, repeated }
}

/** Returns the offset of the first line of a property, with its comments. */
export const getBlockStart = ({ comments, start }: Property): number => comments[0]?.start ?? start

/** Returns the note of a property: the comments directly above it, without their signs. */
export const readNote = (text: string, { comments }: Property): string =>
  truncateNote(
    comments
      .map(({ start, end }) =>
        text
          .slice(start, end)
          .replace(/^\s*[#!]+/, '')
          .trim(),
      )
      .filter(line => line !== '')
      .join('\n'),
  )

/** Copies each field by name: spreading takes longer than reading the pair. */
const toProperty = (
  { kind, key, value, start, keyStart, keyEnd, valueStart, valueEnd }: PropertiesPair,
  comments: readonly PropertiesComment[],
  leadStart: number,
): Property => ({ kind, key, value, start, keyStart, keyEnd, valueStart, valueEnd, comments, leadStart })

const NO_COMMENTS: readonly PropertiesComment[] = []

const LONE_SURROGATE = /\p{Surrogate}/u

function assertLimits(text: string, { key, value, keyStart, valueStart }: PropertiesPair, count: number): void {
  if (count >= MAX_ENTRIES) {
    throw propertiesFault(text, keyStart, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
  }
  if (key.length > MAX_KEY_UNITS) {
    const what = `the key ${showKey(key)} has ${key.length} characters; the limit is ${MAX_KEY_UNITS}`
    throw propertiesFault(text, keyStart, what, 'Use a shorter key.')
  }
  if (value.length > MAX_TEXT_UNITS) {
    const what = `the string ${showKey(key)} has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
    throw propertiesFault(text, valueStart, what, 'Split the string into several entries.')
  }
}

function assertWholeCharacters(text: string, { key, value, keyStart }: PropertiesPair): void {
  if (LONE_SURROGATE.test(key) || LONE_SURROGATE.test(value)) {
    const fix = 'Write the character itself, or both halves of its surrogate pair.'
    throw propertiesFault(text, keyStart, `${showKey(key)} contains a lone surrogate`, fix)
  }
}

const listLines = (text: string, first: PropertiesPair, again: PropertiesPair): readonly [number, number] => [
  positionAt(text, first.keyStart).line,
  positionAt(text, again.keyStart).line,
]

const showKey = (key: string): string => echo(JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key))
