import { render } from 'preact-render-to-string'
import type { Visit } from '../requests/visit.ts'
import { Layout, type Page } from './document.tsx'

/** Answers with a page under the strictest policy. Preact escapes its text; no cache keeps it. */
export function sendPage(visit: Visit, page: Page): void {
  const { response } = visit
  const html = `<!doctype html>${render(<Layout visit={visit} page={page} />)}`
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
  response.setHeader('x-frame-options', 'DENY')
  // A form of a page without a referrer is sent with Origin: null.
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  const { isStep = false, dropsOpener = !isStep } = page
  if (dropsOpener) response.setHeader('cross-origin-opener-policy', 'same-origin')
  const bytes = Buffer.from(html)
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}

/** Chromium holds every redirect after a form to `form-action` as well: a form leads out of the service by a page that goes on by itself (decision 0032). */
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
