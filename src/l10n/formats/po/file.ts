import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS, type Message } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { type PoEntry, parsePoEntries } from './entries.ts'
import type { ObsoleteEntry } from './obsolete.ts'
import { parsePluralHeader } from './plural-header.ts'
import { poFault } from './scan.ts'

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
  const { bom, text } = splitByteOrderMark(file)
  const entries: PoEntry[] = []
  const obsolete: ObsoleteEntry[] = []
  const seen = new Map<string, PoEntry>()
  let header: PoEntry | undefined
  for (const part of parsePoEntries(text)) {
    if (entries.length + obsolete.length >= MAX_ENTRIES) {
      throw poFault(text, part.start, `the file has over ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    if ('obsolete' in part) {
      obsolete.push(part)
      continue
    }
    const { length } = getKey(part)
    if (length > MAX_TEXT_UNITS) {
      const what = `msgctxt and msgid have ${length} characters together, and ${MAX_TEXT_UNITS} are allowed`
      throw poFault(text, part.start, what, 'Write a shorter msgctxt.')
    }
    const first = seen.get(getKey(part))
    if (first !== undefined) throw duplicateEntryError(text, first, part)
    seen.set(getKey(part), part)
    if (isHeader(part)) header = part
    else entries.push(part)
  }
  assertUtf8Charset(text, header)
  assertFormCount(text, header, entries)
  return { bom, text, ...(header !== undefined && { header }), entries, obsolete }
}

/** The header alone, without reading what follows it. */
export function parseHeader(file: string): { readonly text: string; readonly header: PoEntry | undefined } {
  const { text } = splitByteOrderMark(file)
  for (const part of parsePoEntries(text)) if (!('obsolete' in part) && isHeader(part)) return { text, header: part }
  return { text, header: undefined }
}

/**
 * How an entry is called. The context stands before a visible sign, because the control character that gettext itself puts there (U+0004) is lost where keys
 * are shown, copied and typed.
 */
export const toKey = (id: string, context: string | undefined): string =>
  context === undefined ? id : `${context}\u2404${id}`

export const getKey = ({ context, id }: PoEntry): string => toKey(id.value, context?.value)

/** The text of the program. */
export const getSource = ({ id, plural }: PoEntry): Message =>
  plural === undefined ? id.value : { one: id.value, other: plural.value }

/** Of one entry, and units of all of them; no program knows of more than a dozen. */
const MAX_FLAGS = 50
const MAX_FLAG_UNITS = 2_000

/** The first 50 flags of an entry. */
export function listFlags({ comments }: PoEntry): string[] {
  const flags: string[] = []
  let room = MAX_FLAG_UNITS
  for (const comment of comments) {
    if (flags.length >= MAX_FLAGS || room === 0) break
    if (!/^#[,=]/.test(comment)) continue
    const line = comment.slice(2, 2 + room)
    room -= line.length
    for (const flag of line.split(',')) if (flag.trim() !== '') flags.push(flag.trim())
  }
  return flags.slice(0, MAX_FLAGS)
}

/** A line of the header, without its name. */
export function headerField(header: PoEntry | undefined, name: string): string | undefined {
  const line = header?.texts[0].value.split('\n').find(text => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}

const isHeader = ({ context, id }: PoEntry): boolean => context === undefined && id.value === ''

const splitByteOrderMark = (file: string): { readonly bom: string; readonly text: string } =>
  file.startsWith('\uFEFF') ? { bom: '\uFEFF', text: file.slice(1) } : { bom: '', text: file }

function duplicateEntryError(text: string, first: PoEntry, second: PoEntry) {
  const { line } = positionAt(text, first.id.start)
  const name = echo(JSON.stringify(second.id.value.slice(0, 60)))
  const what = `the entry ${name} stands twice (first in line ${line})`
  return poFault(text, second.id.start, what, 'Remove one of them, or give them a msgctxt each.')
}

/** Files come here as UTF-8; one that says otherwise was read wrongly or will be by programs. CHARSET is what templates say. */
function assertUtf8Charset(text: string, header: PoEntry | undefined): void {
  const charset = /charset=([^\s;]+)/i.exec(headerField(header, 'Content-Type') ?? '')?.[1]
  if (header === undefined || charset === undefined || /^(?:utf-?8|us-ascii|ascii|charset)$/i.test(charset)) return
  const what = `the header says that the file is in ${charset}`
  throw poFault(text, header.texts[0].start, what, 'Convert it: msgconv --to-code=UTF-8 file.po --output=file.po.')
}

function assertFormCount(text: string, header: PoEntry | undefined, entries: readonly PoEntry[]): void {
  const { count } = parsePluralHeader(headerField(header, 'Plural-Forms'))
  if (count === undefined) return
  for (const { plural, texts } of entries) {
    const further = plural === undefined ? undefined : texts[count]
    if (further === undefined) continue
    const what = `msgstr[${count}] is one form more than the header's nplurals=${count} has`
    throw poFault(text, further.start, what, 'Remove the form, or mend Plural-Forms in the header.')
  }
}
