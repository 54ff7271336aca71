import type { PageRequest } from '../../requests/page-request.ts'
import type { StringView, TranslationView } from '../read-string.ts'
import type { ActionFailure } from '../refusals.ts'

/** The data of a card of the page. */
export interface CardProps {
  readonly request: PageRequest
  readonly string: StringView
  readonly translation: TranslationView
  /** The last action, if it failed. */
  readonly failure: ActionFailure | undefined
}
