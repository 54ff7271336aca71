import { echo } from '../../shown.ts'
import { type Message, MOST_TEXT } from '../message.ts'
import { MOST_ENTRIES, SPLIT } from './limits.ts'
import { type PoEntry, poParts } from './po-entries.ts'
import type { ObsoleteEntry } from './po-obsolete.ts'
import { poFault } from './po-scan.ts'
import { positionAt } from './position.ts'

/** A parsed file; offsets count from the start of `text`, after the byte order mark. */
export interface PoFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly header?: PoEntry
  /** Without the header and what is obsolete. */
  readonly entries: readonly PoEntry[]
  readonly obsolete: readonly ObsoleteEntry[]
}

/**
 * Parses a PO or POT file with positions, and refuses what gettext refuses as well.
 * @throws AppError `invalid_input` with line and column.
 */
export function parsePo(file: string): PoFile {
  const { bom, text } = withoutMark(file)
  const entries: PoEntry[] = []
  const obsolete: ObsoleteEntry[] = []
  const seen = new Map<string, PoEntry>()
  let header: PoEntry | undefined
  for (const part of poParts(text)) {
    if (entries.length + obsolete.length >= MOST_ENTRIES) {
      throw poFault(text, part.start, `the file has over ${MOST_ENTRIES} entries`, SPLIT)
    }
    if ('obsolete' in part) {
      obsolete.push(part)
      continue
    }
    const { length } = keyOf(part)
    if (length > MOST_TEXT) {
      const what = `msgctxt and msgid have ${length} characters together, and ${MOST_TEXT} are allowed`
      throw poFault(text, part.start, what, 'Write a shorter msgctxt.')
    }
    const first = seen.get(keyOf(part))
    if (first !== undefined) throw duplicate(text, first, part)
    seen.set(keyOf(part), part)
    if (isHeader(part)) header = part
    else entries.push(part)
  }
  refuseCharset(text, header)
  refuseFurtherForms(text, header, entries)
  return { bom, text, ...(header !== undefined && { header }), entries, obsolete }
}

/** The header alone, without reading what follows it. */
export function headerOf(file: string): { readonly text: string; readonly header: PoEntry | undefined } {
  const { text } = withoutMark(file)
  for (const part of poParts(text)) if (!('obsolete' in part) && isHeader(part)) return { text, header: part }
  return { text, header: undefined }
}

/**
 * How an entry is called. The context stands before a visible sign, because the control character that gettext itself puts there (U+0004) is lost where keys
 * are shown, copied and typed.
 */
export const keyFor = (id: string, context: string | undefined): string =>
  context === undefined ? id : `${context}\u2404${id}`

export const keyOf = ({ context, id }: PoEntry): string => keyFor(id.value, context?.value)

/** The text of the program. */
export const sourceOf = ({ id, plural }: PoEntry): Message =>
  plural === undefined ? id.value : { one: id.value, other: plural.value }

/** Of one entry, and units of all of them; no program knows of more than a dozen. */
const MOST_FLAGS = 50
const MAX_FLAG_UNITS = 2_000

/** The first 50 flags of an entry. */
export function flagsOf({ comments }: PoEntry): string[] {
  const flags: string[] = []
  let room = MAX_FLAG_UNITS
  for (const comment of comments) {
    if (flags.length >= MOST_FLAGS || room === 0) break
    if (!/^#[,=]/.test(comment)) continue
    const line = comment.slice(2, 2 + room)
    room -= line.length
    for (const flag of line.split(',')) if (flag.trim() !== '') flags.push(flag.trim())
  }
  return flags.slice(0, MOST_FLAGS)
}

/** A line of the header, without its name. */
export function headerField(header: PoEntry | undefined, name: string): string | undefined {
  const line = header?.texts[0].value.split('\n').find(text => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}

const isHeader = ({ context, id }: PoEntry): boolean => context === undefined && id.value === ''

const withoutMark = (file: string): { readonly bom: string; readonly text: string } =>
  file.startsWith('\uFEFF') ? { bom: '\uFEFF', text: file.slice(1) } : { bom: '', text: file }

function duplicate(text: string, first: PoEntry, second: PoEntry) {
  const { line } = positionAt(text, first.id.start)
  const name = echo(JSON.stringify(second.id.value.slice(0, 60)))
  const what = `the entry ${name} stands twice (first in line ${line})`
  return poFault(text, second.id.start, what, 'Remove one of them, or give them a msgctxt each.')
}

/** Files come here as UTF-8; one that says otherwise was read wrongly or will be by programs. CHARSET is what templates say. */
function refuseCharset(text: string, header: PoEntry | undefined): void {
  const charset = /charset=([^\s;]+)/i.exec(headerField(header, 'Content-Type') ?? '')?.[1]
  if (header === undefined || charset === undefined || /^(?:utf-?8|us-ascii|ascii|charset)$/i.test(charset)) return
  const what = `the header says that the file is in ${charset}`
  throw poFault(text, header.texts[0].start, what, 'Convert it: msgconv --to-code=UTF-8 file.po --output=file.po.')
}

function refuseFurtherForms(text: string, header: PoEntry | undefined, entries: readonly PoEntry[]): void {
  const count = /nplurals\s*=\s*(\d+)/.exec(headerField(header, 'Plural-Forms') ?? '')?.[1]
  if (count === undefined) return
  for (const { plural, texts } of entries) {
    const further = plural === undefined ? undefined : texts[Number(count)]
    if (further === undefined) continue
    const what = `msgstr[${count}] is one form more than the header's nplurals=${count} has`
    throw poFault(text, further.start, what, 'Remove the form, or mend Plural-Forms in the header.')
  }
}
