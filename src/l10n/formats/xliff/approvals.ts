import type { WrittenState } from '../format.ts'
import type { XliffDocument, XliffSegment } from './document.ts'
import { readContent } from './inline.ts'
import { readState } from './states.ts'
import { readTranslation } from './values.ts'

/**
 * Returns a function that finds an approval of a target file for a translation that takes the place of another one: the same text of the same source string. An
 * approval of a file says nothing about the project, and moves with its text.
 * @param source the source file
 */
export function createApprovalFinder(
  base: XliffDocument,
  source: XliffDocument,
): (value: string, model: XliffSegment | undefined) => WrittenState | undefined {
  let approved: ReadonlySet<string> | undefined
  const toPair = ({ xml }: XliffDocument, segment: XliffSegment, value: string): string =>
    `${readContent(xml, segment.source)}\0${value}`
  const list = (): ReadonlySet<string> => {
    const segments = base.units.flatMap(unit => unit.segments)
    const own = segments.filter(segment => readState(segment, base.version) === 'approved')
    return new Set(own.map(segment => toPair(base, segment, readTranslation(base, segment))))
  }
  return (value, model) => {
    approved ??= list()
    return approved.size > 0 && model !== undefined && approved.has(toPair(source, model, value))
      ? 'approved'
      : undefined
  }
}
