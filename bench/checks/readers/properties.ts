import type { Strings } from '../pair.ts'

/** Java's .properties. */
export function readProperties(text: string): Strings {
  const strings = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').replace(/((?:^|[^\\])(?:\\\\)*)\\\r?\n[ \t]*/g, '$1')
  for (const line of lines.split(/\r?\n/)) {
    if (/^\s*(?:[#!]|$)/.test(line)) continue
    const [, key, value] = /^\s*((?:\\.|[^\\:=\s])*)\s*[:=]?\s*(.*)$/.exec(line) ?? []
    if (key !== undefined && value !== undefined && value !== '') strings.set(decode(key), decode(value))
  }
  return strings
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' }

const decode = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex, char) =>
    hex === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
