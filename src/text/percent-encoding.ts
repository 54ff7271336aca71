/** Percent signs in URLs, and bytes of UTF-8, such as `%C4%85`. Bytes below `%20` are control characters, which no URL has. */
const URL =
  /(?<![\w/])(?:[a-z][a-z\d+.-]{0,20}:\/\/|mailto:|www\.|\.{0,2}\/(?=[\w%]))[^\s<>"'`{}|\\^]*|(?:%[C-Fc-f][\da-fA-F](?:%[89ABab][\da-fA-F])+)+/g
const BYTE = /%[2-9A-Fa-f][\dA-Fa-f]/g

/** Finds the encoded bytes of a text, in order: they look like `%d` with a width, but are no placeholders. */
export function* findEncoded(text: string): Generator<number> {
  if (!text.includes('%')) return
  for (const { 0: url, index } of text.matchAll(URL)) {
    for (const byte of url.matchAll(BYTE)) yield index + byte.index
  }
}

/** A text without its encoded bytes. */
export function withoutEncoded(text: string): string {
  let rest = ''
  let from = 0
  for (const at of findEncoded(text)) {
    rest += text.slice(from, at)
    from = at + '%00'.length
  }
  return from === 0 ? text : rest + text.slice(from)
}

/** Decodes a part of a URL; undefined if an escape is not valid. */
export function tryDecodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
