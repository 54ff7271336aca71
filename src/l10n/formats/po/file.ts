import { addTo } from '../../groups.ts'
import { MAX_TEXT_UNITS, type Message } from '../../message/message.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'
import { splitFile, type TextFile } from '../flat/text-file.ts'
import { positionAt } from '../position.ts'
import { findLines, RepeatedKeys } from '../repeated-keys.ts'
import { type ObsoleteEntry, type PoEntry, parsePoEntries } from './entries.ts'
import { poFault } from './scan.ts'

export interface PoFile extends TextFile {
  readonly header?: PoEntry
  /** Without the header, obsolete entries and those whose key occurs above. */
  readonly entries: readonly PoEntry[]
  /** The entries whose key occurs above, by key. */
  readonly repeats: ReadonlyMap<string, readonly PoEntry[]>
  readonly repeated: RepeatedKeys
  readonly obsolete: readonly ObsoleteEntry[]
}

/**
 * Parses a PO or POT file with positions. Rejects the same faults as gettext, except for entries that occur twice.
 * @throws AppError `invalid_input` with line and column.
 */
export function parsePo(file: string): PoFile {
  const { bom, text } = splitFile(file)
  const entries: PoEntry[] = []
  const obsolete: ObsoleteEntry[] = []
  const seen = new Map<string, PoEntry>()
  const repeats = new Map<string, PoEntry[]>()
  const repeated = new RepeatedKeys()
  let count = 0
  let header: PoEntry | undefined
  for (const part of parsePoEntries(text)) {
    count += 1
    if (count > MAX_ENTRIES + (header === undefined ? 0 : 1)) {
      throw poFault(text, part.start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    if ('obsolete' in part) {
      obsolete.push(part)
      continue
    }
    const key = getKey(part)
    if (key.length > MAX_TEXT_UNITS) {
      const what = `msgctxt and msgid have ${key.length} characters together; the limit is ${MAX_TEXT_UNITS}`
      throw poFault(text, part.start, what, 'Shorten msgctxt.')
    }
    const first = seen.get(key)
    if (first !== undefined) {
      if (isHeader(part)) throw duplicateHeaderError(text, first, part)
      repeated.add(key, hasSameTexts(first, part), () => findLines(text, first.id.start, part.id.start))
      addTo(repeats, key, part)
      continue
    }
    seen.set(key, part)
    if (isHeader(part)) header = part
    else entries.push(part)
  }
  assertUtf8Charset(text, header)
  return { bom, text, ...(header !== undefined && { header }), entries, repeats, repeated, obsolete }
}

/** Parses only the header. */
export function parseHeader(file: string): { readonly text: string; readonly header: PoEntry | undefined } {
  const { text } = splitFile(file)
  for (const part of parsePoEntries(text)) if (!('obsolete' in part) && isHeader(part)) return { text, header: part }
  return { text, header: undefined }
}

/**
 * Returns the key of an entry. A visible sign separates the context, because gettext's own control character (U+0004) is lost when keys are shown, copied or
 * typed.
 */
export const toKey = (id: string, context: string | undefined): string =>
  context === undefined ? id : `${context}\u2404${id}`

export const getKey = ({ context, id }: PoEntry): string => toKey(id.value, context?.value)

/** Returns the source string: `msgid`, with `msgid_plural` if there is one. */
export const getSource = ({ id, plural }: PoEntry): Message =>
  plural === undefined ? id.value : { one: id.value, other: plural.value }

/** Maximum flags of one entry, and their UTF-16 code units in total. gettext has about a dozen. */
const MAX_FLAGS = 50
const MAX_FLAG_UNITS = 2_000

/** Lists the first 50 flags of an entry. */
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

export function headerField(header: PoEntry | undefined, name: string): string | undefined {
  const line = header?.texts[0].value.split('\n').find(text => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}

const isHeader = ({ context, id }: PoEntry): boolean => context === undefined && id.value === ''

const hasSameTexts = (one: PoEntry, other: PoEntry): boolean =>
  one.plural?.value === other.plural?.value &&
  one.texts.length === other.texts.length &&
  one.texts.every(({ value }, form) => value === other.texts[form]?.value)

function duplicateHeaderError(text: string, first: PoEntry, second: PoEntry) {
  const what = `the entry "" occurs twice (first in line ${positionAt(text, first.id.start).line})`
  return poFault(text, second.id.start, what, 'Remove one of them.')
}

/** Rejects another charset than UTF-8 in the header: files are read as UTF-8, and programs would misread them. Templates have CHARSET. */
function assertUtf8Charset(text: string, header: PoEntry | undefined): void {
  const charset = /charset=([^\s;]+)/i.exec(headerField(header, 'Content-Type') ?? '')?.[1]
  if (header === undefined || charset === undefined || /^(?:utf-?8|us-ascii|ascii|charset)$/i.test(charset)) return
  const what = `the header declares the charset ${charset}`
  throw poFault(text, header.texts[0].start, what, 'Convert it: msgconv --to-code=UTF-8 file.po --output=file.po.')
}
