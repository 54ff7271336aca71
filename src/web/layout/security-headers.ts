import type { ServerResponse } from 'node:http'

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
