import { hasText, type RevertedText, revertText, withUnrefusedState } from '../../l10n/translation/revert.ts'
import type { ReviewRequest, Revision } from '../../l10n/translation/translation.ts'
import type { Computation } from '../../workers/computation.ts'
import type { Batch } from '../translations/batch.ts'
import { type CheckRules, type TextToCheck, toRecheckRequest } from '../translations/check-rules.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import { TextHistory } from '../translations/text-history.ts'

/** Withdraws a text of a translation for a reviewer: restores the last text for the same source that nobody refused, or none. */
export async function withdrawText(
  translation: Translation,
  entry: Entry,
  text: TextVersion,
  request: ReviewRequest,
  checking: Checking,
  batch: Batch,
): Promise<RevertedText> {
  const { src } = text
  const past = new TextHistory(translation.id, src, batch.tx)
  const found = await past.beforeText(text, request)
  const to = found && (await withUnrefusedState(past, found))
  return restoreText(translation, entry, { src, to, request }, checking, batch)
}

interface Checking {
  readonly rules: CheckRules
  readonly computed: Computation
}

/** The revision to restore for a source; without a text in it, the translation loses its text. */
interface RestoreTarget {
  readonly src: string
  readonly to: Revision | undefined
}

interface Restoration extends RestoreTarget {
  /** The reviewer's request from now on. */
  readonly request: ReviewRequest | undefined
}

/** Finds the restored text, which must be checked again. */
export const findRestoredText = (entry: Entry, { src, to }: RestoreTarget): TextToCheck | undefined =>
  hasText(to) ? { entry, line: { src }, value: to.value } : undefined

/** Restores the text of a revision, checked again; see `revertText`. */
export async function restoreText(
  translation: Translation,
  entry: Entry,
  target: Restoration,
  { rules, computed }: Checking,
  batch: Pick<Batch, 'at' | 'origin'>,
): Promise<RevertedText> {
  const restored = findRestoredText(entry, target)
  const findings = restored === undefined ? [] : (await computed.check(toRecheckRequest(restored, rules))).findings
  return revertText(translation, entry, target, findings, target.request, batch)
}
