import { render } from 'preact-render-to-string'
import { type FailedRequest, FailedRequestContext } from '../components/error-details.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { Layout, type Page } from './document.tsx'
import type { PageCode } from './page-code.ts'
import { setPageSecurityHeaders } from './security-headers.ts'

/** Sends a page with the strictest security headers and without caching. Preact escapes its text. */
export function sendPage(request: PageRequest, page: Page): void {
  const { response } = request
  const layout = (
    <FailedRequestContext.Provider value={findFailure(request, page.status ?? 200)}>
      <Layout request={request} page={page} />
    </FailedRequestContext.Provider>
  )
  const html = `<!doctype html>${render(layout)}`
  const { isStep = false, dropsOpener = !isStep } = page
  setPageSecurityHeaders(response, dropsOpener)
  const bytes = Buffer.from(html)
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}

/** The codes of pages whose error has none of its own. */
const STATUS_CODES: Readonly<Record<number, PageCode>> = {
  400: 'invalid_input',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  502: 'unavailable',
}

/** The error of a page; its code is in the log, too. */
function findFailure({ errorCode, noteError, requestId }: PageRequest, status: number): FailedRequest | undefined {
  if (status < 400) return undefined
  const code = errorCode() ?? STATUS_CODES[status] ?? 'internal_error'
  noteError(code)
  return { code, requestId }
}
