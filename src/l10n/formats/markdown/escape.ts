import { readIfValid } from '../faults.ts'
import { readBlocks } from './blocks.ts'
import { listMarkdownCode } from './list-code.ts'
import { escapePipes, type SlotKind, unescapePipes } from './paragraph.ts'
import type { Dialect } from './parse.ts'

/** Text that is the same in any place: it begins with a letter, and has nothing that is markup of blocks or MDX. */
const PLAIN = /^(?!import |export )[\p{L}"'(“„«¿¡][^\n|{}<`\\]*$/u

/**
 * Returns the Markdown source of a translation that is read back as one text of its kind. Line breaks are spaces, unless they are hard breaks of a paragraph. What
 * would begin a block (`# `, `- `, `1. `, `> `) or, in MDX, a component or an expression that is not complete, is text, and is escaped.
 */
export function escapeText(text: string, kind: SlotKind, { dialect, codes }: EscapeContext): string {
  if (kind === 'attribute') return text
  const joined = normalizeBreaks(text, kind)
  const value = kind === 'cell' ? unescapePipes(joined) : joined
  if (PLAIN.test(value) && !value.endsWith('#')) return value
  for (const escape of ESCAPES) {
    const escaped = escape(value)
    if (isRead(escaped, kind, dialect) && hasOnly(escaped, dialect, codes)) return escaped
  }
  return escapeAll(value)
}

/** The file into which a text is written. */
export interface EscapeContext {
  readonly dialect: Dialect
  /** The code that a text of the file may have: a translation never brings code. */
  readonly codes: () => ReadonlySet<string>
}

const MAYBE_CODE = /[{<:]|^(?:import|export)\b/m

/** Whether a text has no code but that of its file. What does not parse alone, as `import` of a heading, may be code. */
function hasOnly(text: string, dialect: Dialect, codes: EscapeContext['codes']): boolean {
  if (!MAYBE_CODE.test(text)) return true
  const pieces = readIfValid(() => listMarkdownCode(text, dialect))
  return pieces?.every(({ code }) => codes().has(code)) ?? false
}

type LineKind = Exclude<SlotKind, 'attribute'>

function normalizeBreaks(text: string, kind: LineKind): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines
    .map((line, at) => {
      const isLast = at === lines.length - 1
      const breaks = endsWithBackslash(line)
      if (breaks && kind === 'lines' && !isLast) return `${line}\n`
      const content = breaks && lines.length > 1 ? line.slice(0, -1).trimEnd() : line
      return isLast ? content : `${content} `
    })
    .join('')
    .trim()
}

/** Whether the last backslash is not escaped itself. */
function endsWithBackslash(line: string): boolean {
  let count = 0
  while (line.at(-1 - count) === '\\') count += 1
  return count % 2 === 1
}

/** Samples of a text in each place, with the kind of their only block: alone, and below the fence of an aside. */
const SAMPLES: Readonly<Record<LineKind, readonly (readonly [kind: string, render: (value: string) => string])[]>> = {
  lines: [
    ['p', value => value],
    ['pft', value => `:::\n${value}`],
  ],
  line: [['#1', value => `# ${value}`]],
  cell: [['|1', value => `| ${escapePipes(value)} |\n| - |`]],
}

/** Returns whether the text is one block of its kind, with the same value. */
function isRead(value: string, kind: LineKind, dialect: Dialect): boolean {
  return SAMPLES[kind].every(([expected, render]) => {
    const file = readIfValid(() => readBlocks(render(value), dialect))
    const [block, ...others] = file?.blocks ?? []
    if (block?.kind !== expected || others.length > 0 || file?.front !== 0) return false
    const [slot] = block.slots
    // A paragraph without words has the attributes of its components instead.
    return slot?.value === value || (kind === 'lines' && slot?.kind === 'attribute')
  })
}

/** Escapes what begins a block at the start of a line, and a trailing `#`, which a heading leaves out. */
const escapeStarts = (value: string): string =>
  value
    .replace(/^(\d{1,9})(?=[.)])/gm, '$1\\')
    .replace(/^(?=[#>*+=~`|:_[<{-])/gm, '\\')
    .replace(/^(?:import|export)(?= )/gm, word => `&#${word.charCodeAt(0)};${word.slice(1)}`)
    .replace(/#$/, '\\#')

/** Escapes what begins a component or an expression outside code. */
const escapeMarkup = (value: string): string =>
  value.replace(/\\[^]|`[^`\n]*`|[{}<]/g, found => (/^[{}<]$/.test(found) ? `\\${found}` : found))

/** Escapes all markup. */
const escapeAll = (value: string): string =>
  value
    .replace(/\\?\n/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/^(?:import|export)(?= )/, word => `&#${word.charCodeAt(0)};${word.slice(1)}`)

/** From the least to the most. */
const ESCAPES: readonly ((value: string) => string)[] = [
  value => value,
  escapeStarts,
  escapeMarkup,
  value => escapeStarts(escapeMarkup(value)),
]

/** A backtick that no code begins or ends with. */
const BACKTICK = '&#96;'

/** Replaces backticks that open code without closing it. */
export function closeCode(value: string): string {
  if (!value.includes('`')) return value
  const last = new Map<number, number>()
  for (const { 0: run, index } of value.matchAll(/`+/g)) last.set(run.length, index)
  let closed = ''
  let from = 0
  for (let at = value.indexOf('`'); at !== -1; at = value.indexOf('`', from)) {
    const escapes = /\\*$/.exec(value.slice(Math.max(from, at - MAX_ESCAPES), at))?.[0].length ?? 0
    const open = escapes % 2 === 1 ? at + 1 : at
    const end = endOfRun(value, open)
    closed += value.slice(from, open)
    from = (last.get(end - open) ?? -1) > open ? endOfCode(value, end, end - open) : end
    closed += from > end ? value.slice(open, from) : BACKTICK.repeat(end - open)
  }
  return closed + value.slice(from)
}

const MAX_ESCAPES = 100

/** Returns a text without code. */
export const withoutCode = (value: string): string => value.replace(/\\?`/g, BACKTICK)

function endOfRun(value: string, start: number): number {
  let end = start
  while (value[end] === '`') end += 1
  return end
}

/** The end of code whose closing run is known to exist. */
function endOfCode(value: string, start: number, length: number): number {
  let at = value.indexOf('`', start)
  while (at !== -1) {
    const end = endOfRun(value, at)
    if (end - at === length) return end
    at = value.indexOf('`', end)
  }
  return start
}
