import { type Message, sameMessage } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { type Edit, splice } from '../splice.ts'
import { currentHead, getEntryHead, isFuzzy, renderMessage, withEol } from './block.ts'
import type { PoEntry } from './entries.ts'
import { getKey, type PoFile, toKey } from './file.ts'
import { newHeader, withHeaderFields } from './header.ts'
import { findPluralFault } from './header-fault.ts'
import { readMessage, toFormTexts } from './message.ts'
import { type ObsoleteEntry, obsoleteName } from './obsolete.ts'
import { defaultRule } from './plural-table.ts'
import { getFormCategories, getWrittenCategories, lacksRule } from './plurals.ts'
import { removeParts } from './remove.ts'
import { detectStyle, type PoStyle, renderText } from './style.ts'

/**
 * Writes values into an existing target file. A missing entry is inserted after the closest one that precedes it in the source. An entry without a value is
 * not changed or added: to programs, an empty string and a missing entry are the same.
 */
export function mergeInto(source: PoFile, base: PoFile, request: WriteRequest): string {
  const { values, removed, withdrawn, locale } = request
  const merge: Merge = {
    source,
    base,
    style: detectStyle(base),
    read: getFormCategories(base.text, base.header, locale),
    categories: getWrittenCategories(base.text, base.header, locale),
    isCorrected: findPluralFault(base.header, locale) !== undefined,
    edits: [],
  }
  const known = new Map(base.entries.map(entry => [getKey(entry), entry]))
  const inserted = new Set<string>()
  const inSource = new Set<string>()
  let anchor = base.header
  let hasPlural = false
  const written = new Set<PoEntry>()
  for (const entry of source.entries) {
    const key = getKey(entry)
    inSource.add(key)
    const twin = known.get(key)
    if (twin !== undefined) anchor = twin
    // An untranslated entry keeps its position and its translator comments.
    if (withdrawn?.has(key) === true && twin !== undefined) updateEntry(merge, entry, twin, '')
    const value = withdrawn?.has(key) === true ? undefined : values.get(key)
    if (value === undefined) continue
    hasPlural ||= entry.plural !== undefined
    if (twin !== undefined) {
      updateEntry(merge, entry, twin, value)
      written.add(twin)
    } else {
      insertEntry(merge, entry, value, anchor)
      inserted.add(key)
    }
  }
  if (merge.isCorrected) {
    for (const twin of base.entries) {
      if (twin.plural !== undefined && !written.has(twin)) updateForms(merge, twin, readMessage(twin, merge.read) ?? '')
    }
  }
  if (merge.isCorrected || (hasPlural && lacksRule(base.header))) setPluralRule(merge, locale)
  // gettext rejects a file with an entry that is both in use and obsolete.
  const replaced = base.obsolete.filter(old => inserted.has(getObsoleteKey(old)))
  const gone = base.entries.filter(entry => removed?.has(getKey(entry)) === true && !inSource.has(getKey(entry)))
  // Removals follow the insertions: an insertion at the start of a removal is kept.
  merge.edits.push(...removeParts(base.text, [...replaced, ...gone]))
  return base.bom + splice(base.text, merge.edits)
}

function getObsoleteKey(old: ObsoleteEntry): string {
  const { id, context } = obsoleteName(old)
  return toKey(id, context)
}

interface Merge {
  readonly source: PoFile
  readonly base: PoFile
  readonly style: PoStyle
  /** The category of each form in `base`, and in the written file. */
  readonly read: readonly string[]
  readonly categories: readonly string[]
  /** Whether the plural rule of `base` is wrong, so that its forms change. */
  readonly isCorrected: boolean
  readonly edits: Edit[]
}

function updateEntry(merge: Merge, entry: PoEntry, twin: PoEntry, value: Message): void {
  const { base, source, style, read, categories, edits } = merge
  const isSameKind = entry.plural?.value === twin.plural?.value
  const isForms = merge.isCorrected && twin.plural !== undefined
  const isSame = isSameKind && !isForms && sameMessage(readMessage(twin, read) ?? '', value)
  if (isSame && !isFuzzy(twin)) return
  const head = getEntryHead(base, twin)
  const current = currentHead(head)
  const [first] = twin.texts
  const last = twin.texts.at(-1) ?? first
  if (!isSameKind) {
    // The source became a plural, or stopped being one.
    const ids = source.text.slice((entry.context ?? entry.id).start, entry.texts[0].start)
    const comments = current.slice(0, currentHead(head.slice(0, (twin.context ?? twin.id).start - twin.start)).length)
    const texts = renderMessage(value, entry.plural !== undefined, categories, style)
    edits.push({ start: twin.start, end: last.end, text: comments + withEol(ids, style) + texts })
    return
  }
  if (current !== head) edits.push({ start: twin.start, end: first.start, text: current })
  if (!isSame) updateForms(merge, twin, value)
}

/** Replaces the strings of an entry that differ. Surplus forms are kept, except if the plural rule is corrected. */
function updateForms({ categories, style, edits, isCorrected }: Merge, twin: PoEntry, value: Message): void {
  const texts = toFormTexts(value, twin.plural !== undefined, categories)
  const last = twin.texts.at(-1) ?? twin.texts[0]
  for (const [form, text] of texts.entries()) {
    const field = twin.texts[form]
    const keyword = twin.plural === undefined ? 'msgstr' : `msgstr[${form}]`
    if (field === undefined) {
      edits.push({ start: last.end, end: last.end, text: style.eol + renderText(keyword, text, style) })
    } else if (field.value !== text) {
      edits.push({ start: field.start, end: field.end, text: renderText(keyword, text, style) })
    }
  }
  const end = twin.texts[texts.length - 1]?.end
  if (isCorrected && end !== undefined && end < last.end) edits.push({ start: end, end: last.end, text: '' })
}

function insertEntry(merge: Merge, entry: PoEntry, value: Message, anchor: PoEntry | undefined): void {
  const { source, base, style, categories, edits } = merge
  const { eol } = style
  const head = withEol(currentHead(getEntryHead(source, entry)), style)
  const block = head + renderMessage(value, entry.plural !== undefined, categories, style)
  const first = base.entries[0]
  if (anchor !== undefined) {
    const isLine = base.text[anchor.end - 1] === '\n'
    edits.push({ start: anchor.end, end: anchor.end, text: isLine ? eol + block + eol : eol + eol + block })
  } else if (first !== undefined) edits.push({ start: first.start, end: first.start, text: block + eol + eol })
  else {
    const end = base.text.length
    const before = base.text === '' && edits.length === 0 ? '' : eol
    edits.push({ start: end, end, text: before + block + eol })
  }
}

/** Sets the plural rule of a file without one, for which programs would use the English rule, or with a wrong one. */
function setPluralRule({ base, style, edits }: Merge, locale: string): void {
  const fields = { 'Plural-Forms': defaultRule(locale).header }
  const { header } = base
  if (header !== undefined) {
    const [{ start, end }] = header.texts
    edits.push({ start, end, text: withHeaderFields(base.text, header, fields, style) })
    return
  }
  const all = { 'Content-Type': 'text/plain; charset=UTF-8', ...fields }
  const start = base.entries[0]?.start ?? 0
  edits.unshift({ start, end: start, text: newHeader(all, style) + style.eol + style.eol })
}
