import { render } from 'preact-render-to-string'
import type { Visit } from '../requests/visit.ts'
import { Layout, type Page } from './document.tsx'
import { setPageSecurityHeaders } from './security-headers.ts'

/** Answers with a page under the strictest policy. Preact escapes its text; no cache keeps it. */
export function sendPage(visit: Visit, page: Page): void {
  const { response } = visit
  const html = `<!doctype html>${render(<Layout visit={visit} page={page} />)}`
  const { isStep = false, dropsOpener = !isStep } = page
  setPageSecurityHeaders(response, dropsOpener)
  const bytes = Buffer.from(html)
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}
