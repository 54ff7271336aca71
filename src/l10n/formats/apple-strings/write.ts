import { groupMissing } from '../../groups.ts'
import { detectEol } from '../eol.ts'
import type { WriteRequest } from '../format.ts'
import { type FormerKeys, findFormerEntries } from '../former-keys.ts'
import { type Edit, splice } from '../splice.ts'
import { getText, parseStrings, type StringsEntry, type StringsFile } from './file.ts'
import { removeBlocks } from './remove.ts'
import { encodeText } from './text.ts'

/**
 * Writes values into a file: a changed value in its place, a missing pair after the closest one that precedes it in the source. New pairs have the comments
 * of the source if most pairs of the file, or of the sibling of a new file, have comments.
 */
export function writeStrings(request: WriteRequest): string {
  const { source: of, base: to, sibling: like, values, removed, withdrawn } = request
  const source = parseStrings(of)
  const model = like === undefined ? source : parseStrings(like)
  const own = detectStyle(source)
  const modelStyle = like === undefined ? { ...own, hasNotes: false } : detectStyle(model, own)
  const isNew = to === undefined || to.trim() === ''
  const base = isNew
    ? { ...parseStrings(''), bom: to === undefined ? model.bom : getBom(to) }
    : renameKeys(parseStrings(to), source, request.former)
  const style = detectStyle(base, modelStyle)
  const inSource = new Set(source.entries.map(({ key }) => key.value))
  const isGone = ({ key: { value: key } }: StringsEntry): boolean =>
    withdrawn?.has(key) === true || (removed?.has(key) === true && !inSource.has(key))
  const gone = base.entries.filter(isGone)
  const kept = gone.length === 0 ? base.entries : base.entries.filter(entry => !isGone(entry))
  const isFinal = !isNew || model.text === '' || model.text.endsWith('\n')
  const edits = [
    ...changeValues(base, kept, values),
    ...insertPairs({ source, base, style, isFinal }, kept, values, withdrawn),
  ]
  // Insertions precede removals that start at the same offset.
  return base.bom + splice(base.text, [...edits, ...removeBlocks(base.text, gone)])
}

const getBom = (file: string): string => (file.startsWith('\uFEFF') ? '\uFEFF' : '')

/** Gives the pairs whose keys changed in the source their new keys: their comments and places stay. */
function renameKeys(base: StringsFile, source: StringsFile, former: FormerKeys = []): StringsFile {
  if (former.length === 0) return base
  const keys = new Map(source.entries.map(({ key }) => [key.value, key]))
  const known = new Map(base.entries.map(entry => [entry.key.value, entry]))
  const edits: Edit[] = []
  for (const [name, { key, value }] of findFormerEntries(known, keys, former)) {
    const wanted = keys.get(name)
    if (wanted === undefined || value === undefined) continue
    edits.push({ start: key.start, end: key.end, text: source.text.slice(wanted.start, wanted.end) })
  }
  return edits.length === 0 ? base : parseStrings(base.bom + splice(base.text, edits))
}

type Values = WriteRequest['values']

function changeValues({ text }: StringsFile, entries: readonly StringsEntry[], values: Values): Edit[] {
  const edits: Edit[] = []
  for (const entry of entries) {
    const wanted = values.get(entry.key.value)
    if (typeof wanted !== 'string' || wanted === getText(entry)) continue
    const { key, value } = entry
    if (value === undefined) edits.push({ start: key.end, end: key.end, text: ` = "${encodeText(wanted)}"` })
    else {
      const raw = text.slice(value.start, value.end)
      const isMultiline = raw.includes('\n') && !raw.includes('\\n')
      edits.push({ start: value.start, end: value.end, text: `"${encodeText(wanted, isMultiline)}"` })
    }
  }
  return edits
}

interface Insertion {
  readonly source: StringsFile
  readonly base: StringsFile
  readonly style: StringsStyle
  /** Whether the file ends with a line break. */
  readonly isFinal: boolean
}

/** Inserts the pairs of the source that the file lacks. */
function insertPairs(
  { source, base, style, isFinal }: Insertion,
  kept: readonly StringsEntry[],
  values: Values,
  withdrawn: ReadonlySet<string> | undefined,
): Edit[] {
  const { text } = base
  const { eol, isSpaced } = style
  const known = new Map(kept.map(entry => [entry.key.value, entry]))
  const [first] = kept
  const wanted = source.entries.map(entry => [entry.key.value, entry] as const)
  const groups = groupMissing(wanted, known, (key, entry) => {
    const value = withdrawn?.has(key) === true ? undefined : values.get(key)
    return typeof value === 'string' ? [renderPair(source.text, entry, value, style)] : []
  })
  const gap = isSpaced ? eol + eol : eol
  return [...groups].map(([after, blocks]): Edit => {
    const body = blocks.join(gap)
    if (after !== undefined) {
      const end = findLineEnd(text, after.end)
      return { start: end, end, text: gap + body }
    }
    if (first !== undefined) return { start: first.start, end: first.start, text: body + gap }
    const end = text.length
    const lead = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
    return { start: end, end, text: lead + body + (isFinal ? eol : '') }
  })
}

/** Finds the end of a line, before its line break; the offset itself if another pair is behind it. */
function findLineEnd(text: string, offset: number): number {
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  const next = text[end]
  return next === undefined || next === '\n' || (next === '\r' && text[end + 1] === '\n') ? end : offset
}

/** Renders a pair with its key, and its comments if the file has comments, as they are in the source. */
function renderPair(text: string, { start, key }: StringsEntry, value: string, style: StringsStyle): string {
  const { eol, separator, hasNotes } = style
  const head = hasNotes ? text.slice(start, key.end).replace(/\r?\n/g, eol) : text.slice(key.start, key.end)
  return `${head}${separator}"${encodeText(value)}";`
}

/** The style of a `.strings` file, so that new pairs match it. */
interface StringsStyle {
  readonly eol: '\n' | '\r\n'
  /** Between a key and its value: ` = `. */
  readonly separator: string
  /** Whether a blank line separates most pairs. */
  readonly isSpaced: boolean
  /** Whether most pairs have a comment above them. */
  readonly hasNotes: boolean
}

/** Maximum pairs that are examined for the style. */
const MAX_SAMPLES = 1_000

/** Detects the style of a file. `fallback` is used for what a file without pairs does not show. */
function detectStyle({ text, entries: all }: StringsFile, fallback?: StringsStyle): StringsStyle {
  const entries = all.slice(0, MAX_SAMPLES)
  const eol = fallback !== undefined && !text.includes('\n') ? fallback.eol : detectEol(text)
  if (entries.length === 0 && fallback !== undefined) return { ...fallback, eol }
  let spaced = 0
  let noted = 0
  let end: number | undefined
  for (const { start, attached, end: next } of entries) {
    if (attached.length > 0) noted += 1
    if (end !== undefined && /\n[ \t]*\r?\n/.test(text.slice(end, start))) spaced += 1
    end = next
  }
  return {
    eol,
    separator: detectSeparator(text, entries),
    isSpaced: entries.length === 1 ? noted === 1 : spaced * 2 > entries.length - 1,
    hasNotes: noted * 2 > entries.length,
  }
}

/** Returns the separator of the first pair that has one without padding: some files align their values. */
function detectSeparator(text: string, entries: StringsFile['entries']): string {
  for (const { key, value } of entries) {
    if (value === undefined) continue
    const separator = text.slice(key.end, value.start)
    if (/^[ \t]?=[ \t]?$/.test(separator)) return separator
  }
  return ' = '
}
