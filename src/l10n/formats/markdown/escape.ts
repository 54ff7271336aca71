import { AppError } from '../../../errors.ts'
import { readBlocks, type SlotKind } from './blocks.ts'
import type { Dialect } from './parse.ts'

/** Text that is the same in any place: it begins with a letter, and has nothing that is markup of blocks or MDX. */
const PLAIN = /^(?!import |export )[\p{L}"'(“„«¿¡][^\n|{}<`\\]*$/u

/**
 * Returns the Markdown source of a translation that is read back as one text of its kind. Line breaks are spaces, unless they are hard breaks of a paragraph. What
 * would begin a block (`# `, `- `, `1. `, `> `) or, in MDX, a component or an expression that is not complete, is text, and is escaped.
 */
export function escapeText(text: string, kind: SlotKind, dialect: Dialect): string {
  const value = normalizeBreaks(text, kind)
  if (PLAIN.test(value) && !value.endsWith('#')) return value
  const attempts = [(same: string) => same, escapeStarts, escapeMarkup, escapeAll]
  return attempts.map(attempt => attempt(value)).find(tried => isRead(tried, kind, dialect)) ?? escapeAll(value)
}

function normalizeBreaks(text: string, kind: SlotKind): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines
    .map((line, at) => {
      if (at === lines.length - 1) return line.replace(/^\\$/, '')
      const breaks = /(?:^|[^\\])(?:\\\\)*\\$/.test(line)
      if (breaks && kind === 'lines') return `${line}\n`
      return breaks ? `${line.slice(0, -1).trimEnd()} ` : `${line} `
    })
    .join('')
}

/** Returns whether the text is one block of its kind, with the same value. */
function isRead(value: string, kind: SlotKind, dialect: Dialect): boolean {
  const sample = { lines: value, line: `# ${value}`, cell: `| ${escapePipes(value)} |\n| - |`, attribute: '' }[kind]
  const expected = { lines: 'p', line: '#1', cell: '|1', attribute: '' }[kind]
  try {
    const { blocks, front } = readBlocks(sample, dialect)
    const [block, ...others] = blocks
    if (block === undefined || others.length > 0 || front > 0 || block.kind !== expected) return false
    const [slot] = block.slots
    return slot?.isText !== true || slot.kind === 'attribute' || slot.value === value
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Escapes pipes in a table cell, unless they are escaped. */
export const escapePipes = (value: string): string =>
  value.replace(/\\[^]|\|/g, found => (found === '|' ? '\\|' : found)).replace(/\\$/, '\\ ')

/** Escapes what begins a block at the start of a line, and a trailing `#`, which a heading leaves out. */
const escapeStarts = (value: string): string =>
  value
    .replace(/^(\d{1,9})(?=[.)])/gm, '$1\\')
    .replace(/^(?=[#>*+=~`|:_[<{-])/gm, '\\')
    .replace(/^(?:import|export)(?= )/gm, word => `&#${word.charCodeAt(0)};${word.slice(1)}`)
    .replace(/#$/, '\\#')

/** Escapes what begins a component or an expression, too, outside code. */
const escapeMarkup = (value: string): string =>
  escapeStarts(
    value.replace(/\\[^]|`[^`\n]*`|[{}<]/g, found => (/^[{}<]$/.test(found) ? `\\${found}` : found)),
  ).replace(/^\\\\/gm, '\\')

/** Escapes all markup. */
const escapeAll = (value: string): string =>
  value
    .replace(/\\?\n/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/^(?:import|export)(?= )/, word => `&#${word.charCodeAt(0)};${word.slice(1)}`)
