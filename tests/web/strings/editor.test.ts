import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { type Jar, openJar, type Seen, signIn } from '../jar.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

const PLURAL = '{count, plural, one {# file in {folder}.} other {# files in {folder}.}}'
const STRINGS = {
  hi: 'Hi',
  twin: 'Hi',
  trial: 'Ends on {date}.',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
}

let testApp: TestApp
let ada: Awaited<ReturnType<TestApp['world']['user']>>
let bob: Jar
let scene: StringScene
let turn = 0

beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  ada = await testApp.world.user('ada')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  turn += 1
  scene = await openStrings(testApp, ada, `acme/app-${turn}`, STRINGS, ['de', 'pl', 'cs'])
  bob = openJar(testApp.url)
  await signIn(testApp, bob, 'bob')
})

const open = async (name: string, query: Readonly<Record<string, string>> = { locale: 'pl' }): Promise<Seen> =>
  bob.get(await scene.page(name, query))
/** The fields of the editor as a browser sends them. */
const fields = ({ text }: Seen): Record<string, string> => {
  const form = /<form[^>]*id="edit".*?<\/form>/s.exec(text)?.[0] ?? ''
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const areas = [...form.matchAll(/<textarea id="[^"]*" name="([^"]+)"[^>]*>([^<]*)</g)]
  return Object.fromEntries([...hidden, ...areas].map(([, name = '', value = '']) => [name, value]))
}
const texts = (seen: Seen) =>
  Object.fromEntries(Object.entries(fields(seen)).filter(([name]) => /^(text|form-)/.test(name)))
const send = (seen: Seen, action: string, more: Readonly<Record<string, string>> = {}): Promise<Seen> => {
  const form = /<form[^>]*action="([^"]*)"[^>]*id="edit"/.exec(seen.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return bob.post(form, { ...fields(seen), ...more, action })
}

describe('the fields of an editor', () => {
  it('are the forms that the language needs, with example numbers; others can be added and removed', async () => {
    const page = await open('files', { locale: 'cs' })
    expect(Object.keys(texts(page))).toEqual(['form-one', 'form-few', 'form-other'])
    expect(page.text).toContain('<small>2, 3, 4</small>')
    const more = await send(page, 'add-many', { 'form-one': 'jeden' })
    expect(texts(more)).toEqual({ 'form-one': 'jeden', 'form-few': '', 'form-many': '', 'form-other': '' })
    const less = await send(more, 'remove-many')
    expect(texts(less)).toEqual({ 'form-one': 'jeden', 'form-few': '', 'form-other': '' })
    expect(await scene.shown('files', 'cs')).toBe('untranslated')
  })

  it('remove a form of a saved translation', async () => {
    const forms = { one: '{{count}} s', few: '{{count}} s', many: '{{count}} s', other: '{{count}} s' }
    await scene.submit(ada, 'files', forms, 'cs')
    await send(await send(await open('files', { locale: 'cs' }), 'remove-many'), 'save')
    expect(await scene.shown('files', 'cs')).toBe(
      'translated {"one":"{{count}} s","few":"{{count}} s","other":"{{count}} s"}',
    )
  })

  it('are the branches of an ICU message, whose syntax code writes', async () => {
    scene = await openStrings(testApp, ada, `acme/icu-${turn}`, { icu: PLURAL }, ['pl'])
    const page = await open('icu')
    expect(Object.keys(texts(page))).toEqual(['form-one', 'form-few', 'form-many', 'form-other'])
    const text = "# plik w {folder}, l'x."
    const saved = await send(page, 'save', {
      'form-one': text,
      'form-few': '# pliki w {folder}.',
      'form-many': '# plików w {folder}.',
      'form-other': '# pliku w {folder}.',
    })
    expect(saved.status).toBe(200)
    expect(await scene.shown('icu', 'pl')).toBe(
      `translated {count, plural, one {${text}} few {# pliki w {folder}.} many {# plików w {folder}.} other {# pliku w {folder}.}}`,
    )
    expect(texts(await open('icu'))['form-one']).toBe(text.replaceAll("'", '&#39;').replace('&#39;', "'"))
  })

  it('are the source of an ICU message on request, and where it cannot be split, with the column of a fault', async () => {
    scene = await openStrings(testApp, ada, `acme/icu-${turn}`, { icu: PLURAL }, ['pl'])
    expect(Object.keys(texts(await open('icu', { locale: 'pl', view: 'source' })))).toEqual(['text'])
    const wrong = await send(await open('icu', { locale: 'pl', view: 'source' }), 'save', {
      text: '{count, plural, one {x}',
    })
    expect(wrong.status).toBe(400)
    expect(texts(wrong)).toEqual({ text: '{count, plural, one {x}' })
    expect(wrong.text).toMatch(/The message is not valid from column \d+:/)
  })

  it('show the text with a number', async () => {
    const page = await open('files')
    const shown = await send(page, 'preview', { n: '5', 'form-many': '{{count}} plików' })
    expect(shown.text).toContain('many: “5 plików”')
  })
})

describe('corrections', () => {
  it('are offered for a refused text, applied without saving, and leave nothing to correct', async () => {
    const refused = await send(await open('trial', { locale: 'de' }), 'save', { text: 'Endet am.' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/se-fin error.*is missing.*value="fix-0" data-fix="Endet am \{date\}\."/s)
    const fixed = await send(refused, 'fix-0')
    expect([texts(fixed), await scene.shown('trial')]).toEqual([{ text: 'Endet am {date}.' }, 'untranslated'])
    expect(fixed.text).toContain('Fix applied. It is not saved yet.')
    await send(fixed, 'save')
    expect(await scene.shown('trial')).toBe('translated Endet am {date}.')
  })

  it('stand below the plural form that they are about', async () => {
    const page = await open('files', { locale: 'de' })
    const refused = await send(page, 'save', { 'form-one': '{{count}} Datei', 'form-other': 'Dateien' })
    expect(refused.text).toMatch(
      /data-findings="one" hidden.*data-findings="other">.*data-fix="\{\{count\}\} Dateien"/s,
    )
    const fixed = await send(refused, 'fix-0')
    expect(texts(fixed)).toEqual({ 'form-one': '{{count}} Datei', 'form-other': '{{count}} Dateien' })
  })
})

describe('texts from elsewhere', () => {
  it('come from translations of the same source string, as a draft', async () => {
    await scene.submit(ada, 'twin', 'Cześć', 'pl')
    const page = await open('hi')
    expect(page.text).toMatch(/Memory<\/h2>.*twin.*Cześć/s)
    const used = await send(page, 'use-0')
    expect([texts(used), await scene.shown('hi', 'pl')]).toEqual([{ text: 'Cześć' }, 'untranslated'])
  })

  it('come from the history, as a draft', async () => {
    await scene.submit(ada, 'hi', 'Cześć', 'pl')
    await scene.submit(ada, 'hi', 'Hej', 'pl')
    const page = await open('hi')
    expect(page.text).toMatch(/<del>Cześć<|<ins>Hej</)
    const restored = await send(page, 'restore-1')
    expect([texts(restored), await scene.shown('hi', 'pl')]).toEqual([{ text: 'Cześć' }, 'translated Hej'])
    expect(restored.text).toContain('The text of revision 1 is in the editor.')
    await send(restored, 'save')
    expect(await scene.shown('hi', 'pl')).toBe('translated Cześć')
  })

  it('are terms of the glossary, underlined in the source as it has them', async () => {
    await ada.call('save_glossary', {
      target: scene.project,
      upsert: [{ term: 'file', translations: { pl: { translation: 'plik', forbidden: ['zbiór'] } } }],
    })
    const { text } = await open('files')
    expect(text).toContain('<span class="se-term">files</span>')
    expect(text).toMatch(/Glossary<\/h2>.*file<.*plik<.*Not: zbiór/s)
  })

  it('are the other locales', async () => {
    await scene.submit(ada, 'hi', 'Hallo', 'de')
    expect((await open('hi')).text).toMatch(/Other locales.*<span lang="de" dir="ltr">Hallo</s)
  })
})

describe('approving', () => {
  it('saves an edited text first, and refuses one with an error', async () => {
    await scene.submit(ada, 'trial', 'Bis {date}.')
    const page = await open('trial', { locale: 'de' })
    expect((await send(page, 'approve', { text: 'Bis bald.' })).status).toBe(400)
    expect(await scene.shown('trial')).toBe('translated Bis {date}.')
    await send(page, 'approve', { text: 'Endet am {date}.' })
    expect(await scene.shown('trial')).toBe('approved Endet am {date}.')
  })
})

describe('the check of a draft', () => {
  const check = async (page: Seen, more: Readonly<Record<string, string>>, csrf?: string) => {
    const config = JSON.parse(
      /data-config="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '{}',
    )
    return bob.post(config.check, { ...fields(page), csrf: csrf ?? config.csrf, ...more })
  }

  it('answers with the findings by form, their corrections and examples, and writes nothing', async () => {
    const page = await open('files', { locale: 'de' })
    const { status, text } = await check(page, { 'form-one': '{{count}} Datei', 'form-other': 'Dateien', n: '1' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      findings: [{ level: 'error', form: 'other', corrected: '{{count}} Dateien' }],
      status: '1 error',
      examples: { one: '1 Datei' },
      preview: 'one: “1 Datei”',
    })
    expect(await scene.shown('files')).toBe('untranslated')
  })

  it('needs the token of its page', async () => {
    expect((await check(await open('hi'), { text: 'x' }, 'x'.repeat(43))).status).not.toBe(200)
  })
})
