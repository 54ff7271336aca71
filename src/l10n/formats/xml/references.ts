import type { Eol } from '../eol.ts'
import { ILLEGAL, isLegal, NAME_PATTERN } from './characters.ts'

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const REFERENCE = `&(?:#x([0-9a-fA-F]{1,8})|#(\\d{1,10})|(${NAME_PATTERN}));`
const REFERENCES = new RegExp(REFERENCE, 'gu')
const REFERENCE_HERE = new RegExp(REFERENCE, 'uy')

/** A reference at an offset: its length in the file, and the name of an entity that is not predefined or the code of its character. */
export interface Reference {
  readonly end: number
  readonly entity?: string
  /** False for a character that XML cannot contain. */
  readonly isLegal: boolean
}

/** Reads the reference at the ampersand at `start`; undefined if the ampersand starts none. */
export function readReference(text: string, start: number): Reference | undefined {
  REFERENCE_HERE.lastIndex = start
  const found = REFERENCE_HERE.exec(text)
  if (found === null) return undefined
  const [all, hex, decimal, name] = found
  const end = start + all.length
  if (name !== undefined) return PREDEFINED.has(name) ? { end, isLegal: true } : { end, entity: name, isLegal: true }
  return { end, isLegal: isLegal(toCode(hex, decimal)) }
}

const toCode = (hex: string | undefined, decimal: string | undefined): number =>
  hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)

/**
 * Decodes the raw text of a parsed file, between tags or in an attribute: predefined and numeric references, and line endings to `\n`. References to entities of
 * the DOCTYPE stay as they are.
 */
export function decodeText(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  return text.replace(REFERENCES, (all: string, hex?: string, decimal?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(toCode(hex, decimal)) : (PREDEFINED.get(name) ?? all),
  )
}

/** Decodes the raw value of an attribute, in which white space counts as spaces. */
export const decodeAttribute = (raw: string): string =>
  decodeText(/[\t\r\n]/.test(raw) ? raw.replace(/\r\n|[\t\r\n]/g, ' ') : raw)

/** What a text needs to know of the document that it is written into. */
export interface TextTarget {
  readonly eol: Eol
  readonly entities: ReadonlySet<string>
}

/**
 * Encodes a text for use between tags: `&`, `<`, `>` and carriage returns as references, line breaks as the document has them. References to entities of the
 * DOCTYPE stay references. Characters that XML cannot contain become U+FFFD.
 */
export function escapeText(text: string, { eol, entities }: TextTarget): string {
  if (!SPECIAL.test(text)) return replaceIllegal(text)
  const escaped = replaceIllegal(text)
    .replace(entities.size === 0 ? AMPERSANDS : REFERENCES_OR_AMPERSANDS, (all: string, name?: string) =>
      name !== undefined && entities.has(name) ? all : `&amp;${all.slice(1)}`,
    )
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
  return eol === '\n' ? escaped : escaped.replaceAll('\n', eol)
}

const SPECIAL = /[&<>\r\n]/
const AMPERSANDS = /&/g
const REFERENCES_OR_AMPERSANDS = new RegExp(`&(?:(${NAME_PATTERN});)?`, 'gu')

/** Encodes the value of an attribute for use between quotes of the given kind. White space other than spaces becomes references. */
export function escapeAttribute(value: string, quote: string, target: TextTarget): string {
  return escapeText(value, { ...target, eol: '\n' })
    .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
}

/** Encodes a text for a CDATA section: `<![CDATA[text]]>`, or more than one if the text contains `]]>`. A carriage return needs a reference between two. */
export function renderCdata(text: string, { eol }: TextTarget): string {
  const safe = replaceIllegal(text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')
  return `<![CDATA[${eol === '\n' ? safe : safe.replaceAll('\n', eol)}]]>`
}

const replaceIllegal = (text: string): string => (ILLEGAL.test(text) ? text.replace(ALL_ILLEGAL, '\uFFFD') : text)

const ALL_ILLEGAL = new RegExp(ILLEGAL, 'gu')
