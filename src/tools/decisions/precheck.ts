import type { z } from 'zod'
import { findOwnRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { CheckRequest } from '../../workers/computation.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { matchLocale } from '../projects/locales.ts'
import { BranchView } from '../translations/branch-view.ts'
import { CheckRulesReader, type TextToCheck, toRecheckRequest } from '../translations/check-rules.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { TextHistory } from '../translations/text-history.ts'
import type { ReviewItem } from './apply-review.ts'
import { findSuggestion } from './suggestion-actions.ts'
import { findRestoredText } from './withdraw-text.ts'

type Item = z.output<typeof ReviewItem>

/** Checks the translation that each item would produce, before the transaction that applies the review. */
export async function precheckReview(
  { items, locale: given }: { readonly items: readonly Item[]; readonly locale?: string | undefined },
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  { read, computed }: ReadDeps,
): Promise<void> {
  const checker = new CheckRulesReader(project, branch, read, computed)
  const view = new BranchView(project, branch, { read, computed })
  const pace = computed.pace()
  const questions: CheckRequest[] = []
  const entries = await new EntryFinder(project, branch, read).findAll(items)
  for (const [at, item] of items.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const found = entries[at]
    if (found === undefined || 'code' in found) continue
    const tag = item.locale ?? given
    const locale = tag === undefined ? undefined : matchLocale(project, tag)
    if (locale === undefined) continue
    const { entry, line } = found
    const translation = await view.getTranslation(entry, locale, line)
    const brought = await findResultingText(item, { translation, entry, line }, read)
    if (brought !== undefined) questions.push(toRecheckRequest(brought, await checker.getRules(entry, locale)))
  }
  await computed.checkAll(questions)
}

/** The translation that an item would produce, with its source; undefined if none. */
async function findResultingText(
  { action, suggestion, stale }: Item,
  { translation, entry, line }: { readonly translation: Translation; readonly entry: Entry; readonly line: SourceLine },
  read: Reader,
): Promise<TextToCheck | undefined> {
  const { text } = shownText(translation, line)
  switch (action) {
    case 'approve': {
      const isCarried = stale === true && staleReason(translation, entry, line) !== undefined
      return isCarried && text !== undefined ? { entry, line, value: text.value } : undefined
    }
    case 'accept': {
      const found = findSuggestion(translation, suggestion)
      return 'code' in found ? undefined : { entry, line, value: found.value }
    }
    case 'reject': {
      if (text === undefined || suggestion !== undefined) return undefined
      const to = await new TextHistory(translation.id, text.src, read).beforeText(
        text,
        findOwnRequest(translation, text.src),
      )
      return findRestoredText(entry, { src: text.src, to })
    }
    case 'request_changes':
      return undefined
  }
}
