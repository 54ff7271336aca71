import type { Span } from '../splice.ts'

/** How a string literal is written. */
export type Quote = { readonly kind: 'single' } | { readonly kind: 'double' } | Heredoc

/** `<<<NAME` (heredoc) and `<<<'NAME'` (nowdoc). */
export interface Heredoc {
  readonly kind: 'heredoc' | 'nowdoc'
  /** The offset after the line of `<<<NAME`. */
  readonly bodyStart: number
  /** The white space before the closing name, which PHP removes from each line. */
  readonly indent: string
  readonly label: string
}

/**
 * Decodes a string with escapes. Without `isQuoted`, `\"` is no escape.
 * @returns undefined if its bytes are not valid UTF-8.
 */
export function decodeQuoted(raw: string, isQuoted: boolean): string | undefined {
  if (!raw.includes('\\')) return raw
  let isValid = true
  const decoded = raw.replace(/(?:\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2})+|\\u\{[^}]{0,20}\}|\\[^]/g, escape => {
    if (/^\\[0-7x]/.test(escape) && escape.length > 2) return decodeBytes(escape) ?? fail()
    if (/^\\[0-7]$/.test(escape)) return String.fromCharCode(Number(escape[1]))
    if (escape.startsWith('\\u{')) return decodeCodePoint(escape.slice(3, -1)) ?? fail()
    if (escape === '\\"' && !isQuoted) return escape
    return ESCAPES[escape] ?? escape
  })
  return isValid ? decoded : undefined

  function fail(): string {
    isValid = false
    return ''
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\v': '\v',
  '\\e': '\u001B',
  '\\f': '\f',
  '\\\\': '\\',
  '\\$': '$',
  '\\"': '"',
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a run of octal and hexadecimal escapes, each of one byte. */
function decodeBytes(escapes: string): string | undefined {
  const bytes = (escapes.match(/\\x[0-9a-fA-F]+|\\[0-7]+/g) ?? []).map(escape =>
    escape[1] === 'x' ? Number.parseInt(escape.slice(2), 16) : Number.parseInt(escape.slice(1), 8) & 0xff,
  )
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function decodeCodePoint(digits: string): string | undefined {
  const code = /^[0-9a-fA-F]{1,10}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
  const isValid = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isValid ? String.fromCodePoint(code) : undefined
}

/** Decodes the lines of a heredoc or nowdoc; undefined if a line is not indented as the closing name. */
export function decodeHeredoc(body: string, { kind, indent }: Heredoc): string | undefined {
  const lines = indent === '' ? [body] : body.split(/(?<=\n)/)
  const isShort = (line: string): boolean => !line.startsWith(indent) && line.trim() !== ''
  if (lines.some(isShort)) return undefined
  const text = lines
    .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line.replace(/^[ \t]+/, '')))
    .join('')
  return kind === 'nowdoc' ? text : decodeQuoted(text, false)
}

/** Writes a value with the quotes of the literal of a file that it replaces, if they can express it in as many lines. */
export function encodeLike(
  value: string,
  text: string,
  { quote, start, end }: Span & { readonly quote: Quote },
): string {
  if (quote.kind === 'double') return encodeDouble(value)
  if (quote.kind === 'single') return encodeLiteral(value, "'", text.slice(start, end).includes('\n'))
  const closer = new RegExp(`^[ \\t]*${quote.label}(?![\\w\\u0080-\\uFFFF])`, 'm')
  if (value.includes('\r') || closer.test(value)) return encodeDouble(value)
  const opener = text.slice(start, quote.bodyStart)
  const body = quote.kind === 'nowdoc' ? value : value.replace(/[\\$]/g, '\\$&')
  const lines = body.split('\n').map(line => (line === '' ? '' : quote.indent + line))
  const eol = opener.endsWith('\r\n') ? '\r\n' : '\n'
  return opener + lines.join('\n') + eol + quote.indent + quote.label
}

/** Writes a value in the given quotes, or in double quotes if it has line breaks or other control characters. */
export function encodeLiteral(value: string, quote: "'" | '"', allowsLines = false): string {
  const plain = allowsLines ? value.replace(/[\t\n]/g, '') : value
  if (quote === '"' || /\p{Cc}/u.test(plain)) return encodeDouble(value)
  return `'${value.replace(/[\\']/g, '\\$&')}'`
}

/** Writes a value in double quotes, without variables. */
function encodeDouble(value: string): string {
  const escaped = value
    .replace(/[\\"$]/g, '\\$&')
    .replace(/\p{Cc}/gu, char => NAMED.get(char) ?? `\\u{${char.charCodeAt(0).toString(16).toUpperCase()}}`)
  return `"${escaped}"`
}

const NAMED = new Map(Object.entries(ESCAPES).map(([escape, char]) => [char, escape]))
