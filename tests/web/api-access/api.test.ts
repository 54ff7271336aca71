import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { useAda } from '../scene.ts'

const scene = useAda()

/** The navigation links with this name, and which of them is the current page. */
function navigation(text: string, label: string) {
  const [, inner = ''] = new RegExp(`<nav[^>]* aria-label="${label}"[^>]*>(.*?)</nav>`, 's').exec(text) ?? []
  const links = [...inner.matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)</g)]
  return {
    links: links.map(([, href, , name]) => [name, href]),
    current: links.filter(([, , attributes]) => attributes?.includes('aria-current')).map(([, , , name]) => name),
  }
}

const SECTION = [
  ['Overview', '/account/api'],
  ['Account tokens', '/account/tokens'],
  ['Connected apps', '/account/apps'],
  ['OpenAPI spec (JSON)', '/api/openapi.json'],
]

describe('the API section', () => {
  it('is in the navigation of every page of a signed-in user', async () => {
    verifies('5.7.creation')
    for (const path of ['/', '/account', '/account/audit', '/account/api']) {
      expect(navigation((await scene.ada.get(path)).text, 'Main').links).toContainEqual(['API', '/account/api'])
    }
  })

  it.each([
    ['/account/api', 'Overview'],
    ['/account/tokens', 'Account tokens'],
    ['/account/tokens/new', 'Account tokens'],
    ['/account/apps', 'Connected apps'],
  ])('has its parent pages above: %s', async (path, current) => {
    const { status, text } = await scene.ada.get(path)
    expect(status).toBe(200)
    expect(navigation(text, 'API')).toEqual({ links: SECTION, current: [current] })
    expect(navigation(text, 'Main').current).toEqual(['API'])
    expect(text).toMatch(/<main id="content"><div class="frame"><p class="section-title">API<\/p><nav class="sections"/)
    expect(text.match(/<h1/g)).toHaveLength(1)
  })

  it('is above no other page', async () => {
    for (const path of ['/', '/account', '/account/organizations']) {
      expect(navigation((await scene.ada.get(path)).text, 'API').links).toEqual([])
    }
  })

  it('shows the addresses of MCP and REST to copy, and links tokens and apps', async () => {
    const { text } = await scene.ada.get('/account/api')
    const { baseUrl } = scene.testApp.services
    for (const path of ['/mcp', '/api', '/api/openapi.json']) expect(text).toContain(`>${baseUrl}${path}</pre>`)
    for (const [, href] of SECTION.slice(1)) expect(text.split('<main')[1]).toContain(`<a href="${href}">`)
  })
})
