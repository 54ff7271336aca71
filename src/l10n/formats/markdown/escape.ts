import { readIfValid } from '../file-fault.ts'
import { readBlocks } from './blocks.ts'
import { listMarkdownCode } from './code/list-code.ts'
import type { Dialect } from './parse.ts'
import { escapePipes, unescapePipes } from './pipes.ts'
import type { SlotKind } from './slot.ts'

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
