import { beforeAll, expect, it } from 'vitest'
import { loginLink, openJar } from './jar.ts'
import { openReview } from './reviews/scene.ts'
import { useOneTestApp } from './scene.ts'
import { findLatinWords } from './stray-words.ts'

const testApp = useOneTestApp()
beforeAll(async () => {
  await testApp.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
  const scene = await openReview(testApp, 'acme/app', { count: 5 })
  await scene.decide({ verdicts: [{ n: 1, verdict: 'major', reason: 'term', comment: 'Not our word' }] })
})

/** Names of products, protocols, formats and programs. */
const NAMES = `Dragoman API OpenAPI JSON Lines MCP REST OAuth UTC CSV URL HTTP HTML XML BBCode Markdown ICU Fluent Java MessageFormat Vue BCP CI IP POST Streamable
  Claude Code Codex Cursor VS Start stdio Mozilla X Linux Jar JavaScript PIN Chrome Edge Firefox Safari`
/** Handles, locales, keys, names and examples of this test. */
const DATA = `ada bob ana acme app website de en fr pt-BR Deutsch DE AT Jänner Konto Benutzerkonto Zoe a c locales json deploy
  invoice invoices Release https example org hooks http localhost mcp api openapi dragoman create token
  billing trial started nowhere e x nav audit Translate into German`
const ALLOWED = new Set(`${NAMES} ${DATA}`.split(/\s+/))

/** Pages with the same parameters have the same words. */
const toShape = (path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const place = pathname.replace(/(strings|changes|review|runs|tokens|accounts)\/(?!new|import)[^/]+/g, '$1/:id')
  return `${place}?${[...new Set(searchParams.keys())].sort().join('&')}`
}

/** The words of a user who may see all pages, by the page on which each stands first. */
async function readWords(): Promise<{
  readonly pages: readonly string[]
  readonly stray: Readonly<Record<string, string>>
}> {
  const jar = openJar(testApp.url)
  await jar.get(await loginLink(testApp, 'bob', { operator: true }))
  jar.cookies.set('dragoman_language', 'ar')
  const shapes = new Set<string>()
  const pages: string[] = []
  const stray: Record<string, string> = {}
  const waiting = ['/', '/nowhere', '/p/acme/nowhere', '/p/acme/app/strings/e99']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (shapes.has(toShape(path))) continue
    shapes.add(toShape(path))
    const { text, headers } = await jar.get(path)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    pages.push(path)
    for (const word of findLatinWords(text)) if (!ALLOWED.has(word)) stray[word] ??= path
    const links = [...text.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    waiting.push(...links.filter(href => !href.startsWith('/api/') && href.split('&').length <= 2))
  }
  return { pages, stray }
}

it('the pages in Arabic show no English words', async () => {
  const { pages, stray } = await readWords()
  expect(stray).toEqual({})
  for (const path of ['/operator', '/account/audit', '/p/acme/app', '/p/acme/app/settings'])
    expect(pages).toContain(path)
  expect(pages.filter(path => path.includes('/review/')).length).toBeGreaterThan(1)
})
