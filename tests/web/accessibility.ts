import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** The result of axe-core for the document of a page. */
export interface AccessibilityReport {
  /** The number of rules that applied, and passed. */
  readonly passed: number
  /** Each broken rule, with the HTML of the elements that break it. */
  readonly violations: readonly (readonly [rule: string, elements: readonly string[]])[]
}

const require = createRequire(import.meta.url)
// Less than half as long as the source that the package exports.
const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const PATH = '/axe.js'
/** The ports of the servers that serve axe-core beside their own pages. */
const serving = new Set<string>()

// Only asserted fields leave the page, because the whole result is longer than the page itself. Style sheets and media are not loaded
// again: of these rules only the one for audio and video reads them, and no page has any.
const RUN = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { passes, violations } = await axe.run({ runOnly, resultTypes: ['violations'], preload: false })
  return { passed: passes.length, violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) }
})()`

const LOAD = `new Promise((done, fail) => {
  const script = document.createElement('script')
  script.src = '${PATH}'
  script.onerror = () => fail(new Error('axe-core was not loaded'))
  script.onload = () => {
    script.remove()
    done()
  }
  document.head.append(script)
})`

/** Serves axe-core from the origin of this server's pages, without its handlers: a browser compiles such a script once, and another one for each document. */
export function serveAxe(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request, response) => {
    if (request.url !== PATH) {
      for (const handle of handlers) handle.call(server, request, response)
      return
    }
    response.setHeader('content-type', 'text/javascript; charset=utf-8')
    response.setHeader('cache-control', 'max-age=86400')
    response.end(SOURCE)
  })
  serving.add(String((server.address() as AddressInfo).port))
}

/** Loads axe-core into the document of a page; a navigation removes it. */
export async function loadAxe(page: Page): Promise<void> {
  const isServed = serving.has(new URL(page.url()).port)
  await page.evaluate(isServed ? LOAD : `${SOURCE};undefined`)
}

/** Checks the current page by WCAG 2.2 AA and axe-core's best practices. Needs `loadAxe`. */
export const auditAccessibility = (page: Page): Promise<AccessibilityReport> => page.evaluate<AccessibilityReport>(RUN)
