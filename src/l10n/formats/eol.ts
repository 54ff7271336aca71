export type Eol = '\n' | '\r\n'

/** Returns the most frequent line ending; `fallback` for a text of one line. */
export function detectEol(text: string, fallback: Eol = '\n'): Eol {
  let lines = 0
  let returns = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1
    if (text[at - 1] === '\r') returns += 1
  }
  if (lines === 0) return fallback
  return returns * 2 > lines ? '\r\n' : '\n'
}

/** Replaces the line endings of a text that goes from one file to another. */
export const withEol = (text: string, from: Eol, to: Eol): string =>
  from === to ? text : text.replace(/\r\n?|\n/g, to)
