import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import type { Visit } from '../../requests/visit.ts'
import { getExpirationDay, type TokenDraft } from './draft.ts'

interface DraftFieldsProps {
  readonly visit: Visit
  readonly draft: TokenDraft
}

/** The hidden fields for creating a token from a draft. */
export function DraftFields({ visit, draft }: DraftFieldsProps) {
  const { scopes, ...others } = draft
  const until = getExpirationDay(draft, visit.services.now())
  return (
    <>
      <IdempotencyField visit={visit} />
      {Object.entries({ ...others, until }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {scopes.map(scope => (
        <input key={scope} type="hidden" name="scope" value={scope} />
      ))}
    </>
  )
}
