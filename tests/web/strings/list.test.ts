import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp } from '../../http/test-app.ts'
import { type Jar, openJarOf } from '../jar.ts'
import { useOneTestApp } from '../scene.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

const STRINGS = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`page.k${at}`, `Text ${at} of {name}`]))

let ada: Awaited<ReturnType<TestApp['world']['user']>>
let bob: Jar
let scene: StringScene

const testApp = useOneTestApp()
beforeAll(async () => {
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  ada = await testApp.world.user('ada')
  scene = await openStrings(testApp, ada, 'acme/app', STRINGS, ['de', 'ar'])
  for (const at of [3, 50, 51, 90]) await scene.submit(ada, `page.k${at}`, `Übersetzung ${at} {name}`)
  await scene.review(await testApp.world.human('ada'), 'page.k51', { action: 'approve' })
  await scene.submit(ada, 'page.k3', 'نص {name}', 'ar')
  bob = await openJarOf(testApp, 'bob')
})

const path = (query: string): string => `/p/acme/app/strings${query}`
const keys = (text: string): readonly string[] =>
  [...text.matchAll(/<span class="se-mono" dir="ltr">([^<]*)</g)].map(([, name = '']) => name)
const linkOf = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('the list of strings', () => {
  it('opens with the first locale that has work', async () => {
    const { path: opened, text } = await bob.get(path('?state=untranslated'))
    expect(opened).toBe(path('?locale=de&state=untranslated'))
    expect(text).toContain('<option value="de" selected')
  })

  it('shows a page of strings, and all of them by following its links', async () => {
    const seen: string[] = []
    let next = path('?locale=de')
    for (let pages = 0; next !== '' && pages < 5; pages += 1) {
      const { text } = await bob.get(next)
      seen.push(...keys(text))
      next = linkOf(text, /<a class="button small" href="([^"]*)" rel="next"/)
    }
    expect(seen).toEqual(Object.keys(STRINGS))
  })

  it.each([
    ['state=translated', ['page.k3', 'page.k50', 'page.k90']],
    ['state=approved', ['page.k51']],
    ['q=K117', ['page.k117']],
    ['text=K117', ['page.k117']],
    ['q=bersetzung+5', ['page.k50', 'page.k51']],
    ['state=translated&q=k90', ['page.k90']],
    ['stale=1', []],
    ['tag=none', []],
  ])('filters by %s', async (query, found) => {
    const { status, text } = await bob.get(path(`?locale=de&${query}`))
    expect([status, keys(text)]).toEqual([200, found])
    expect(text.includes('No strings match')).toBe(found.length === 0)
    expect(text.includes('>Clear filters</a>')).toBe(found.length === 0)
  })

  it('says how many strings a state has, and leads back without it', async () => {
    const { text } = await bob.get(path('?locale=de&state=translated'))
    expect(text).toMatch(
      /<a class="se-chip on" href="\/p\/acme\/app\/strings\?locale=de">.*?Translated.*?<span class="num">3</s,
    )
  })

  it('counts translations in the list of all locales', async () => {
    expect((await bob.get(path('?locale=*&state=approved'))).text).toContain('<span>1 translation</span>')
    expect((await bob.get(path('?locale=de&state=approved'))).text).toContain('<span>1 string</span>')
  })

  it('marks an error by its own shape', async () => {
    await scene.importFile(ada, { 'page.k7': 'بلا عنصر' }, 'ar')
    const { text } = await bob.get(path('?locale=ar&finding=error'))
    expect(keys(text)).toEqual(['page.k7'])
    expect(text).toMatch(/<nav class="se-pane se-list".*mark finding-error/s)
    expect(text).not.toContain('finding-warning')
  })

  it('searches the first 200 characters of a longer text, and says so', async () => {
    const long = `page.k117${'x'.repeat(191)}`
    expect((await bob.get(path(`?locale=de&q=${long}`))).text).not.toContain('characters are searched')
    for (const address of [`?locale=de&q=${long}xx`, `?q=${long}xx`, `?text=${long}xx`]) {
      const { status, text } = await bob.get(path(address))
      expect([status, keys(text)]).toEqual([200, []])
      expect(text).toContain('<strong>Only the first 200 characters are searched.</strong>')
    }
  })

  it('never cuts a placeholder, and writes each text in its direction', async () => {
    await scene.push({ ...STRINGS, 'page.k3': `${'word '.repeat(13)}{a_long_placeholder} end` })
    const { text } = await bob.get(path('?locale=ar&q=k3'))
    expect(text).toContain(`${'word '.repeat(13).trim()}…</span>`)
    expect(text).toContain('lang="ar" dir="rtl">نص {name}</span>')
  })

  it('is missing for an unknown locale, file or check, and leads to all strings', async () => {
    const long = 'x'.repeat(1001)
    for (const query of [
      '?locale=fr',
      '?locale=de&file=none.json',
      '?locale=de&finding=none',
      `?locale=de&file=${long}`,
    ]) {
      const { status, text } = await bob.get(path(query))
      expect([query, status, text.includes('>All strings</a>')]).toEqual([query, 404, true])
    }
  })

  it('says what to do in a project without strings', async () => {
    await ada.call('create_project', { project: 'acme/empty', source_locale: 'en', target_locales: ['de'] })
    const { text } = await bob.get('/p/acme/empty/strings?locale=de')
    expect(text).toContain('No strings yet')
  })
})

describe('the list beside an open string', () => {
  const here = async (name: string, query: Readonly<Record<string, string>>) =>
    bob.get(await scene.page(name, { locale: 'de', ...query }))
  const steps = (text: string): readonly string[] =>
    ['previous', 'next'].map(step => linkOf(text, new RegExp(`href="([^"]*)" rel="[a-z]+" data-step="${step}"`)))

  it('has the matches before and after it, however far apart', async () => {
    const { text } = await here('page.k50', { state: 'translated' })
    expect(keys(text).slice(0, 3)).toEqual(['page.k3', 'page.k50', 'page.k90'])
    expect(text).toMatch(/aria-current="true">.*?page\.k50/s)
    expect(text).toContain('>2 of 3</span>')
    const [previous = '', next = ''] = steps(text)
    expect(keys((await bob.get(previous)).text)[0]).toBe('page.k3')
    const last = await bob.get(next)
    expect(last.path).toBe(await scene.page('page.k90', { locale: 'de', state: 'translated' }))
    expect(steps(last.text)[1]).toBe('')
  })

  it('goes on from a string that its filter no longer has', async () => {
    const { text } = await here('page.k51', { state: 'translated' })
    expect(keys(text).slice(0, 3)).toEqual(['page.k3', 'page.k50', 'page.k90'])
    expect(steps(text)[1]).toBe(await scene.page('page.k90', { locale: 'de', state: 'translated' }))
  })

  it('shows the file in order on request, and always the neighbors in the file', async () => {
    const matches = await here('page.k50', { state: 'translated' })
    expect(matches.text).toMatch(/In the same file.*page\.k48.*page\.k49.*page\.k51.*page\.k52/s)
    const order = linkOf(matches.text, /href="([^"]*)">Show file order</)
    const { text } = await bob.get(order)
    expect(keys(text).slice(9, 12)).toEqual(['page.k49', 'page.k50', 'page.k51'])
    expect(text).toContain('>Show matches only</a>')
  })

  it('works on a branch and for filters without an index', async () => {
    await scene.push(Object.fromEntries(Object.entries(STRINGS).slice(40, 60)), { branch: 'next' })
    const onBranch = await here('page.k50', { branch: 'next', order: 'file' })
    expect(keys(onBranch.text).slice(9, 12)).toEqual(['page.k49', 'page.k50', 'page.k51'])
    const searched = await here('page.k50', { q: 'Text 11' })
    expect(keys(searched.text).slice(0, 3)).toEqual(['page.k11', 'page.k110', 'page.k111'])
  })

  it('saves and opens the next match, and the list after the last', async () => {
    const page = await here('page.k118', { state: 'untranslated' })
    const form = /<form[^>]*id="edit".*?<\/form>/s.exec(page.text)?.[0] ?? ''
    const own = Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    const action = linkOf(form, /action="([^"]*)"/)
    const next = await bob.post(action, { ...own, text: 'Weiter {name}', action: 'save_next' })
    expect(next.path).toBe(`${await scene.page('page.k119', { locale: 'de', state: 'untranslated' })}&done=save`)
    expect(next.text).toContain('Translation saved')
    expect(await scene.shown('page.k118')).toBe('translated Weiter {name}')
  })
})
