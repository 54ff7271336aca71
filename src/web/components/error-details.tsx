import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

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
      Code: <code>{failed.code}</code> · Request ID: <code>{failed.requestId}</code>
    </p>
  )
}
