import { beforeEach, describe, expect, it } from 'vitest'
import { useOwnAcme } from '../scene.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

const LOCALES = ['de', 'fr', 'es', 'ja']
const KEYS = ['approved', 'translated', 'waiting', 'missing', 'stale', 'error', 'returned', 'conflict'] as const

const scene = useOwnAcme()
const ada = scene.agent
let project: string
let strings: StringScene

/** Each locale has every state, and German one translation more. */
beforeEach(async () => {
  project = `${scene.acme}/app`
  const { world } = scene.testApp
  const person = await world.human('ada')
  const source = Object.fromEntries(KEYS.map(key => [key, `Hello {name}, ${key}`]))
  strings = await openStrings(
    scene.testApp,
    ada,
    project,
    { ...source, extra: 'See https://example.com, 5 times.' },
    LOCALES,
  )
  const write = async (key: string, locale: string, text = `${locale} {name} ${key}`) =>
    strings.submit(ada, key, text, locale)
  for (const locale of LOCALES) {
    for (const key of ['approved', 'translated', 'stale', 'returned', 'conflict']) await write(key, locale)
    await strings.review(person, 'approved', { action: 'approve' }, locale)
    await strings.review(person, 'returned', { action: 'request_changes', comment: 'Too long' }, locale)
  }
  // Two warnings of one translation.
  await strings.submit(ada, 'extra', 'Siehe siehe den den Rest!')
  await ada.call('update_project_policy', { project, review: 'required' })
  for (const locale of LOCALES) await write('waiting', locale)
  await strings.push({ ...source, stale: 'Goodbye {name}', extra: 'See https://example.com, 5 times.' })
})

/** The links of a page with this text in their label or content, as addresses. */
const linksOf = (html: string): readonly { readonly href: string; readonly words: string }[] =>
  [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', content = '']) => ({
    href: (/href="([^"]*)"/.exec(attributes)?.[1] ?? '').replaceAll('&amp;', '&'),
    words: [...(/aria-label="([^"]*)"/.exec(attributes + content)?.slice(1) ?? []), content.replaceAll(/<[^>]*>/g, ' ')]
      .join(' ')
      .replaceAll(/\s+/g, ' '),
  }))

/** The number of strings that the page of a list says it has, over all its pages. */
async function countList(href: string): Promise<number> {
  const { text } = await scene.ada.get(href)
  const shown = /<div class="se-list-head"><span>(\d+) (?:string|translation)s?</.exec(text)?.[1]
  if (shown === undefined) throw new Error(`no count on ${href}: ${/se-list-head.{0,200}/s.exec(text)?.[0]}`)
  return Number(shown)
}

const status = async () => {
  const { locales } = await ada.call<{ locales: (Record<string, number> & { findings?: Record<string, object> })[] }>(
    'get_status',
    { project },
  )
  return locales
}

async function expectCounts(page: string, wanted: readonly (readonly [words: RegExp, count: number])[]) {
  const { text } = await scene.ada.get(page)
  const links = linksOf(text)
  for (const [words, count] of wanted) {
    const link = links.find(one => words.test(one.words))
    expect(link, `${words} in ${links.map(one => one.words).join(' | ')}`).toBeDefined()
    expect([String(words), link?.href, await countList(link?.href ?? '')]).toEqual([String(words), link?.href, count])
  }
}

describe('the numbers of a project', () => {
  it('lead from the overview to exactly what they count', async () => {
    const [de = {}] = await status()
    expect(Object.keys(de['findings']?.['warning'] ?? {}).length).toBeGreaterThan(1)
    await expectCounts(`/p/${project}`, [
      [/ready in German/i, (de['translated'] ?? 0) + (de['approved'] ?? 0)],
      [/words? left in German/, de['left'] ?? 0],
      [/warnings? in German/, 1],
      [/to review in German/, de['needs_review'] ?? 0],
    ])
  })

  it('lead from an item of several locales to the list of all of them', async () => {
    const locales = await status()
    const sum = (name: string) => locales.reduce((all, one) => all + (one[name] ?? 0), 0)
    expect(sum('stale')).toBe(LOCALES.length)
    await expectCounts(`/p/${project}`, [
      [new RegExp(`${sum('stale')} stale translations`), sum('stale')],
      [/returned/, sum('revise')],
    ])
  })

  it('lead from the files to exactly what they count', async () => {
    const left = (await status()).reduce((all, one) => all + (one['left'] ?? 0), 0)
    await expectCounts(`/p/${project}/files`, [
      [/9 strings/, 9],
      [/translations/, 9 * LOCALES.length - left],
    ])
  })

  it('lead from the home page to exactly what they count', async () => {
    const locales = await status()
    const sum = (name: string) => locales.reduce((all, one) => all + (one[name] ?? 0), 0)
    await expectCounts('/', [
      [new RegExp(`${project}: .*done`), 9 * LOCALES.length - sum('left')],
      [/translations? to review/, sum('needs_review')],
      [/returned to/, sum('revise')],
    ])
  })
})

it('the numbers of a project with many locales count the last locale, too', async () => {
  const many = `${scene.acme}/many`
  const locales = 'af am az be bg bn ca cs cy da de el et eu fi'.split(' ')
  const { submit } = await openStrings(scene.testApp, ada, many, { a: 'One', b: 'Two' }, locales)
  await ada.call('update_project_policy', { project: many, review: 'required' })
  await submit(ada, 'a', 'Yksi', 'fi')
  await expectCounts('/', [
    [new RegExp(`${many}: 1 of 30 translations done`), 1],
    [/1 to review/, 1],
    [/1 translation to review/, 1],
  ])
  await expectCounts(`/p/${many}/files`, [[/1 of 30 translations done/, 1]])
})

it('the files of a project are all reachable', async () => {
  const files = Array.from({ length: 101 }, (_, at) => ({ path: `f${1000 + at}/en.json`, content: '{"a":"One"}' }))
  const { project: large } = await openStrings(scene.testApp, ada, `${scene.acme}/large`, {})
  await ada.call('push_source', { project: large, files })
  const { text } = await scene.ada.get(`/p/${large}/files`)
  expect(text).not.toContain('f1100/en.json')
  const next = linksOf(text).find(({ words }) => words === 'More files')
  expect((await scene.ada.get(next?.href ?? '')).text).toContain('f1100/en.json')
})

describe('the filter of a list', () => {
  it('can be removed, and names all locales', async () => {
    const path = `/p/${project}/strings?locale=*&work=left`
    const { text } = await scene.ada.get(path)
    expect(text).toContain('<option value="*" selected>All locales')
    const chip = linksOf(text).find(({ words }) => words.includes('Left to translate Remove filter'))
    const removed = await scene.ada.get(chip?.href ?? '')
    expect(removed.path).toBe(`/p/${project}/strings?locale=de`)
  })

  it('takes several states', async () => {
    const [de = {}] = await status()
    const { text } = await scene.ada.get(`/p/${project}/strings?locale=de&state=translated,approved`)
    expect(text).toContain('name="state" value="translated,approved"')
    expect(await countList(`/p/${project}/strings?locale=de&state=approved,untranslated`)).toBe(
      (de['approved'] ?? 0) + (de['untranslated'] ?? 0),
    )
  })

  it('opens the strings of all locales each in its own', async () => {
    const { text } = await scene.ada.get(`/p/${project}/strings?locale=*&state=needs_review`)
    for (const locale of LOCALES)
      expect(text).toMatch(new RegExp(`strings/e\\d+\\?locale=${locale}&amp;state=needs_review`))
  })
})
