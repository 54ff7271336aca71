import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** The result of axe-core for the document of a page. */
export interface AccessibilityReport {
  /** The number of rules that applied, and passed. */
  readonly passed: number
  /** Each broken rule, with the HTML of the elements that break it. */
  readonly violations: readonly (readonly [rule: string, elements: readonly string[]])[]
}

const require = createRequire(import.meta.url)
// Less than half as long as the source that the package exports: every new document parses it.
const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

// Only asserted fields leave the page, because the whole result is longer than the page itself. Style sheets and media are not loaded
// again: of these rules only the one for audio and video reads them, and no page has any.
const RUN = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { passes, violations } = await axe.run({ runOnly, resultTypes: ['violations'], preload: false })
  return { passed: passes.length, violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) }
})()`

/** Loads axe-core into the document of a page; a navigation removes it. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(`${SOURCE};undefined`)
}

/** Checks the current page by WCAG 2.2 AA and axe-core's best practices. Needs `loadAxe`. */
export const auditAccessibility = (page: Page): Promise<AccessibilityReport> => page.evaluate<AccessibilityReport>(RUN)
