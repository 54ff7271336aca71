import { z } from 'zod'
import { escapeInvisible } from '../../text/escape.ts'
import type { StringAction } from './actions.ts'

/** A refused item, as the tools return it. */
export const RefusedItem = z.object({
  code: z.string(),
  why: z.string().default(''),
  suggestion: z.string().optional(),
  findings: z.array(z.object({ message: z.string().optional(), fix: z.string().optional() })).optional(),
  fix: z.string().optional(),
})

export type RefusedItem = z.output<typeof RefusedItem>

/** Why an action did nothing. */
export interface ActionFailure {
  readonly action: StringAction
  readonly status: number
  readonly title: string
  readonly message: string
  readonly fix?: string | undefined
  /** The field to change; undefined if no other value would help. */
  readonly field?: string | undefined
  /** Each error of the text. */
  readonly faults?: readonly string[] | undefined
  /** Whether somebody else changed the string since the page was loaded. */
  readonly isOutdated?: boolean
}

const OUTDATED: Readonly<Record<string, readonly [why: string, fix: string]>> = {
  rev_required: [
    'The translation changed after you opened this page.',
    'Read the current translation. If yours is better, save it again.',
  ],
  source_changed: [
    'The source string changed after you opened this page.',
    'Read the current source string. Change your translation if needed, and save it again.',
  ],
  unknown_suggestion: ['This suggestion no longer exists.', 'Another user may have decided about it.'],
  no_text: ['The translation no longer exists.', 'Another user may have rejected or reverted it.'],
  stale: ['The translation is outdated: its source string or note changed.', 'Read both, then try again.'],
  locked: ['The translation is locked.', 'Unlock it first.'],
}

/** The revision that a decision, not a new text, was about. */
const REVIEW_FIX = 'Read the current translation, then decide again.'

/** Describes a refused item for the user of the page: the tools' own fixes name tools. */
export function describeRefusal(
  { code, why, fix, findings }: RefusedItem,
  { action, title, field }: { readonly action: StringAction; readonly title: string; readonly field: string },
): ActionFailure {
  const base = { action, title, status: 409 }
  const outdated = OUTDATED[code]
  if (outdated !== undefined) {
    const [message, remedy] = outdated
    const isDecision = action !== 'save' && ['rev_required', 'source_changed'].includes(code)
    return { ...base, message, fix: isDecision ? REVIEW_FIX : remedy, isOutdated: true }
  }
  const message = escapeInvisible(why)
  if (code === 'changes_requested') return { ...base, status: 400, field, message, fix: 'Change the translation.' }
  if (action === 'save' && code === 'invalid') {
    const faults = (findings ?? []).flatMap(one =>
      one.message === undefined ? [] : [escapeInvisible(`${one.message} ${one.fix ?? ''}`.trim())],
    )
    const single = faults.length === 0 && fix !== undefined && { fix: escapeInvisible(fix) }
    return { ...base, status: 400, field, message, ...single, ...(faults.length > 0 && { faults }) }
  }
  return { ...base, message, ...(code === 'invalid' && { fix: 'Edit the translation.' }) }
}
