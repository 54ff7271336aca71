import { translateFinding } from '../../findings/translate.ts'
import { setPageSecurityHeaders } from '../../layout/send-page.tsx'
import type { Route } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { readString } from '../read-string.ts'
import { describeFindings } from './action-bar.tsx'
import { makeDraft, toMessage } from './draft.ts'
import { readNumber } from './edit-form.tsx'
import { previewDraft, showExamples } from './preview.ts'
import { readDraftFindings } from './read-help.ts'

/** A form with the longest text, percent-encoded: up to 9 bytes for each UTF-16 unit. */
export const MAX_DRAFT_BYTES = 1024 * 1024

/** Checks what a user has typed, as saving would. The editor's script sends its form here, and shows what returns. */
export const checkRoute: Route = {
  path: '/p/:account/:project/strings/:id/check',
  formBytes: MAX_DRAFT_BYTES,
  post: withSession(async request => {
    const { string, translation } = await readString(request, { isBrief: true })
    const draft = translation && makeDraft(request, string, translation)
    const findings =
      draft === undefined || translation === undefined
        ? []
        : await readDraftFindings(request, { string, locale: translation.locale }, toMessage(draft, translation))
    const number = readNumber(request.form.get('n'))
    const preview =
      draft === undefined || translation === undefined || number === undefined
        ? undefined
        : previewDraft(draft, translation.locale, number)
    const names = new Set(draft?.fields.map(({ form }) => form))
    const body = JSON.stringify({
      findings: findings.map(finding => ({
        ...finding,
        ...translateFinding(finding),
        form:
          finding.form !== undefined && names.has(finding.form) ? finding.form : draft?.kind === 'text' ? 'text' : '',
      })),
      status: describeFindings(findings),
      examples: draft === undefined || translation === undefined ? {} : showExamples(draft, translation.locale),
      preview,
    })
    setPageSecurityHeaders(request.response, true)
    const bytes = Buffer.from(body)
    request.response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
  }),
}
