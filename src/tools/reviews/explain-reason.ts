import type { ReviewItem } from '../../store/records/reviews.ts'
import { echo } from '../../text/escape.ts'
import { pluralize } from '../pluralize.ts'

type Reason = ReviewItem['reasons'][number]

/** Says why a translation must be read, in one sentence. */
export function explainReason({ reason, why }: Reason): string {
  const count = Number(why['count'] ?? 0)
  const name = echo(String(why['name'] ?? ''))
  const others = count > 1 ? ` and ${count - 1} more` : ''
  switch (reason) {
    case 'error':
      return `A check found an error: ${name}${others}.`
    case 'warning':
      return `A check found a problem: ${name}${others}.`
    case 'replaced_human':
      return "It replaces a user's translation."
    case 'replaced_approved':
      return 'It replaces an approved translation.'
    case 'stale':
      return 'It is stale: its source string or note has changed.'
    case 'new_term':
      return `Its source has a glossary term that is newer than the translation before: ${name}${others}.`
    case 'locked_neighbor':
      return `A string beside it is locked: ${name}${others}.`
    case 'plural':
      return `It has ${pluralize(count, 'plural form')}.`
    case 'short':
      return `It is much shorter than its source: ${why['target']} to ${why['source']} characters.`
    case 'long':
      return `It is much longer than its source: ${why['target']} to ${why['source']} characters.`
    case 'markup':
      return `It has ${pluralize(count, 'tag')}.`
    case 'placeholders':
      return `It has ${pluralize(count, 'placeholder')}.`
    case 'first_in_file':
      return 'It is the first one of its file in this locale.'
  }
}
