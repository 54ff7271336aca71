import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import type { PageRequest } from '../../requests/page-request.ts'
import { getExpirationDay, type TokenDraft } from './draft.ts'

interface DraftFieldsProps {
  readonly request: PageRequest
  readonly draft: TokenDraft
}

/** The hidden fields for creating a token from a draft. */
export function DraftFields({ request, draft }: DraftFieldsProps) {
  const { scopes, ...others } = draft
  const until = getExpirationDay(draft, request.services.now())
  return (
    <>
      <IdempotencyField request={request} />
      {Object.entries({ ...others, until }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {scopes.map(scope => (
        <input key={scope} type="hidden" name="scope" value={scope} />
      ))}
    </>
  )
}
