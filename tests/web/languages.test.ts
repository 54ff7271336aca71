import { readFileSync } from 'node:fs'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { SCOPE_DESCRIPTIONS } from '../../src/auth/policy/scope-groups.ts'
import { ToolText } from '../../src/web/components/tool-text.tsx'
import { formatDuration } from '../../src/web/format/duration.ts'
import { formatElapsed } from '../../src/web/format/elapsed.ts'
import { scopeSentence } from '../../src/web/format/scope-sentence.ts'
import { withLanguage } from '../../src/web/i18n/current.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const messages = JSON.parse(readFileSync('locales/en.json', 'utf8')) as {
  readonly scopes: { readonly sentences: Readonly<Record<string, string>> }
}

describe('messages', () => {
  it('describe each scope in the words of the scope table', () => {
    const expected = Object.entries(SCOPE_DESCRIPTIONS).map(([scope, text]) => [scope.replace(':', '_'), text])
    expect(messages.scopes.sentences).toEqual(Object.fromEntries(expected))
    expect(scopeSentence('voice:admin')).toBe(SCOPE_DESCRIPTIONS['voice:admin'])
  })

  it.each([
    [86_400_000, '1 day'],
    [30 * 86_400_000, '30 days'],
    [3_600_000, '1 hour'],
    [90_000, '90 seconds'],
  ])('format the duration %i as %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words)
  })

  it.each([
    [59_999, '59 s'],
    [125_000, '2 min 5 s'],
    [3_660_000, '1 h 1 min'],
    [90_000_000, '1 d 1 h'],
  ])('format the elapsed time %i as %s', (ms, words) => {
    expect(formatElapsed(ms)).toBe(words)
  })
})

const show = (isFromTool?: boolean): string => render(h(ToolText, { isFromTool, children: 'Not found.' }))

it('a text of a tool is marked as English on pages of other languages', () => {
  expect(show()).toBe('Not found.')
  expect(withLanguage('ar', show)).toBe('<span lang="en" dir="ltr">Not found.</span>')
  expect(withLanguage('ar', () => show(false))).toBe('Not found.')
})

describe('a page in another language', () => {
  const jar = useJar(useFreshTestApp(), 'ada')

  const german = { headers: { 'accept-language': 'de' } }

  it.each([
    ['/nowhere', '/nowhere gibt es nicht.'],
    ['/p/ada/nowhere', 'Das Projekt ada/nowhere gibt es nicht, oder du darfst es nicht sehen.'],
  ])('says that %s does not exist', async (path, message) => {
    const { status, text } = await jar.get(path, german)
    expect(status).toBe(404)
    expect(text).toContain(`<p>${message}</p><p>Prüfe die Adresse.</p>`)
    expect(text).not.toContain('<span lang="en"')
  })

  it('shows the error of a page without a mark', async () => {
    const { status, text } = await jar.get('/account/tokens/nowhere', german)
    expect(status).toBe(404)
    expect(text).not.toContain('<span lang="en"')
  })

  it('marks the error of a tool above its form', async () => {
    await jar.get('/account/organizations/new', german)
    const { text } = await jar.post('/account/organizations/new', { organization: 'Acme Inc', name: 'Acme' }, german)
    expect(text).toMatch(/role="alert".*<span lang="en" dir="ltr">/s)
  })
})
