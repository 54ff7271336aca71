/** Strings of old-style property lists: the escapes of C, octal bytes in NeXTSTEP's encoding, and `\U` with up to four digits. */

const LETTERS = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }))
const NAMES = new Map([...LETTERS].map(([letter, char]) => [char, letter]))
const ESCAPE = /\\(?:([0-7]{1,3})|[uU]([0-9a-fA-F]{1,4})|([^]))/g

/** The characters 128 to 255 of NeXTSTEP's encoding, which octal escapes mean. */
const NEXTSTEP =
  '\u00A0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\uFFFD\uFFFD'

/** Decodes the raw text between quotes. A backslash before any other character stands for that character. */
export function decodeText(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (_, octal?: string, hex?: string, char = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return octal === undefined ? (LETTERS.get(char) ?? char) : decodeByte(Number.parseInt(octal, 8) % 256)
  })
}

const decodeByte = (byte: number): string => (byte < 128 ? String.fromCharCode(byte) : (NEXTSTEP[byte - 128] ?? ''))

/** Finds the first `\U` without digits; -1 if there is none. */
export function findEmptyEscape(raw: string): number {
  for (const { 0: whole, 3: char, index } of raw.matchAll(ESCAPE)) {
    if (whole.length === 2 && char === 'U') return index
  }
  return -1
}

/** Encodes a string for use between double quotes. `isMultiline` keeps line feeds as line breaks of the file. */
export function encodeText(text: string, isMultiline = false): string {
  return text.replace(/[\p{Cc}"\\]/gu, char => {
    if (char === '"' || char === '\\') return `\\${char}`
    if (isMultiline && char === '\n') return char
    const letter = char === '\n' || char === '\t' || char === '\r' ? NAMES.get(char) : undefined
    return letter === undefined ? encodeControl(char) : `\\${letter}`
  })
}

const encodeControl = (char: string): string => `\\U${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Escapes in `.strings` files: of the null character, `\000` or `\U0000` with fewer digits if another character follows. */
export const STRINGS_ESCAPE = /\0|\\(?:(000|0{1,2}(?![0-7])|[uU](?:0000|0{1,3}(?![0-9a-fA-F])))|[^])/g
