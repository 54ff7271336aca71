import { withText } from './change.ts'
import { hasError } from './findings.ts'
import type { Entry, TextVersion, Translation } from './translation.ts'

/**
 * Carries a stale text over to the current source and note, unchanged and by the same writer, unless it has an error there.
 * @param findings of the text, checked against the current source
 * @returns the translation, or the errors
 */
export function carryOver<F extends TextVersion['findings'][number]>(
  {
    translation,
    entry,
    src,
    text: { value, origin },
  }: {
    readonly translation: Translation
    readonly entry: Entry
    /** Hash of the branch's source string. */
    readonly src: string
    readonly text: TextVersion
  },
  findings: readonly F[],
  state: TextVersion['state'],
  at: string,
): { readonly after: Translation } | { readonly errors: readonly F[] } {
  const after = withText(translation, entry, { src, value, state, origin, findings }, at)
  return hasError(after, { findings }) ? { errors: findings.filter(({ level }) => level === 'error') } : { after }
}
