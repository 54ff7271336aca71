import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { rich } from '../i18n/t.ts'

/** The names by which the log has a failed request. */
export interface FailedRequest {
  readonly code: string
  readonly requestId: string
}

/** The request of a page that answers with an error; absent on other pages. */
export const FailedRequestContext = createContext<FailedRequest | undefined>(undefined)

/** The error code and the request ID of the page, to search the log for; nothing on pages without an error. */
export function ErrorDetails() {
  const failed = useContext(FailedRequestContext)
  if (failed === undefined) return null
  return (
    <p class="hint">
      {rich('layout.error.details', {
        code: failed.code,
        id: failed.requestId,
        mono: text => <code>{text}</code>,
      })}
    </p>
  )
}
