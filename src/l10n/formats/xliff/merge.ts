import { withEol } from '../eol.ts'
import type { WriteRequest } from '../format.ts'
import { findFormerEntries } from '../former-keys.ts'
import { type Edit, splice } from '../splice.ts'
import { applyEdits, removeRange, replaceContent, setAttribute } from '../xml/edit.ts'
import { findAttribute, type XmlElement } from '../xml/tree.ts'
import { parseXliff, type XliffDocument, type XliffSegment, type XliffUnit } from './document.ts'
import { readContent, renderLike } from './inline.ts'
import { createForeignRemover, createNoteRemover, Insertions, setLanguage, spellLanguage } from './insert.ts'
import { type KeyedSegments, listSegments, XliffKeys } from './keys.ts'
import { detectStateStyle, readLevel } from './states.ts'
import { removeTranslation, setTranslation, type Translated, type Writing } from './translation.ts'
import { createApprovalFinder, createSourceComparer, createSourceReader, readTranslation } from './values.ts'

/** Writes translations into a target file: see `Format.write`. */
export function mergeXliff(given: XliffDocument, { source, sibling, request }: NewFile): string {
  const sources = listSegments(source, new XliffKeys(source))
  const merge: Merge = { source, sources, request }
  const base = removeUnits(renameUnits(given, merge), merge)
  const keys = new XliffKeys(base, source)
  const style = detectStateStyle([base, sibling, source])
  const writing: Writing = { document: base, source, hasStates: request.states !== undefined, style, locale: undefined }
  const segments = listSegments(base, keys)
  // What was removed from the file is not in `base`.
  const findApproval = createApprovalFinder(given, source)
  const { inserted, replaced } = insertUnits(writing, segments, request, findApproval)
  const edits = [...inserted]
  const readSource = createSourceReader(source)
  const compare = createSourceComparer(base, source)
  for (const [key, found] of segments) {
    const value = request.values.get(key)
    const model = sources.get(key)?.[0]
    for (const segment of found) {
      if (replaced.has(segment.unit)) continue
      if (typeof value === 'string') {
        const isChanged = readTranslation(base, segment) !== value
        const isStale = request.stale?.has(key) === true
        // It says itself that it is of another source.
        const isKept = request.unfinished?.has(key) === true && !isStale
        if (!isChanged && isKept && model !== undefined && compare(segment, model) === 'other') continue
        const state = request.states?.get(key) ?? (isChanged ? findApproval(value, model) : undefined)
        const changes = setTranslation(writing, segment, { value, state }, model)
        const isMarked = state === 'needs_review' && changes.length > 0
        // A unit that stays the same keeps its source, too.
        if (isChanged || isMarked || isStale) edits.push(...updateSource(writing, segment, model, readSource))
        edits.push(...changes)
      } else if (request.withdrawn?.has(key) === true) {
        edits.push(...updateSource(writing, segment, model, readSource), ...removeTranslation(writing, segment))
      } else if (readTranslation(base, segment) === '') {
        edits.push(...updateSource(writing, segment, model, readSource, findCopies(base, segment)))
      }
    }
  }
  return applyEdits(base.xml, edits)
}

interface Merge {
  readonly source: XliffDocument
  readonly sources: KeyedSegments
  readonly request: WriteRequest
}

/** Gives the units whose keys changed in the source their new names and IDs: their states, notes and places stay. */
function renameUnits(base: XliffDocument, { source, sources, request: { former = [] } }: Merge): XliffDocument {
  if (former.length === 0) return base
  const keys = new XliffKeys(base, source)
  const ids = new Set(base.units.map(({ id }) => id))
  const sourceIds = new Set(source.units.map(({ id }) => id))
  const edits: Edit[] = []
  for (const [key, [segment, ...others]] of findFormerEntries(listSegments(base, keys), sources, former)) {
    const model = sources.get(key)?.[0].unit
    const { unit } = segment
    if (model === undefined || others.length > 0 || unit.segments.length > 1) continue
    // Numbers can count the units of each file, so that an ID stands for another unit.
    const isOwnId = unit.name === undefined || (!sourceIds.has(unit.id) && !ids.has(model.id))
    const renamed = { ...unit, id: isOwnId ? model.id : unit.id, name: unit.name && model.name }
    if (keys.ofUnit(renamed) === key) edits.push(...renameUnit(base, unit, renamed))
  }
  return edits.length === 0 ? base : parseXliff(applyEdits(base.xml, edits))
}

function renameUnit({ xml, version }: XliffDocument, { element }: XliffUnit, { id, name }: XliffUnit): Edit[] {
  const names = [['id', id] as const, [version === 1 ? 'resname' : 'name', name] as const]
  return names.flatMap(([attribute, value]) =>
    value === undefined || findAttribute(element, attribute) === undefined
      ? []
      : [setAttribute(xml, element, attribute, value)],
  )
}

function removeUnits(base: XliffDocument, { source, sources, request: { removed, values } }: Merge): XliffDocument {
  if (removed === undefined || removed.size === 0) return base
  const keys = new XliffKeys(base, source)
  const isRemoved = (segment: XliffSegment): boolean => {
    const key = keys.ofSegment(segment)
    return removed.has(key) && !sources.has(key) && !values.has(key)
  }
  const edits: Edit[] = []
  for (const unit of base.units) {
    if (!unit.isTranslatable) continue
    const gone = unit.segments.filter(segment => isRemoved(segment)).map(({ element }) => element)
    const ranges = gone.length === unit.segments.length && gone.length > 0 ? [unit.element] : gone
    edits.push(...ranges.map(({ start, end }) => removeRange(base.xml, start, end)))
  }
  return edits.length === 0 ? base : parseXliff(applyEdits(base.xml, edits))
}

/** Inserts the units that the target file lacks, and replaces those whose segments are others than in the source. */
function insertUnits(
  writing: Writing,
  segments: KeyedSegments,
  request: WriteRequest,
  findApproval: ReturnType<typeof createApprovalFinder>,
): { readonly inserted: readonly Edit[]; readonly replaced: ReadonlySet<XliffUnit> } {
  const { document: base, source } = writing
  const { values, states, locale } = request
  const keys = new XliffKeys(base, source)
  const sourceKeys = new XliffKeys(source)
  const known = new Map(base.units.map(unit => [keys.ofUnit(unit), unit] as const))
  const insertions = new Insertions(writing, locale)
  const replaced = new Set<XliffUnit>()
  for (const unit of source.units) {
    const found = known.get(sourceKeys.ofUnit(unit))
    const texts = new Map<XliffSegment, Translated>()
    let isComplete = true
    for (const segment of unit.isTranslatable ? unit.segments : []) {
      const key = sourceKeys.ofSegment(segment)
      const value = values.get(key)
      const own = segments.get(key)?.[0]
      if (typeof value === 'string') {
        texts.set(segment, { value, state: states?.get(key) ?? findApproval(value, segment) })
        isComplete &&= own !== undefined
      } else if (own !== undefined) texts.set(segment, readTranslated(base, own))
    }
    if (isComplete || (found !== undefined && replaced.has(found))) {
      if (found !== undefined) insertions.pass(unit, found)
    } else if (found === undefined) insertions.insert(unit, sourceKeys.ofUnit(unit), texts)
    else {
      replaced.add(found)
      insertions.replace(found, unit, texts)
    }
  }
  return { inserted: insertions.finish(), replaced }
}

function readTranslated(document: XliffDocument, segment: XliffSegment): Translated {
  const level = readLevel(segment, document.version)
  const isUnfinished = level === 'untranslated' || level === 'needs_review'
  return { value: readTranslation(document, segment), state: isUnfinished ? 'needs_review' : undefined }
}

/** Finds the target of a segment without a translation that repeats the source. */
const findCopies = ({ xml }: XliffDocument, { target }: XliffSegment): readonly XmlElement[] =>
  target !== undefined && readContent(xml, target) !== '' ? [target] : []

/**
 * Updates the source of a segment that has changed in the source file, and its copies. A file can repeat the source string or its key there: in Symfony's files,
 * a unit with a `resname` has the string.
 */
function updateSource(
  { document, source }: Writing,
  segment: XliffSegment,
  model: XliffSegment | undefined,
  readSource: (segment: XliffSegment) => string,
  copies: readonly XmlElement[] = [],
): Edit[] {
  if (model === undefined) return []
  const current = readContent(document.xml, segment.source)
  const value = readSource(model)
  if (current === readContent(source.xml, model.source) || current === value) return []
  const { contentStart, contentEnd } = model.source
  const raw = withEol(source.xml.text.slice(contentStart, contentEnd), source.xml.eol, document.xml.eol)
  const isNamed = segment.unit.name !== undefined && model.unit.name === undefined
  const text = isNamed ? renderLike(segment.source, value, new Map(), document.xml) : raw
  return [segment.source, ...copies].map(element => replaceContent(document.xml, element, text))
}

interface NewFile {
  readonly source: XliffDocument
  readonly sibling: XliffDocument | undefined
  readonly request: WriteRequest
}

/**
 * Creates a target file: the source file with its target locale and the translations. Units without a translation have no target. Line endings and byte order
 * mark are those of the sibling. No other translation of the source file is copied. Notes and places in the program are left out if the sibling has none.
 */
export function newXliff({ source, sibling, request }: NewFile): string {
  const { xml, version, files } = source
  const tag = spellLanguage(request.locale, [sibling, source])
  const edits = (version === 2 ? [xml.root] : files).map(element => setLanguage(source, element, tag))
  const style = detectStateStyle([sibling, source])
  const writing: Writing = { document: source, source, hasStates: true, style, locale: tag }
  for (const [key, segments] of listSegments(source, new XliffKeys(source))) {
    const value = request.values.get(key)
    for (const segment of segments) {
      if (typeof value === 'string')
        edits.push(...setTranslation(writing, segment, { value, state: request.states?.get(key) }, segment))
      else edits.push(...removeTranslation(writing, segment))
    }
  }
  const removeNotes = createNoteRemover(source, sibling)
  for (const unit of source.units) edits.push(...removeNotes(unit))
  edits.push(...createForeignRemover(source)(source.xml.root))
  const text = splice(source.xml.text, edits)
  if (sibling === undefined) return source.xml.bom + text
  return sibling.xml.bom + withEol(text, source.xml.eol, sibling.xml.eol)
}
