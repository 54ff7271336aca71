import type { Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, removeRange, replaceContent } from '../xml/edit.ts'
import { parseXliff, type XliffDocument, type XliffSegment, type XliffUnit } from './document.ts'
import { withEol } from './eol.ts'
import { readContent, renderLike } from './inline.ts'
import { Insertions } from './insert.ts'
import { createUnitKeys, type KeyedSegments, listSegments, toSegmentKey } from './keys.ts'
import { detectStateStyle } from './states.ts'
import { removeTranslation, setTranslation, type Writing } from './translation.ts'
import { createSourceReader, readTranslation } from './values.ts'

export interface Merging {
  readonly source: XliffDocument
  readonly base: XliffDocument
  readonly sibling: XliffDocument | undefined
  readonly request: WriteRequest
}

/** Writes translations into a target file: see `Format.write`. */
export function mergeXliff({ source, base: given, sibling, request }: Merging): string {
  const sources = listSegments(source, createUnitKeys(source))
  const base = removeUnits(given, source, sources, request)
  const keys = createUnitKeys(base, source)
  const style = detectStateStyle([base, sibling, source])
  const writing: Writing = { document: base, source, states: request.states, style, locale: undefined }
  const segments = listSegments(base, keys)
  const { inserted, replaced } = insertUnits({ writing, segments, request })
  const edits = [...inserted]
  const readSource = createSourceReader(source)
  for (const [key, found] of segments) {
    const value = request.values.get(key)
    const model = sources.get(key)?.[0]
    for (const segment of found) {
      if (replaced.has(segment.unit)) continue
      if (typeof value === 'string') {
        edits.push(
          ...updateSource(writing, segment, model, readSource),
          ...setTranslation(writing, segment, key, value, model),
        )
      } else if (request.withdrawn?.has(key) === true) edits.push(...removeTranslation(writing, segment))
    }
  }
  return applyEdits(base.xml, edits)
}

/** Removes the units and segments that left the source. */
function removeUnits(
  base: XliffDocument,
  source: XliffDocument,
  sources: KeyedSegments,
  { removed, values }: WriteRequest,
): XliffDocument {
  if (removed === undefined || removed.size === 0) return base
  const keys = createUnitKeys(base, source)
  const isRemoved = (unit: XliffUnit, segment: XliffSegment): boolean => {
    const key = toSegmentKey(keys(unit), segment)
    return removed.has(key) && !sources.has(key) && !values.has(key)
  }
  const edits: Edit[] = []
  for (const unit of base.units) {
    if (!unit.isTranslatable) continue
    const gone = unit.segments.filter(segment => isRemoved(unit, segment)).map(({ element }) => element)
    const ranges = gone.length === unit.segments.length && gone.length > 0 ? [unit.element] : gone
    edits.push(...ranges.map(({ start, end }) => removeRange(base.xml, start, end)))
  }
  return edits.length === 0 ? base : parseXliff(applyEdits(base.xml, edits))
}

interface Insertion {
  readonly writing: Writing
  readonly segments: KeyedSegments
  readonly request: WriteRequest
}

/** Inserts the units that the target file lacks, and replaces those whose segments are others than in the source. */
function insertUnits({ writing, segments, request: { values, locale } }: Insertion): {
  readonly inserted: readonly Edit[]
  readonly replaced: ReadonlySet<XliffUnit>
} {
  const { document: base, source } = writing
  const keys = createUnitKeys(base, source)
  const sourceKeys = createUnitKeys(source)
  const known = new Map(base.units.map(unit => [keys(unit), unit] as const))
  const insertions = new Insertions(writing, locale)
  const replaced = new Set<XliffUnit>()
  for (const unit of source.units) {
    const unitKey = sourceKeys(unit)
    const found = known.get(unitKey)
    const wanted = unit.isTranslatable ? unit.segments.map(segment => toSegmentKey(unitKey, segment)) : []
    const isComplete = wanted.every(key => segments.has(key) || typeof values.get(key) !== 'string')
    if (isComplete || (found !== undefined && replaced.has(found))) {
      if (found !== undefined) insertions.pass(unit, found)
      continue
    }
    const texts = new Map<string, Message>(values)
    for (const key of wanted) {
      const kept = segments.get(key)?.[0]
      const text = kept === undefined || texts.has(key) ? '' : readTranslation(base, kept)
      if (text !== '') texts.set(key, text)
    }
    if (found === undefined) insertions.insert(unit, unitKey, texts)
    else {
      replaced.add(found)
      insertions.replace(found, unit, unitKey, texts)
    }
  }
  return { inserted: insertions.finish(), replaced }
}

/**
 * Updates the source of a segment that has changed in the source file. A file can repeat the source string or its key there: in Symfony's files, a unit with a
 * `resname` has the string.
 */
function updateSource(
  { document, source }: Writing,
  segment: XliffSegment,
  model: XliffSegment | undefined,
  readSource: (segment: XliffSegment) => string,
): Edit[] {
  if (model === undefined) return []
  const current = readContent(document.xml, segment.source)
  const value = readSource(model)
  if (current === readContent(source.xml, model.source) || current === value) return []
  const { contentStart, contentEnd } = model.source
  const raw = withEol(source.xml.text.slice(contentStart, contentEnd), source.xml.eol, document.xml.eol)
  const isNamed = segment.unit.name !== undefined && model.unit.name === undefined
  const text = isNamed ? renderLike(segment.source, value, new Map(), document.xml) : raw
  return [replaceContent(document.xml, segment.source, text)]
}
