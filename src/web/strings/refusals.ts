import { z } from 'zod'
import { escapeInvisible } from '../../text/escape.ts'
import { translateFinding } from '../findings/translate.ts'
import { t } from '../i18n/t.ts'
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
  /** Whether message and fix are those of a tool, which is English. */
  readonly isFromTool?: boolean | undefined
  /** Each error of the text. */
  readonly faults?: readonly TextFault[] | undefined
  /** Whether somebody else changed the string since the page was loaded. */
  readonly isOutdated?: boolean
  /** Whether somebody else saved a newer translation. */
  readonly isNewer?: boolean
}

/** An error of a text, in the language of the page if that is known. */
interface TextFault {
  readonly text: string
  readonly isEnglish: boolean
}

/** Refusals because of what others did meanwhile. Each has a message and a fix. */
const OUTDATED = ['rev_required', 'source_changed', 'unknown_suggestion', 'no_text', 'stale', 'locked'] as const

/** Describes a refused item for the user of the page: the tools' own fixes name tools. */
export function describeRefusal(
  { code, why, fix, findings }: RefusedItem,
  { action, title, field }: { readonly action: StringAction; readonly title: string; readonly field: string },
): ActionFailure {
  const base = { action, title, status: 409 }
  const isSaving = action === 'save'
  const outdated = OUTDATED.find(one => one === code)
  if (outdated !== undefined) {
    // The revision that a decision, not a new text, was about.
    const isDecision = !isSaving && (outdated === 'rev_required' || outdated === 'source_changed')
    const remedy = t(isDecision ? 'strings.outdated.decide_again' : `strings.outdated.${outdated}_fix`)
    const isNewer = isSaving && outdated === 'rev_required'
    return { ...base, message: t(`strings.outdated.${outdated}`), fix: remedy, isOutdated: true, isNewer }
  }
  const message = escapeInvisible(why)
  if (code === 'changes_requested') {
    return { ...base, status: 400, field, message, isFromTool: true, fix: t('strings.outdated.change') }
  }
  if (isSaving && code === 'invalid') {
    const faults = (findings ?? []).flatMap(one => (one.message === undefined ? [] : [toFault(one.message, one.fix)]))
    // A single error is the reason itself.
    const all = faults.length === 0 ? [toFault(why, fix)] : faults
    return { ...base, status: 400, field, message: t('strings.failed.faults', { count: all.length }), faults: all }
  }
  return { ...base, message, isFromTool: true, ...(code === 'invalid' && { fix: t('strings.outdated.edit') }) }
}

function toFault(why: string, remedy: string | undefined): TextFault {
  const { message, fix, isEnglish } = translateFinding({
    message: escapeInvisible(why),
    fix: remedy && escapeInvisible(remedy),
  })
  return { text: `${message} ${fix ?? ''}`.trim(), isEnglish }
}
