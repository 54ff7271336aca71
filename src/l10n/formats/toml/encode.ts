import type { StringStyle } from './scan.ts'

const BARE_KEY = /^[A-Za-z0-9_-]+$/
/** Characters that only an escape can express. */
const CONTROL = /(?!\t)\p{Cc}/u
const CONTROL_IN_LINES = /(?![\t\n])\p{Cc}/u
const ESCAPED = /["\\]|(?!\t)\p{Cc}/gu
const ESCAPED_IN_LINES = /\\|(?![\t\n])\p{Cc}/gu
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** Writes a string in a style if that can express it exactly, else as a basic string of as many lines. */
export function encodeString(text: string, style: StringStyle, eol: string): string {
  switch (style) {
    case 'literal':
      return text.includes("'") || CONTROL.test(text) ? encodeBasic(text) : `'${text}'`
    case 'multi-literal':
      if (text.includes("'''") || text.endsWith("'") || CONTROL_IN_LINES.test(text)) return encodeLines(text, eol)
      return `'''${eol}${text.replaceAll('\n', eol)}'''`
    case 'multi-basic':
      return encodeLines(text, eol)
    case 'basic':
      return encodeBasic(text)
  }
}

export const encodeKey = (name: string): string => (BARE_KEY.test(name) ? name : encodeBasic(name))

const encodeBasic = (text: string): string => `"${text.replace(ESCAPED, escape)}"`

function encodeLines(text: string, eol: string): string {
  const escaped = text.replace(ESCAPED_IN_LINES, escape).replace(/("")"|"$/g, '$1\\"')
  return `"""${eol}${escaped.replaceAll('\n', eol)}"""`
}

const escape = (char: string): string =>
  SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
