import type { Eol } from '../eol.ts'

/** Replaces the line endings of a text that goes from one file to another. */
export const withEol = (text: string, from: Eol, to: Eol): string =>
  from === to ? text : text.replace(/\r\n?|\n/g, to)
