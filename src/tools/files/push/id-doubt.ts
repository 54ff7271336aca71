import { quote } from '../../../text/quote.ts'
import type { FilePlan } from './file-plan.ts'

type Read = Pick<FilePlan, 'path' | 'format' | 'options' | 'isNamedFormat'>

/** Whether a gettext file may have IDs in its `msgid`, or texts, other than it was read. */
export const mayMistakeIds = ({ format, options, isNamedFormat }: Read): boolean =>
  !isNamedFormat && options['ids'] !== undefined && options['ids'] !== 'mark' && format.startsWith('po')

/** A sentence about a gettext file whose `msgid` may be IDs. */
export function describeIdDoubt(plan: Read): string | undefined {
  if (!mayMistakeIds(plan)) return undefined
  const path = quote(plan.path)
  return plan.format === 'po'
    ? `The msgid of ${path} look like IDs. If the msgstr of the source locale are the texts, push that catalog with format: po-monolingual.`
    : `The msgid of ${path} are read as IDs, and its msgstr as the source. If the msgid are the texts, push it again with format: po.`
}
