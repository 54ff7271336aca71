import { withCurrentNote } from './change.ts'
import { hasError } from './findings.ts'
import { isRefusedBy, moveRequest } from './refusals.ts'
import { withOtherRequest } from './request.ts'
import type { Entry, TextVersion, Translation } from './translation.ts'

/**
 * Carries a stale text over to the current source and note, unchanged and by the same writer, unless it has an error there. It gets the present voice.
 * A request to change it follows it, unless the main branch still has the earlier source.
 * @param findings of the text, checked against the current source
 * @returns the translation, or the errors
 */
export function carryOver<F extends TextVersion['findings'][number]>(
  {
    translation,
    entry,
    src,
    text: { src: of, value, origin, ignores },
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
  const carried = { src, value, state, origin, findings, ...(of === src && ignores !== undefined && { ignores }) }
  const { request } = translation
  const follows = request !== undefined && isRefusedBy(request, { src: of, value }) && entry.src !== of
  // The earlier source can return.
  const moved = follows
    ? withOtherRequest({ ...translation, request: moveRequest(request, src) }, request)
    : translation
  const after = withCurrentNote(moved, entry, carried, at)
  return hasError(carried) ? { errors: findings.filter(({ level }) => level === 'error') } : { after }
}
