import type { Target } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import { withVoice } from '../../l10n/translation/change.ts'
import { createIgnore } from '../../l10n/translation/findings.ts'
import { judgeVoice } from '../../l10n/translation/judge.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import { findOpenRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { withMainView } from '../../l10n/translation/state.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import type { Computation } from '../../workers/computation.ts'
import { assertMayOverrideProtection, assertUser } from '../authority/protected-translations.ts'
import { findApprovalFault } from '../decisions/text-actions.ts'
import { mayReadTerms, redactFindings } from '../glossary/redact-findings.ts'
import type { WriteContext } from '../pipeline/call.ts'
import type { Batch } from '../translations/batch.ts'
import { checkAndCarryOver } from '../translations/carry-over.ts'
import type { CheckRules } from '../translations/check-rules.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import { loadVoiceStamp } from '../voice/stamps.ts'

/** Annotations of a translation other than a comment. */
export interface Annotation {
  readonly ignore?: { readonly finding: string; readonly reason: string } | undefined
  readonly unignore?: string | undefined
  readonly dismiss_stale?: true | undefined
  readonly lock?: boolean | undefined
}

export interface AnnotationContext {
  readonly translation: Translation
  readonly entry: Entry
  /** The source string on the branch. */
  readonly line: SourceLine
  readonly rules: CheckRules
  readonly computed: Computation
  readonly caller: Pick<WriteContext, 'principal' | 'read'>
  readonly target: Target
  readonly page: string
}

export type AppliedAnnotation =
  | 'ignored'
  | 'unignored'
  | 'staleness_dismissed'
  | 'voice_confirmed'
  | 'locked'
  | 'unlocked'

export interface AnnotationResult {
  readonly after: Translation
  readonly done: readonly AppliedAnnotation[]
  /** Why the others changed nothing, in sentences. */
  readonly notDone: readonly string[]
}

/** Applies annotations to a translation; returns which of them changed something. @throws AppError with every fault. */
export async function applyAnnotation(
  notes: Annotation,
  noting: AnnotationContext,
  batch: Batch,
): Promise<AnnotationResult> {
  const { origin, at, project } = batch
  const { translation, entry, line, caller, target, page } = noting
  const { text, stale } = shownText(translation, line)
  const faults = findFaults(notes, text, stale)
  if (faults.length > 0) throw new AppError('invalid_input', faults.map(({ why }) => why).join(' '), joinFixes(faults))
  const voice = await loadVoiceStamp(translation.locale, batch)
  const dismissed = notes.dismiss_stale && findDismissed(noting, text, voice)
  const acts = listOverrides(dismissed, { translation, text, origin }, project.settings)
  assertUser(caller, listUserActs(notes, { translation, line }, text, batch), page)
  await assertMayOverrideProtection(caller, target, acts, page)
  const done: AppliedAnnotation[] = []
  const notDone: string[] = []
  let after = text === undefined ? translation : withIgnores(notes, translation, text, { origin, at })
  if (notes.ignore !== undefined) done.push('ignored')
  if (notes.unignore !== undefined && after !== translation) done.push('unignored')
  if (dismissed === 'staleness' && text !== undefined) {
    const carried = await checkAndCarryOver(
      { ...noting, translation: after, text },
      confirmedState(noting, text, batch),
      at,
    )
    if ('errors' in carried) throw unfitError(redactFindings(carried.errors, await mayReadTerms(target, caller)))
    after = carried.after
    done.push('staleness_dismissed')
  } else if (dismissed === 'voice') {
    after = withVoice(after, line.src, voice)
    done.push('voice_confirmed')
  } else if (notes.dismiss_stale) notDone.push(NOT_STALE)
  if (notes.lock === translation.locked)
    notDone.push(`The translation is already ${notes.lock ? 'locked' : 'unlocked'}.`)
  else if (notes.lock !== undefined) {
    after = { ...after, locked: notes.lock }
    done.push(notes.lock ? 'locked' : 'unlocked')
  }
  return { after: after === translation ? translation : withMainView(after, entry, at), done, notDone }
}

const NOT_STALE = 'The translation is not stale, and its voice is not an earlier one, so there is nothing to confirm.'

interface Fault {
  readonly why: string
  readonly fix: string
}

const joinFixes = (faults: readonly Fault[]) => ({ fix: faults.map(({ fix }) => fix).join(' ') })

function findFaults(
  { ignore, unignore, dismiss_stale }: Annotation,
  text: TextVersion | undefined,
  stale: boolean,
): Fault[] {
  const faults: Fault[] = []
  const known = [...new Set(text?.findings.map(({ id }) => id))]
  if (ignore !== undefined && !known.includes(ignore.finding)) {
    const why = `The translation has no finding ${JSON.stringify(ignore.finding.slice(0, 60))} to ignore.`
    faults.push({ why, fix: known.length === 0 ? 'It has no findings.' : `Its findings are ${known.join(', ')}.` })
  }
  if (ignore !== undefined && stale) {
    const why = 'The translation is stale: its findings are of an earlier source, so none of them can be ignored.'
    faults.push({ why, fix: 'Send a translation of the present source, or dismiss_stale first.' })
  }
  if (ignore !== undefined && ignore.finding === unignore) {
    faults.push({ why: 'The same finding is in ignore and unignore.', fix: 'Give one of them.' })
  }
  const ignored = (text?.ignores ?? []).map(({ finding }) => finding)
  if (unignore !== undefined && !ignored.includes(unignore)) {
    const why = `Finding ${JSON.stringify(unignore.slice(0, 60))} in unignore is not ignored.`
    faults.push({ why, fix: ignored.length === 0 ? 'Remove unignore.' : `Ignored findings: ${ignored.join(', ')}.` })
  }
  if (dismiss_stale && text === undefined) {
    faults.push({
      why: 'dismiss_stale needs a translation, and there is none yet.',
      fix: 'Translate it with submit_translations.',
    })
  }
  return faults
}

/** The annotations that only users may make. */
function listUserActs(
  notes: Annotation,
  { translation, line }: Pick<AnnotationContext, 'translation' | 'line'>,
  text: TextVersion | undefined,
  { origin, project: { settings } }: Pick<Batch, 'origin' | 'project'>,
): string[] {
  const isError = (finding: string | undefined) =>
    text?.findings.some(({ id, level }) => id === finding && level === 'error') === true
  const acts: string[] = []
  if (isError(notes.ignore?.finding)) acts.push('Ignoring an error')
  // A translation whose error counts again can be replaced by agents.
  if (isError(notes.unignore)) acts.push('No longer ignoring an error')
  if (notes.lock === false && translation.locked) acts.push('Unlocking a translation')
  // A locked translation is no work, so nobody would answer the request.
  const locks = notes.lock === true && !translation.locked
  if (locks && findOpenRequest(translation, line) !== undefined) {
    acts.push('Locking a translation with an open request')
  } else if (
    locks &&
    (settings.approve === 'people' || (settings.four_eyes && text?.origin.user_id === origin.user_id))
  ) {
    // A lock is as strong as an approval: nobody replaces the text.
    acts.push('Locking a translation that only users may approve')
  }
  return acts
}

/** The state of a text that is confirmed: an agent's word is no review, and an approval of another source is none of this one. */
function confirmedState(
  { translation, line }: Pick<AnnotationContext, 'translation' | 'line'>,
  text: TextVersion,
  { origin, project: { settings } }: Pick<Batch, 'origin' | 'project'>,
): TextVersion['state'] {
  if (origin.kind !== 'human' && settings.review === 'required') return 'needs_review'
  const isOther = text.state === 'approved' && text.src !== line.src
  const mayApprove = findApprovalFault({ translation, line, settings, origin }, text) === undefined
  return isOther && !mayApprove ? 'translated' : text.state
}

/** What `dismiss_stale` ends: the staleness of a text, or else its earlier voice. */
function findDismissed(
  { translation, entry, line }: AnnotationContext,
  text: TextVersion | undefined,
  voice: string,
): 'staleness' | 'voice' | undefined {
  if (staleReason(translation, entry, line) !== undefined) return 'staleness'
  return isOutdatedVoice(text, voice) ? 'voice' : undefined
}

/** The annotations that users may make, and agents with `project:admin`. */
function listOverrides(
  dismissed: ReturnType<typeof findDismissed>,
  {
    translation,
    text,
    origin,
  }: Pick<AnnotationContext, 'translation'> & { text: TextVersion | undefined } & Pick<Batch, 'origin'>,
  policy: Batch['project']['settings'],
): string[] {
  if (text === undefined || dismissed === undefined) return []
  const isKept =
    dismissed === 'staleness'
      ? translation.locked || isProtected(text)
      : judgeVoice({ translation, rev: undefined, origin }, text, policy) !== 'confirmed'
  return isKept ? [OVERRIDES[dismissed]] : []
}

const OVERRIDES = {
  staleness: 'Dismissing the staleness of a protected translation',
  voice: 'Confirming the voice of a protected translation',
} as const

function withIgnores(
  { ignore, unignore }: Annotation,
  translation: Translation,
  text: TextVersion,
  { origin, at }: Pick<Batch, 'origin' | 'at'>,
): Translation {
  if (ignore === undefined && unignore === undefined) return translation
  const { ignores: before = [], ...rest } = text
  const kept = before.filter(({ finding }) => finding !== unignore && finding !== ignore?.finding)
  const ignores = [...kept, ...(ignore === undefined ? [] : [createIgnore(ignore, text.findings, origin, at)])]
  const noted = { ...rest, ...(ignores.length > 0 && { ignores }) }
  return { ...translation, texts: translation.texts.map(one => (one === text ? noted : one)) }
}

function unfitError(errors: readonly Pick<Finding, 'message'>[]): AppError {
  const why = errors.map(({ message }) => message).join(' ')
  return new AppError('conflict', `dismiss_stale: the translation does not fit the current source string. ${why}`, {
    fix: 'Send a corrected translation with submit_translations.',
  })
}
