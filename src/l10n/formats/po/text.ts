/** Strings in double quotes: gettext uses the escapes of C. */

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
}
const LETTERS = new Map(Object.entries(ESCAPES).map(([letter, char]) => [char, letter]))
const PART = /[^\\]+|\\([0-7]{1,3})|\\x([0-9a-fA-F]{1,2})|\\(.)/gsu

/** Decodes the raw text between quotes; undefined for an invalid escape. */
export function decodeText(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw
  const parts: string[] = []
  // Octal and hexadecimal escapes are UTF-8 bytes, so adjacent ones are decoded together.
  let bytes: number[] = []
  for (const [part, octal, hex, letter] of raw.matchAll(PART)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else {
      const text = letter === undefined ? part : ESCAPES[letter]
      const before = decodeBytes(bytes)
      if (text === undefined || before === undefined) return undefined
      parts.push(before, text)
      if (bytes.length > 0) bytes = []
    }
  }
  const last = decodeBytes(bytes)
  return last === undefined ? undefined : parts.join('') + last
}

/** Encodes a string for use between quotes. */
export function encodeText(text: string): string {
  return text.replace(/[\p{Cc}"\\]/gu, char => {
    const letter = LETTERS.get(char)
    if (letter !== undefined) return `\\${letter}`
    const code = char.charCodeAt(0)
    // Characters of more than one UTF-8 byte stay unescaped.
    return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : char
  })
}

function decodeBytes(bytes: readonly number[]): string | undefined {
  if (bytes.length === 0) return ''
  if (bytes.some(byte => byte > 0xff)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
