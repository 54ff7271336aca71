import type { FormatName } from './history.ts'
import { type SourceId, toSourceId } from './texts.ts'
import { placeOf, type SourceString, type Tree } from './tree.ts'

/** A string as a branch lists it. */
export interface Listed extends SourceString {
  readonly sourceId: SourceId
  /** The sources whose texts this string may show, its own first. */
  readonly line: readonly SourceId[]
}

/** What was pushed to a branch. */
export interface BranchList {
  readonly listed: readonly Listed[]
  /** Strings that left their place or their source, the newest last. */
  readonly left: readonly Listed[]
}

/**
 * The lists after a call that pushes these files. The line of a string follows what its author meant, and, where the words of the rules let a push see
 * something else, that too: equal sources may be paired in any way.
 */
export function pushList(format: FormatName, before: BranchList, tree: Tree, files: ReadonlySet<string>): BranchList {
  const next = tree.filter(({ file }) => files.has(file))
  const own = new Map(before.listed.map(one => [one.id, one]))
  const isKept = (one: Listed): boolean =>
    next.some(other => placeOf(format, other) === placeOf(format, one) && sourceOf(other) === one.sourceId)
  const leaving = before.listed.filter(one => files.has(one.file) && !isKept(one))
  const isThere = (one: SourceString): boolean =>
    before.listed.some(other => placeOf(format, other) === placeOf(format, one) && other.sourceId === sourceOf(one))
  const arriving = next.filter(one => !isThere(one))

  const findLine = (one: SourceString): readonly SourceId[] => {
    const sourceId = sourceOf(one)
    const lines = [own.get(one.id)?.line ?? []]
    const occupant = leaving.find(({ id, ...other }) => id !== one.id && sameKey(format, { id, ...other }, one))
    if (occupant !== undefined && !isMatchedElsewhere(occupant, leaving, arriving)) lines.push(occupant.line)
    for (const other of before.listed) {
      if (other.sourceId === sourceId && (leaving.includes(other) || other.key === one.key)) lines.push(other.line)
    }
    for (const other of before.left) {
      const isBack = sameKey(format, other, one) && other.line.includes(sourceId)
      if (other.sourceId === sourceId || isBack) lines.push(other.line)
    }
    return [...new Set([sourceId, ...lines.flat()])]
  }

  const pushed = next.map(one => ({ ...one, sourceId: sourceOf(one), line: findLine(one) }))
  const ids = new Set(pushed.map(({ id }) => id))
  return {
    listed: [...before.listed.filter(({ file }) => !files.has(file)).filter(one => !ids.has(one.id)), ...pushed],
    left: [...before.left, ...leaving],
  }
}

const sourceOf = ({ source, context }: SourceString): SourceId => toSourceId(source, context)

const sameKey = (format: FormatName, one: SourceString, other: SourceString): boolean =>
  placeOf(format, one) === placeOf(format, other)

/** Whether the push has its source at another place: then its texts go there, and the string that replaces it is another one. */
function isMatchedElsewhere(one: Listed, leaving: readonly Listed[], arriving: readonly SourceString[]): boolean {
  const gone = leaving.filter(({ sourceId }) => sourceId === one.sourceId).length
  return arriving.filter(other => sourceOf(other) === one.sourceId).length >= gone
}
