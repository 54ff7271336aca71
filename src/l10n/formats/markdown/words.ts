import { createHash } from 'node:crypto'
import { markupTokens } from '../../message/markup-tokens.ts'

/** Expressions of MDX, shortcodes of Hugo and tags of Markdoc. */
const EXPRESSIONS = /\{[^{}]*\}/g
const ENTITIES = /&(?:#\w+|\w+);/g
const MAX_PATH_UNITS = 100

/** The name of a file or folder, as trees of files have them. */
const PATH = /^[*_]*(?:[\w@.-]*\/|(?:[\w@.-]*\/){0,9}[\w@-]+(?:\.[a-z][a-z0-9]{0,5})+|\.{0,2}\/[\w@./-]+)[*_]*$/

/** Returns whether a text has a letter outside code, tags, link targets, addresses, expressions and entities, and is not a path. */
export function hasWords(text: string): boolean {
  if (!/\p{L}/u.test(text) || (text.length <= MAX_PATH_UNITS && PATH.test(text))) return false
  let rest = ''
  let from = 0
  for (const { start, end } of markupTokens(text)) {
    if (start > from) rest += text.slice(from, start)
    from = Math.max(from, end)
  }
  rest += text.slice(from)
  return /\p{L}/u.test(rest.replace(EXPRESSIONS, ' ').replace(ENTITIES, ' '))
}

const MAX_SLUG_WORDS = 4
const MAX_SLUG_UNITS = 40
const MAX_SLUG_SOURCE = 400

/** Returns the key of a text: its first words, and eight hexadecimal digits of its SHA-256. */
export function keyOfText(text: string): string {
  const words = text
    .slice(0, MAX_SLUG_SOURCE)
    .replace(/\]\([^()\s]*\)/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  const slug = (words ?? [])
    .slice(0, MAX_SLUG_WORDS)
    .join('-')
    .slice(0, MAX_SLUG_UNITS)
    .replace(/(?:[\uD800-\uDBFF]|-+)$/, '')
  return `${slug}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}
