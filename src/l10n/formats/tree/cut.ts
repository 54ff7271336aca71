import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import type { Member, TreeNode } from './node.ts'
import { entriesIn, type ListShape, type MapShape, type Shape } from './outline.ts'

/** Members next to each other that leave a map, and their neighbors. */
export interface Run {
  readonly before: Member | undefined
  readonly first: Member
  readonly last: Member
  readonly next: Member | undefined
}

export function listRuns(members: readonly Member[], gone: ReadonlySet<Member>): readonly Run[] {
  const runs: Run[] = []
  for (const [at, member] of members.entries()) {
    if (!gone.has(member)) continue
    const next = members[at + 1]
    const open = runs.at(-1)
    if (open?.next === member) runs[runs.length - 1] = { ...open, last: member, next }
    else runs.push({ before: members[at - 1], first: member, last: member, next })
  }
  return runs
}

/** The end of a member, whose value can be missing. */
export const getEnd = ({ value, lead }: Pick<Member, 'value' | 'lead'>): number => Math.max(value.end, lead)

/** Removes members from a map in brackets, with their commas. */
export const cutInline = ({ before, first, last, next }: Run): Edit =>
  before === undefined
    ? { start: first.keyStart, end: next?.keyStart ?? getEnd(last), text: '' }
    : { start: getEnd(before), end: getEnd(last), text: '' }

/** Removes whole lines. Of the blank lines on both sides, one side stays. */
export function cutLines(text: string, start: number, end: number): Edit {
  const before = start < 2 ? start : text.lastIndexOf('\n', start - 2) + 1
  const isBlankBefore = before < start && text.slice(before, start).trim() === ''
  const isBlankAfter = text.slice(end, startOfNext(text, end)).trim() === ''
  return { start: isBlankBefore && isBlankAfter ? before : start, end, text: '' }
}

/** Returns the start of the line after an offset; the length of the text if there is none. */
export function startOfNext(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

/** Inserts lines at the start of a line, or at the end of a file that lacks its last line break. */
export function insertLines(text: string, at: number, lines: string, eol: string): Edit {
  const isOpen = at === text.length && !text.endsWith('\n')
  return { start: at, end: at, text: isOpen ? eol + lines.slice(0, -eol.length) : lines }
}

/** Decide which entries leave a target file. */
export interface FileRules {
  readonly isRemoved: (key: string) => boolean
  /** Whether the translation was withdrawn. A list goes with any of its strings. */
  readonly isWithdrawn: (key: string) => boolean
}

export interface RemovalRules extends FileRules {
  /** Whether other parts of the file refer to a value. */
  isNeeded(node: TreeNode): boolean
}

export const NO_KEYS: ReadonlySet<string> = new Set()

/** The rules of a request, for a target file whose source has the entries of `source`. */
export function createRemovalRules(
  { removed = NO_KEYS, withdrawn = NO_KEYS }: Pick<WriteRequest, 'removed' | 'withdrawn'>,
  source: MapShape,
): Omit<RemovalRules, 'isNeeded'> {
  const current = new Set(entriesIn(source).map(({ key }) => key))
  const isWithdrawn = (key: string): boolean => withdrawn.has(key)
  return { isWithdrawn, isRemoved: key => isWithdrawn(key) || (removed.has(key) && !current.has(key)) }
}

type Removal =
  | { readonly kind: 'members'; readonly map: MapShape; readonly gone: ReadonlySet<Member> }
  | { readonly kind: 'items'; readonly list: ListShape /** Elements that stay. */; readonly kept: number }

/** Finds the parts to remove, from the outside in. Sections that become empty go, too, except for the root. */
export function findRemovals(root: MapShape, rules: RemovalRules): Removal[] {
  const outcomes = new Map<Shape, Outcome>()
  look(root, rules, outcomes)
  const removals: Removal[] = []
  const visit = (shape: Shape): void => {
    if (shape.kind === 'map') {
      const gone = new Set(
        shape.members.flatMap(({ member, shape: of }) => (outcomes.get(of)?.isGone === true ? [member] : [])),
      )
      if (gone.size > 0) removals.push({ kind: 'members', map: shape, gone })
      for (const { member, shape: of } of shape.members) if (!gone.has(member)) visit(of)
    } else if (shape.kind === 'list') {
      let kept = shape.items.length
      for (; kept > 0; kept -= 1) {
        const last = shape.items[kept - 1]
        if (last === undefined || outcomes.get(last)?.isGone !== true) break
      }
      if (kept < shape.items.length) removals.push({ kind: 'items', list: shape, kept })
      // An element before others stays with its strings: without it, they would have other names.
      for (const item of shape.items.slice(0, kept)) if (outcomes.get(item)?.isGone !== true) visit(item)
    }
  }
  visit(root)
  return removals
}

interface Outcome {
  readonly isGone: boolean
  readonly isWithdrawn: boolean
}

const STAYS: Outcome = { isGone: false, isWithdrawn: false }

function look(shape: Shape, rules: RemovalRules, outcomes: Map<Shape, Outcome>): Outcome {
  const outcome = toOutcome(shape, rules, outcomes)
  const decided = outcome.isGone && rules.isNeeded(shape.node) ? { ...outcome, isGone: false } : outcome
  outcomes.set(shape, decided)
  return decided
}

function toOutcome(shape: Shape, rules: RemovalRules, outcomes: Map<Shape, Outcome>): Outcome {
  if (shape.kind === 'other') return STAYS
  if (shape.kind === 'text' || shape.kind === 'plural') {
    return { isGone: rules.isRemoved(shape.key), isWithdrawn: rules.isWithdrawn(shape.key) }
  }
  const below = shape.kind === 'map' ? shape.members.map(({ shape: of }) => of) : shape.items
  const parts = below.map(part => look(part, rules, outcomes))
  const isWithdrawn = parts.some(part => part.isWithdrawn)
  const areAllGone = parts.length > 0 && parts.every(part => part.isGone)
  return { isGone: areAllGone || (shape.kind === 'list' && isWithdrawn), isWithdrawn }
}
