import type { ServerResponse } from 'node:http'
import { render } from 'preact-render-to-string'
import { type FailedRequest, FailedRequestContext } from '../components/error-details.tsx'
import { type PageRequest, RequestContext } from '../requests/page-request.ts'
import { Layout, type Page } from './document.tsx'
import type { PageCode } from './page-code.ts'

/** Chromium applies `form-action` to redirects after a form too, so a form leaves the service through an intermediate page (decision 0032). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the security headers of a page; some differ from those of other responses. With `dropsOpener` the page has no access to the window that opened it. */
export function setPageSecurityHeaders(response: ServerResponse, dropsOpener: boolean): void {
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
  response.setHeader('x-frame-options', 'DENY')
  // A page without a referrer would send its forms with Origin: null.
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  if (dropsOpener) response.setHeader('cross-origin-opener-policy', 'same-origin')
}

/** Sends a page with the strictest security headers and without caching. Preact escapes its text. */
export function sendPage(request: PageRequest, page: Page): void {
  const { response } = request
  const layout = (
    <RequestContext.Provider value={request}>
      <FailedRequestContext.Provider value={findFailure(request, page.status ?? 200)}>
        <Layout page={page} />
      </FailedRequestContext.Provider>
    </RequestContext.Provider>
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
