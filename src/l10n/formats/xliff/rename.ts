import { type FormerKeys, findFormerEntries } from '../former-keys.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, setAttribute } from '../xml/edit.ts'
import { findAttribute } from '../xml/tree.ts'
import { parseXliff, type XliffDocument, type XliffUnit } from './document.ts'
import { type KeyedSegments, listSegments, XliffKeys } from './keys.ts'

/** Gives the units whose keys changed in the source their new names and IDs: their states, notes and places stay. */
export function renameUnits(
  base: XliffDocument,
  source: XliffDocument,
  sources: KeyedSegments,
  former: FormerKeys = [],
): XliffDocument {
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
