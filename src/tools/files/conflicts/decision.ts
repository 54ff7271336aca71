import type { SourceLine } from '../../../l10n/translation/translation.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { Origin, Settings } from '../../../store/records/localization.ts'
import { findProtectionFault, isOwnSuggestion } from '../../decisions/suggestion-actions.ts'
import { stringLink } from '../../page-links.ts'
import { pluralize } from '../../pluralize.ts'
import type { Translation } from '../../translations/records.ts'

/** A text that a file and the project have differently. */
export interface OpenConflict {
  readonly translation: Translation
  /** Source hash on the branch. */
  readonly line: SourceLine
  readonly suggestion: Translation['suggestions'][number]
  /** Whether the file's text has an error, so that it cannot be accepted. Undefined if it was not checked. */
  readonly hasError?: boolean
}

interface Decider {
  readonly origin: Origin
  readonly settings: Frozen<Settings>
  /** Whether the caller may write to the project at all. */
  readonly mayWrite: boolean
}

/**
 * What a caller can do about a conflict. The text of the file becomes the project's by `accept`, on the page (`user`), after the translation is unlocked, or after
 * its error is corrected.
 */
export interface DecisionWays {
  readonly take: 'accept' | 'user' | 'unlock' | 'correct' | undefined
  readonly reject: boolean
}

/** Returns what `review_translations` allows the caller to do about a conflict. */
export function findWays(
  { translation, line, suggestion, hasError }: OpenConflict,
  { origin, settings, mayWrite }: Decider,
): DecisionWays {
  if (!mayWrite) return { take: undefined, reject: false }
  const isFree = findProtectionFault({ translation, line, origin, settings }) === undefined
  const reject = isFree || isOwnSuggestion(suggestion, origin)
  if (translation.locked) return { take: 'unlock', reject }
  if (hasError === true) return { take: 'correct', reject }
  return { take: isFree ? 'accept' : 'user', reject }
}

/** The first of the conflicts that an answer is about. */
interface NamedConflict {
  readonly count: number
  /** The short ID of the entry. */
  readonly id: string
  readonly key: string
  readonly locale: string
  /** ID of the suggestion; undefined in a dry run. */
  readonly suggestion?: string | undefined
}

interface DecisionPlace {
  readonly baseUrl: string
  /** `acme/app`. */
  readonly project: string
  /** Undefined for the main branch. */
  readonly branch: string | undefined
  /** See `formatBranchSuffix`. */
  readonly at: string
}

/** Describes what to do about conflicts, by the example of the first one. */
export function describeDecision(
  { count, id, key, locale, suggestion }: NamedConflict,
  ways: DecisionWays,
  { baseUrl, project, branch, at }: DecisionPlace,
): string {
  const name = `${JSON.stringify(key)} (${locale})`
  const first = count === 1 ? `Decide the conflict of ${name} first` : `Decide ${pluralize(count, 'conflict')} first`
  const until = 'until then, a pull keeps the text of the file if its hash is in have'
  const page = stringLink(baseUrl, { project, id, locale, branch })
  const call = `review_translations with locale ${locale}${at}, id ${id}, suggestion ${suggestion ?? ''}`
  if (suggestion === undefined) return `${first}: ${until}.`
  const example = count === 1 ? '' : `For ${name}: `
  if (ways.take === 'accept') {
    return `${first}; ${until}. ${example}${call} and action accept takes the text of the file, reject the project's.`
  }
  if (ways.reject) {
    return `${first}; ${until}. ${example}${call} and action reject takes the project's text. ${describeTaking(ways.take, page)}`
  }
  return `${first}; ${until}. ${example}A user decides on ${page}.`
}

/** Says how the text of the file becomes the project's, where `accept` is refused. */
function describeTaking(take: DecisionWays['take'], page: string): string {
  switch (take) {
    case 'unlock':
      return `To take the file's, a user unlocks the translation on ${page}, and saves it there.`
    case 'correct':
      return "The file's has an error: correct it in the file, and push that again."
    case 'accept':
    case 'user':
    case undefined:
      return `Only a user can take the file's, on ${page}.`
  }
}
