import type { Listed } from './lines.ts'
import { cellOf, type Look } from './looks.ts'
import { LOCALES } from './project.ts'

/** A text that a string no longer shows as it did. */
export interface Loss {
  readonly one: Listed
  readonly what: string
}

/**
 * Compares what a branch shows with what it, or the branch that was merged into it, showed before a push. Strings with one source may exchange their texts,
 * also with new ones: of those, as many have to show one as did, if all did.
 * @param isExcused strings whose place in this push leaves the rules no choice
 */
export function findLosses(
  before: Look,
  after: Look,
  left: readonly Listed[],
  isExcused: (was: Listed, one: Listed) => boolean,
): readonly Loss[] {
  const losses: Loss[] = []
  for (const one of after.strings.values()) {
    const was = before.strings.get(one.id)
    if (was?.sourceId !== one.sourceId) continue
    const isAlike = ({ sourceId }: Listed): boolean => sourceId === one.sourceId
    const [old, now] = [[...before.strings.values()].filter(isAlike), [...after.strings.values()].filter(isAlike)]
    const isAlone = [...old, ...now, ...left.filter(isAlike)].every(({ id }) => id === one.id)
    const pairs = now.flatMap(each => {
      const same = old.find(({ id }) => id === each.id)
      return same === undefined ? [] : [[same, each] as const]
    })
    if (isAlone ? isExcused(was, one) : pairs.some(pair => isExcused(...pair))) continue
    // A group is compared once.
    if (!isAlone && pairs[0]?.[1] !== one) continue
    for (const locale of LOCALES) {
      const what = isAlone
        ? compareOne(before, after, cellOf(one.id, locale))
        : compareGroup({ look: before, strings: old }, { look: after, strings: now }, locale)
      if (what !== undefined) losses.push({ one, what: `${locale}: ${what}` })
    }
  }
  return losses
}

function compareOne(before: Look, after: Look, cell: string): string | undefined {
  const [was, is] = [before.shown.get(cell), after.shown.get(cell)]
  if (was === undefined) return undefined
  const from = `"${was.written.text}"${was.isApproved ? ' (approved)' : ''}`
  if (is === undefined) return `${from} is gone`
  if (was.isApproved && !is.isApproved) return `${from} is not approved any more`
  if (!was.isStale && is.isStale) return `${from} became the stale "${is.written.text}"`
  if (was.isStale === is.isStale && is.written.serial < was.written.serial) {
    return `${from} became the older "${is.written.text}"`
  }
  return undefined
}

interface Group {
  readonly look: Look
  readonly strings: readonly Listed[]
}

function compareGroup(old: Group, now: Group, locale: string): string | undefined {
  const list = ({ look, strings }: Group) =>
    strings.flatMap(({ id }) => {
      const shown = look.shown.get(cellOf(id, locale))
      return shown === undefined || shown.isStale ? [] : [shown]
    })
  const [were, are] = [list(old), list(now)]
  if (were.length < old.strings.length) return undefined
  const wanted = Math.min(were.length, now.strings.length)
  const texts = were.map(({ written }) => written.text).join(' | ')
  if (are.length < wanted) return `${wanted} strings have to show one of "${texts}", and ${are.length} do`
  const approved = are.filter(({ isApproved }) => isApproved).length
  if (were.every(({ isApproved }) => isApproved) && approved < wanted) {
    return `${wanted} strings have to show an approved one of "${texts}", and ${approved} do`
  }
  return undefined
}
