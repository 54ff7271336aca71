import type { ReviewItem } from '../../store/records/reviews.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { pluralize } from '../pluralize.ts'

type Reason = ReviewItem['reasons'][number]

/** A reason as the viewer may see it: without glossary terms, and without words of users and agents. */
export function redactReason(
  { reason, why }: Reason,
  { seesTerms, isOutsider }: { readonly seesTerms: boolean; readonly isOutsider: boolean },
): Reason {
  const { name, said, ...shown } = why
  return {
    reason,
    why: {
      ...(name !== undefined && (seesTerms || reason !== 'new_term') && { name }),
      ...(said !== undefined && !isOutsider && { said: escapeInvisible(String(said)) }),
      ...shown,
    },
  }
}

/** Says why a translation must be read, in one sentence. */
export function explainReason({ reason, why }: Reason): string {
  const count = Number(why['count'] ?? 0)
  const name = echo(String(why['name'] ?? ''))
  const said = why['said'] === undefined ? '.' : `: ${quote(String(why['said']))}.`
  const kind = why['reason'] === undefined ? '' : ` (${why['reason']})`
  const others = count > 1 ? ` and ${count - 1} more` : ''
  switch (reason) {
    case 'error':
      return `A check found an error: ${name}${others}.${why['said'] === undefined ? '' : ` Its writer says${said}`}`
    case 'requested':
      return `A user requested changes, which nobody made${said}`
    case 'fault':
      return `Another review found a ${why['verdict']} fault${kind}${said}`
    case 'warning':
      return `A check found a problem: ${name}${others}.`
    case 'ignored':
      return `An agent ignored a warning of ${name}${others}${said}`
    case 'replaced_human':
      return "It replaces a user's translation."
    case 'replaced_approved':
      return 'It replaces an approved translation.'
    case 'stale':
      return 'It is stale: its source string or note has changed.'
    case 'new_term':
      return why['name'] === undefined
        ? `Its source has ${pluralize(count, 'glossary term')} newer than the translation before. The scope glossary:read is needed to see which.`
        : `Its source has a glossary term that is newer than the translation before: ${name}${others}.`
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
