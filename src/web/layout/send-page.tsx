import { render } from 'preact-render-to-string'
import type { Visit } from '../requests/visit.ts'
import { Layout, type Page } from './document.tsx'
import { setPageSecurityHeaders } from './security-headers.ts'

/** Sends a page with the strictest security headers and without caching. Preact escapes its text. */
export function sendPage(visit: Visit, page: Page): void {
  const { response } = visit
  const html = `<!doctype html>${render(<Layout visit={visit} page={page} />)}`
  const { isStep = false, dropsOpener = !isStep } = page
  setPageSecurityHeaders(response, dropsOpener)
  const bytes = Buffer.from(html)
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}
