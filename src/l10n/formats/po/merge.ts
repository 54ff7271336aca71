import { type Message, sameMessage } from '../../message/message.ts'
import { MAX_ENTRIES } from '../faults.ts'
import type { PreviousSource, WriteRequest } from '../format.ts'
import { findFormerEntries } from '../former-keys.ts'
import { type Edit, splice } from '../splice.ts'
import {
  createPreviousFinder,
  getTextsEnd,
  isFuzzy,
  listTranslatorLines,
  readMessage,
  renderHead,
  renderMessage,
  splitHead,
  toFormTexts,
  updateComments,
  withEol,
} from './block.ts'
import type { ObsoleteEntry, PoEntry } from './entries.ts'
import { getKey, getSource, type PoFile } from './file.ts'
import { newHeader, withHeaderFields } from './header.ts'
import {
  appendBlocks,
  getObsoleteKey,
  readObsoleteMessage,
  removeParts,
  renderObsolete,
  toObsolete,
} from './obsolete.ts'
import { getFormCategories, getWrittenCategories, lacksRule } from './plural/categories.ts'
import { findPluralFault } from './plural/header-rules.ts'
import { defaultRule } from './plural/table.ts'
import { detectStyle, type PoStyle, renderText } from './style.ts'

/**
 * Writes values into an existing target file. A missing entry is inserted after the closest one that precedes it in the source. An entry without a value is
 * not changed or added: to programs, an empty string and a missing entry are the same. As with msgmerge, an entry whose source was corrected stays in its
 * place, fuzzy and with its previous source, and a translated entry that left the source becomes obsolete.
 * @param hasIds whether the `msgid` are IDs, so that a new one has the same source, and an obsolete entry may have another
 */
export function mergeInto(source: PoFile, base: PoFile, request: WriteRequest, hasIds: boolean): string {
  const { values, removed, locale } = request
  const isWrittenPlural = (entry: PoEntry): boolean => entry.plural !== undefined && values.has(getKey(entry))
  const known = new Map(base.entries.map(entry => [getKey(entry), entry]))
  const inSource = new Set(source.entries.map(getKey))
  const merge: Merge = {
    source,
    base,
    request,
    hasIds,
    style: detectStyle(base),
    read: getFormCategories(base.header, locale),
    categories: getWrittenCategories(base.header, locale),
    isCorrected: source.entries.some(isWrittenPlural) && findPluralFault(base.header, locale) !== undefined,
    known,
    obsolete: new Map(base.obsolete.map(old => [getObsoleteKey(old), old])),
    former: findFormerEntries(known, inSource, request.former),
    findPrevious: createPreviousFinder(request),
    edits: [],
    written: new Set(),
    replaced: [],
    anchor: base.header,
    hasPlural: false,
  }
  for (const entry of source.entries) mergeEntry(merge, entry)
  const { written, replaced, hasPlural } = merge
  const all = [...base.entries, ...[...base.repeats.values()].flat()]
  const isGone = new Set(
    all.filter(entry => removed?.has(getKey(entry)) === true && !inSource.has(getKey(entry)) && !written.has(entry)),
  )
  if (merge.isCorrected) {
    for (const twin of all) {
      if (twin.plural === undefined || written.has(twin) || isGone.has(twin)) continue
      updateForms(merge, twin, readMessage(twin, merge.read) ?? '')
    }
  }
  if (merge.isCorrected || (hasPlural && lacksRule(base.header))) setPluralRule(merge, locale)
  // Removals follow the insertions: an insertion at the start of a removal is kept.
  const removals = removeParts(base.text, [...replaced, ...isGone])
  const text = base.bom + splice(base.text, [...merge.edits, ...removals])
  const gone = base.entries.filter(entry => isGone.has(entry))
  return appendBlocks(text, renderGone(merge, gone, request), merge.style)
}

/** Writes the translation of an entry of the source, or withdraws it. */
function mergeEntry(merge: Merge, entry: PoEntry): void {
  const { base, request, known, written, findPrevious } = merge
  const key = getKey(entry)
  const twin = known.get(key)
  const isWithdrawn = request.withdrawn?.has(key) === true
  const value = isWithdrawn ? undefined : request.values.get(key)
  if (twin === undefined) return addEntry(merge, entry, value, isWithdrawn)
  merge.anchor = twin
  const twins = [twin, ...(base.repeats.get(key) ?? [])]
  // An untranslated entry keeps its position and its translator comments.
  if (isWithdrawn) for (const one of twins) updateEntry(merge, entry, one, '')
  if (value === undefined) return
  merge.hasPlural ||= entry.plural !== undefined
  for (const one of twins) {
    updateEntry(merge, entry, one, value, findPrevious(key))
    written.add(one)
  }
}

/** Adds an entry that the file lacks: in place of that of an earlier source, or as a new one. Without a value, it has the text of the entry that it replaces. */
function addEntry(merge: Merge, entry: PoEntry, value: Message | undefined, isWithdrawn: boolean): void {
  const { hasIds, anchor, findPrevious } = merge
  const key = getKey(entry)
  const old = isWithdrawn ? undefined : merge.former.get(key)
  const revived = merge.obsolete.get(key)
  const text =
    value ??
    (old && readMessage(old, merge.read)) ??
    (isWithdrawn || hasIds ? undefined : revived && readObsoleteMessage(revived, merge.read))
  if (text === undefined) return
  merge.hasPlural ||= entry.plural !== undefined
  if (old !== undefined) {
    const kept = hasIds ? (isFuzzy(old) ? {} : undefined) : toPrevious(old)
    replaceEntry(merge, entry, old, text, value === undefined ? kept : findPrevious(key))
    merge.written.add(old)
    merge.anchor = old
    return
  }
  insertEntry(merge, entry, text, { anchor, previous: findPrevious(key), revived, isKept: value === undefined })
  // gettext rejects a file with an entry that is both in use and obsolete.
  if (revived !== undefined) merge.replaced.push(revived)
}

/** Renders the entries that become obsolete: those of the file, then those that only the project has. */
function renderGone(merge: Merge, gone: readonly PoEntry[], { history, values }: WriteRequest): readonly string[] {
  const { base, categories, style } = merge
  const texts = new Map(history?.obsolete)
  const taken = new Set([...base.entries.map(getKey), ...base.obsolete.map(getObsoleteKey), ...values.keys()])
  const ofFile = gone.flatMap(
    entry => toObsolete(base, entry, texts.get(getKey(entry))?.value, categories, style) ?? [],
  )
  const room = Math.max(0, MAX_ENTRIES - base.entries.length - base.obsolete.length - values.size)
  const ofProject = [...texts].filter(([key]) => !taken.has(key)).slice(0, room)
  return [...ofFile, ...ofProject.map(([, text]) => renderObsolete(text, categories, style))]
}

/** The source of an entry, as the previous one of the entry that replaces it. */
const toPrevious = (old: PoEntry): PreviousSource => ({
  source: getSource(old),
  ...(old.context !== undefined && { context: old.context.value }),
})

interface Merge {
  readonly source: PoFile
  readonly base: PoFile
  readonly request: WriteRequest
  readonly hasIds: boolean
  readonly style: PoStyle
  /** The category of each form in `base`, and in the written file. */
  readonly read: readonly string[]
  readonly categories: readonly string[]
  /** Whether the plural rule of `base` is wrong, so that its forms change. */
  readonly isCorrected: boolean
  /** The entries of `base` by key, those that are obsolete, and those of earlier sources by the key of the source that replaces them. */
  readonly known: ReadonlyMap<string, PoEntry>
  readonly obsolete: ReadonlyMap<string, ObsoleteEntry>
  readonly former: ReadonlyMap<string, PoEntry>
  readonly findPrevious: ReturnType<typeof createPreviousFinder>
  readonly edits: Edit[]
  readonly written: Set<PoEntry>
  /** Obsolete entries that are in use again. */
  readonly replaced: ObsoleteEntry[]
  /** The entry of `base` that new ones follow. */
  anchor: PoEntry | undefined
  /** Whether a plural was written. */
  hasPlural: boolean
}

function updateEntry(merge: Merge, entry: PoEntry, twin: PoEntry, value: Message, previous?: PreviousSource): void {
  const { base, source, style, read, categories, edits } = merge
  const isSameKind = entry.plural?.value === twin.plural?.value
  const isForms = merge.isCorrected && twin.plural !== undefined
  const isSame = isSameKind && !isForms && sameMessage(readMessage(twin, read) ?? '', value)
  // A stale text is fuzzy in the file.
  if (isSame && isFuzzy(twin) === (previous !== undefined)) return
  const [above, ids] = splitHead(base, twin)
  const comments = updateComments(above, previous, style)
  if (!isSameKind) {
    // The source became a plural, or stopped being one.
    const [, newIds] = splitHead(source, entry)
    const texts = renderMessage(value, entry.plural !== undefined, categories, style)
    edits.push({ start: twin.start, end: getTextsEnd(twin), text: comments + withEol(newIds, style) + texts })
    return
  }
  if (comments !== above) edits.push({ start: twin.start, end: twin.texts[0].start, text: comments + ids })
  if (!isSame) updateForms(merge, twin, value)
}

/** Replaces the strings of an entry that differ. Surplus forms are kept, except if the plural rule is corrected. */
function updateForms({ categories, style, edits, isCorrected }: Merge, twin: PoEntry, value: Message): void {
  const texts = toFormTexts(value, twin.plural !== undefined, categories)
  const last = getTextsEnd(twin)
  for (const [form, text] of texts.entries()) {
    const field = twin.texts[form]
    const keyword = twin.plural === undefined ? 'msgstr' : `msgstr[${form}]`
    if (field === undefined) {
      edits.push({ start: last, end: last, text: style.eol + renderText(keyword, text, style) })
    } else if (field.value !== text) {
      edits.push({ start: field.start, end: field.end, text: renderText(keyword, text, style) })
    }
  }
  const end = twin.texts[texts.length - 1]?.end
  if (isCorrected && end !== undefined && end < last) edits.push({ start: end, end: last, text: '' })
}

/** Replaces the entry of an earlier source by the current one, in its place. */
function replaceEntry(merge: Merge, entry: PoEntry, old: PoEntry, value: Message, previous?: PreviousSource): void {
  const { source, style, categories, edits } = merge
  const head = renderHead(source, { entry, previous, comments: listTranslatorLines(old) }, style)
  const text = head + renderMessage(value, entry.plural !== undefined, categories, style)
  edits.push({ start: old.start, end: getTextsEnd(old), text })
}

interface Insertion {
  readonly anchor: PoEntry | undefined
  readonly previous: PreviousSource | undefined
  /** The obsolete entry that becomes this one; its comments are kept. */
  readonly revived: ObsoleteEntry | undefined
  /** Whether its translation is kept, too, with its flag. */
  readonly isKept: boolean
}

function insertEntry(merge: Merge, entry: PoEntry, value: Message, insertion: Insertion): void {
  const { source, base, style, categories, edits } = merge
  const { anchor, previous, revived, isKept } = insertion
  const { eol } = style
  const above = revived === undefined ? [] : base.text.slice(revived.start, revived.end).split(/\r?\n/)
  const comments = listTranslatorLines({ comments: above })
  const isMarked = isKept && above.some(line => /^#,.*\bfuzzy\b/.test(line))
  const head = renderHead(source, { entry, previous, isMarked, ...(comments.length > 0 && { comments }) }, style)
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
  edits.unshift({ start, end: start, text: newHeader(all, style) })
}
