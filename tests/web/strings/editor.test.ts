import { describe, expect, it } from 'vitest'
import { MAX_TEXT_UNITS } from '../../../src/l10n/message/message.ts'
import { type Seen } from '../jar.ts'
import { useStrings } from '../string-scene.ts'

const PLURAL = '{count, plural, one {# file in {folder}.} other {# files in {folder}.}}'
const STRINGS = {
  hi: 'Hi',
  twin: 'Hi',
  trial: 'Ends on {date}.',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
}

const { ada, bob, scene, open: openProject } = useStrings(STRINGS, ['de', 'pl', 'cs'])

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
    await openProject({ icu: PLURAL }, ['pl'])
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

  it('are the source of an ICU message on request, with what was typed, and its branches again', async () => {
    await openProject({ icu: PLURAL }, ['pl'])
    const source = await send(await open('icu'), 'view-source', {
      'form-one': "# plik w {folder}, l'x.",
      'form-few': 'y',
    })
    const text = "{count, plural, one {# plik w {folder}, l'x.} few {y}}"
    expect(texts(source)).toEqual({ text })
    const typed = '{count, plural, one {x} few {y} other {# pliku}}'
    const branches = await send(source, 'view-branches', { text: typed })
    expect(texts(branches)).toEqual({ 'form-one': 'x', 'form-few': 'y', 'form-many': '', 'form-other': '# pliku' })
    expect(await scene.shown('icu', 'pl')).toBe('untranslated')
  })

  it('keep the white space at the ends of a text', async () => {
    const saved = await send(await open('trial', { locale: 'de' }), 'save', { text: '\r\n Endet am {date}. ' })
    expect(saved.status).toBeLessThan(400)
    expect(await scene.shown('trial', 'de')).toBe('translated \n Endet am {date}. ')
    expect(texts(await open('trial', { locale: 'de' }))).toEqual({ text: '\n\n Endet am {date}. ' })
  })

  it('are the source of a message that cannot be split, with the column of a fault', async () => {
    await openProject({ icu: PLURAL }, ['pl'])
    const wrong = await send(await send(await open('icu'), 'view-source'), 'save', { text: '{count, plural, one {x}' })
    expect(wrong.status).toBe(400)
    expect(texts(wrong)).toEqual({ text: '{count, plural, one {x}' })
    expect(wrong.text).toMatch(/The message is not valid from column \d+:/)
  })

  it('are marked as unsaved only while they differ from the saved text', async () => {
    const isUnsaved = ({ text }: Seen) => text.includes('data-unsaved')
    const more = await send(await open('files', { locale: 'cs' }), 'add-many')
    const typed = await send(more, 'remove-many', { 'form-one': 'jeden' })
    expect([more, typed].map(isUnsaved)).toEqual([false, true])
    await openProject({ icu: PLURAL }, ['de'])
    await scene.submit(ada, 'icu', '{count, plural, one{# in {folder}}\n other{# in {folder}}}')
    const saved = await open('icu', { locale: 'de' })
    const same = await send(saved, 'preview')
    const other = await send(saved, 'preview', { 'form-one': 'x {folder}' })
    expect([saved, same, other].map(isUnsaved)).toEqual([false, false, true])
  })

  it('show the text with a number', async () => {
    const page = await open('files')
    const shown = await send(page, 'preview', { n: '5', 'form-many': '{{count}} plików' })
    expect(shown.text).toContain('<bdi dir="ltr">many</bdi>: “<bdi lang="pl" dir="ltr">5 plików</bdi>”')
  })

  it('show branches with a number: exact ones first, its sign as digits, and ordinals by their own rules', async () => {
    const strings = {
      exact: '{n, plural, =0 {None} one {# file} other {# files}}',
      place: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      gender: '{who, select, male {He} other {They}}',
    }
    await openProject(strings, ['pl', 'ar', 'en-GB', 'fr'])
    const shown = async (name: string, locale: string, n: string, forms: Readonly<Record<string, string>>) =>
      /<output[^>]*>(.*?)<\/output>/
        .exec((await send(await open(name, { locale }), 'preview', { n, ...forms })).text)?.[1]
        ?.replaceAll(/<[^>]*>/g, '')
    expect([
      await shown('exact', 'pl', '0', { 'form-=0': 'Brak', 'form-many': '# plików' }),
      await shown('exact', 'pl', '5', { 'form-=0': 'Brak', 'form-many': '# plików {x}' }),
      await shown('exact', 'ar', '3', { 'form-few': '# رسائل' }),
      await shown('place', 'en-GB', '22', { 'form-two': '#nd', 'form-other': '#th' }),
      await shown('place', 'fr', '0', { 'form-one': '#er', 'form-other': '#e' }),
      await shown('gender', 'fr', '1', { 'form-other': 'x' }),
    ]).toEqual(['=0: “Brak”', 'many: “5 plików {x}”', 'few: “3 رسائل”', 'two: “22nd”', 'other: “0e”', undefined])
    expect((await open('place', { locale: 'en-GB' })).text).toContain('<small>2, 22, 32, 42</small>')
    expect((await open('gender', { locale: 'fr' })).text).not.toContain('<small>')
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

it.each([
  ['en', 'The translation has 2 errors.', /is missing/],
  ['de', 'Die Übersetzung hat 2 Fehler.', /fehlt/],
  ['ar', 'في الترجمة خطآن.', /[\u0600-\u06ff]/],
])('a refused text is explained in the language of the page (%s)', async (language, words, fault) => {
  bob.cookies.set('dragoman_language', language)
  const { text } = await send(await open('trial', { locale: 'de' }), 'save', { text: 'Endet am {tag}.' })
  const [notice = '', list] = /<div class="notice danger".*?<ul>(.*?)<\/ul>/s.exec(text) ?? []
  expect(notice).toContain(words)
  expect(list).toMatch(fault)
  expect(notice).not.toContain('The text has')
  if (language !== 'en') expect(notice).not.toContain('lang="en"')
})

it('the previous source string stands above the current one, with the words that differ', async () => {
  await scene.submit(ada, 'trial', 'Endet am {date}.')
  await scene.push({ ...STRINGS, trial: 'It ends on {day}.' })
  const { text } = await open('trial', { locale: 'de' })
  const [, before] = /Previous source string<\/h3><p[^>]*>(.*?)<\/p>/.exec(text) ?? []
  const [, after] = /<p class="string se-string"[^>]*>(.*?)<\/p>/.exec(text) ?? []
  expect([before, after]).toEqual([
    '<del>Ends</del> on {<del>date</del>}.',
    '<ins>It</ins> <ins>ends </ins>on <ins><bdi class="se-ph" dir="ltr">{day}</bdi></ins>.',
  ])
})

it('the translation into a fallback stands below the source string, with its locale', async () => {
  await ada.call('update_project', { project: scene.project, fallbacks: { pl: 'cs', cs: 'de' } })
  expect((await open('hi')).text).not.toContain('se-fallback')
  await scene.submit(ada, 'hi', 'Hallo')
  const { text } = await open('hi')
  expect(text).toMatch(
    /Hi<\/p><\/div><\/div><div class="se-fallback"><h3>Fallback .*>de<\/span><\/span><\/h3><p[^>]* lang="de"[^>]*>Hallo</,
  )
  expect((await open('hi', { locale: 'de' })).text).not.toContain('se-fallback')
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

it('approving saves an edited text first, and refuses one with an error', async () => {
  await scene.submit(ada, 'trial', 'Bis {date}.')
  const page = await open('trial', { locale: 'de' })
  expect((await send(page, 'approve', { text: 'Bis bald.' })).status).toBe(400)
  expect(await scene.shown('trial')).toBe('translated Bis {date}.')
  await send(page, 'approve', { text: 'Endet am {date}.' })
  expect(await scene.shown('trial')).toBe('approved Endet am {date}.')
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
      preview: { form: 'one', text: '1 Datei' },
    })
    expect(await scene.shown('files')).toBe('untranslated')
  })

  it('takes the longest text', async () => {
    const { status, text } = await check(await open('hi'), { text: '漢'.repeat(MAX_TEXT_UNITS) })
    expect([status, JSON.parse(text).status]).toEqual([200, expect.any(String)])
  })

  it('needs the token of its page', async () => {
    expect((await check(await open('hi'), { text: 'x' }, 'x'.repeat(43))).status).not.toBe(200)
  })
})
