import type { TextCodec } from '../xml/text.ts'

/** The escapes of a family of resource files, besides those of XML. */
export interface Escapes {
  /** Creates the decoder of one string. `hasSpans` tells whether it contains styled text. */
  decoder(hasSpans: boolean): StringCodec
  /** Creates the encoder of one string. `quoted` = the text will stand between double quotes. */
  encoder(quoted: boolean): StringCodec
}

interface StringCodec extends TextCodec {
  /** Corrects the end of the decoded or rendered string. */
  finish(text: string): string
}

const SPACE = /[ \t\n\r\f\v]/
/** What a text has that is not decoded to itself: escapes, quotes, and white space that is trimmed or collapsed. */
const MARKS = /[\\"<\t\n\r\f\v]| {2}|^ | $|^$/
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
/** A tag that the file has as text, such as one in CDATA for `Html.fromHtml`. */
const TAG_IN_TEXT = /<\/?[A-Za-z][^<>]*>/y
const UNICODE = /[0-9a-fA-F]{4}/y

/** Whether an element is a part that stays untranslated (`xliff:g`), and not styled text. */
export const isPlaceholderTag = (name: string): boolean => name.includes(':')

/**
 * What Android's resource compiler does with a string. Outside of double quotes, which are removed, white space becomes one space, also a real line break: the
 * translator sees a space where the file has a line break and an indentation, because the program does. A string without styled text is trimmed. Quotes and
 * apostrophes of tags in the text are kept, although the compiler removes the quotes: they show what the string is for.
 */
export const ANDROID_ESCAPES: Escapes = {
  decoder(hasSpans) {
    let isQuoted = false
    let wasSpace = !hasSpans
    /** How many characters of white space end the text so far. */
    let trailing = 0
    return {
      text(text) {
        if (!isQuoted && !MARKS.test(text)) {
          wasSpace = false
          trailing = 0
          return text
        }
        let decoded = ''
        let tagEnd = 0
        for (let at = 0; at < text.length; at += 1) {
          const char = text.charAt(at)
          if (SPACE.test(char)) {
            if (isQuoted || !wasSpace) {
              decoded += isQuoted ? char : ' '
              trailing += 1
            }
            wasSpace = !isQuoted
            continue
          }
          trailing = 0
          if (char === '"' && at >= tagEnd) {
            isQuoted = !isQuoted
            wasSpace = false
            continue
          }
          wasSpace = false
          if (char === '\\') {
            const next = text.charAt(at + 1)
            at += 1
            UNICODE.lastIndex = at + 1
            if (next === 'u' && UNICODE.test(text)) {
              decoded += String.fromCharCode(Number.parseInt(text.slice(at + 1, at + 5), 16))
              at += 4
            } else {
              decoded += LETTERS[next] ?? next
              // The compiler trims a string before it looks for escapes and quotes.
              if (SPACE.test(next)) trailing = 1
            }
            continue
          }
          if (char === '<' && at >= tagEnd) {
            TAG_IN_TEXT.lastIndex = at
            if (TAG_IN_TEXT.test(text)) tagEnd = TAG_IN_TEXT.lastIndex
          }
          decoded += char
        }
        return decoded
      },
      tag(name) {
        trailing = 0
        if (isPlaceholderTag(name)) return
        isQuoted = false
        wasSpace = false
      },
      finish: value => (hasSpans || trailing === 0 ? value : value.slice(0, -trailing)),
    }
  },
  encoder(quoted) {
    let isStart = true
    let wasSpace = !quoted
    return {
      text(text) {
        let encoded = ''
        for (const char of text) {
          if (char === ' ') {
            encoded += wasSpace && !quoted ? String.raw`\u0020` : ' '
            wasSpace = true
          } else {
            encoded += isStart && /[@?]/.test(char) ? `\\${char}` : encodeCharacter(char, quoted)
            wasSpace = false
          }
          isStart = false
        }
        return encoded
      },
      tag(name) {
        isStart = false
        if (!isPlaceholderTag(name)) wasSpace = false
      },
      finish: rendered => (quoted ? rendered : rendered.replace(/ $/, String.raw`\u0020`)),
    }
  },
}

function encodeCharacter(char: string, quoted: boolean): string {
  switch (char) {
    case '\\':
    case '"':
      return `\\${char}`
    case "'":
      return quoted ? char : `\\${char}`
    case '\n':
      return String.raw`\n`
    case '\t':
      return String.raw`\t`
    default: {
      const code = char.charCodeAt(0)
      return code < 0x20 || code === 0xfffe || code === 0xffff
        ? String.raw`\u${code.toString(16).padStart(4, '0')}`
        : char
    }
  }
}

/** What Compose Multiplatform does with a string: it knows four escapes, and keeps white space, quotes and apostrophes. */
export const COMPOSE_ESCAPES: Escapes = {
  decoder: () => ({
    text: text =>
      text.replace(/\\(?:u([0-9a-fA-F]{4})|([nt\\]))/g, (_, code?: string, letter = '') =>
        code === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
      ),
    finish: value => value,
  }),
  encoder: () => ({
    text: text => text.replace(/[\p{Cc}\\\uFFFE\uFFFF]/gu, char => encodeCharacter(char, true)),
    finish: rendered => rendered,
  }),
}

/** Whether a raw text stands between double quotes, so that its white space is kept. */
export const isQuotedWhole = (raw: string): boolean => /^\s*"[^]*[^\\]"\s*$/.test(raw)
