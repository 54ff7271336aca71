import type { WrittenState } from '../format.ts'
import { getAttribute, type XmlElement } from '../xml/tree.ts'
import type { XliffDocument, XliffSegment } from './document.ts'

/** How far a translation is, as its file says. */
export type Level = 'untranslated' | 'needs_review' | 'translated' | 'reviewed' | 'approved'

/** Qualifiers of XLIFF 1.2 that, without a state, mark a suggestion. */
const SUGGESTED = /^(?:fuzzy-match|leveraged-mt|(?:mt|tm)-suggestion|rejected-.*)$/

/** Returns the element that has the state of a segment: the target of XLIFF 1.2, the segment of XLIFF 2. */
export const getStateHolder = ({ element, target }: XliffSegment, version: 1 | 2): XmlElement | undefined =>
  version === 1 ? target : element

/** Returns how far a translation is; undefined if the file does not say. */
export function readLevel(segment: XliffSegment, version: 1 | 2): Level | undefined {
  const holder = getStateHolder(segment, version)
  const state = holder && getAttribute(holder, 'state')
  if (holder === undefined) return undefined
  if (state !== undefined) return toLevel(state)
  const qualifier = version === 1 ? getAttribute(holder, 'state-qualifier') : undefined
  return qualifier !== undefined && SUGGESTED.test(qualifier) ? 'needs_review' : undefined
}

function toLevel(state: string): Level | undefined {
  if (state === 'new' || state === 'needs-translation' || state === 'initial') return 'untranslated'
  if (state.startsWith('needs-')) return 'needs_review'
  if (state === 'final' || state === 'signed-off') return 'approved'
  return state === 'translated' || state === 'reviewed' ? state : undefined
}

/** Returns the state of a translation in its file; undefined if that is finished, or if the file does not say. */
export function readState(segment: XliffSegment, version: 1 | 2): WrittenState | undefined {
  const level = readLevel(segment, version)
  if (level === 'untranslated' || level === 'needs_review') return 'needs_review'
  return level === 'approved' || getAttribute(segment.element, 'approved') === 'yes' ? 'approved' : undefined
}

export interface StateStyle {
  /** Whether finished translations have a state. */
  readonly marksFinished: boolean
  /** Whether units have the attribute `approved` of XLIFF 1.2. */
  readonly marksApproved: boolean
}

export function detectStateStyle(documents: readonly (XliffDocument | undefined)[]): StateStyle {
  let marksFinished = false
  let marksApproved = false
  for (const document of documents) {
    for (const { element, segments } of document?.units ?? []) {
      marksApproved ||= document?.version === 1 && getAttribute(element, 'approved') !== undefined
      marksFinished ||= segments.some(segment => {
        const level = segment.target && readLevel(segment, document?.version ?? 1)
        return level === 'translated' || level === 'reviewed' || level === 'approved'
      })
      if (marksFinished && marksApproved) return { marksFinished, marksApproved }
    }
  }
  return { marksFinished, marksApproved }
}

/** A translation that is written, and what its file says of it. */
export interface StateChange {
  readonly wanted: WrittenState | undefined
  readonly level: Level | undefined
  readonly isChanged: boolean
  readonly version: 1 | 2
}

/** Returns the state to write for a translation; undefined if the file's own is right, or if it needs none. */
export function chooseState(change: StateChange, { marksFinished }: StateStyle): string | undefined {
  const { wanted, level, isChanged, version } = change
  if (wanted === 'needs_review') {
    if (level === 'needs_review') return undefined
    if (version === 2) return level === 'untranslated' ? undefined : 'initial'
    return level === 'untranslated' && !isChanged ? undefined : 'needs-review-translation'
  }
  if (level === undefined && !marksFinished) return undefined
  if (wanted === 'approved') return level === 'approved' ? undefined : 'final'
  // A changed text is no longer reviewed.
  const isRight = level === 'translated' || (!isChanged && (level === 'reviewed' || level === 'approved'))
  return isRight ? undefined : 'translated'
}

/** Returns the value of the attribute `approved` to write; undefined if the unit's own is right, or if it needs none. */
export function chooseApproved(
  { wanted, isChanged }: Pick<StateChange, 'wanted' | 'isChanged'>,
  own: string | undefined,
  { marksApproved }: StateStyle,
): 'yes' | 'no' | undefined {
  if (wanted === 'approved') return own === 'yes' || !marksApproved ? undefined : 'yes'
  return own === 'yes' && (isChanged || wanted === 'needs_review') ? 'no' : undefined
}
