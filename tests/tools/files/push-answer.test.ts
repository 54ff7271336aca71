import { describe, expect, it } from 'vitest'
import type { pushSource } from '../../../src/tools/files/push/push-source.ts'
import { BRANCH_RULES } from '../../../src/tools/projects/branches.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, SOURCE } from '../loop.ts'
import { expectRefusal, refused } from '../world.ts'

type Answer = AnswerOf<typeof pushSource>

const loop = eachLoop()

const push = async (content: object | string, more: object = {}, path = SOURCE): Promise<Answer> =>
  loop.push(content as string, more as Record<string, unknown>, path) as unknown as Promise<Answer>
const pushFiles = (files: readonly object[], more: object = {}): Promise<Answer> =>
  loop.call('push_source', { files, ...more })
const numbered = (count: number, prefix = 'k'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, `Text ${prefix} ${at}`]))
const translateAll = async (more: object = {}): Promise<void> => {
  const { items } = await loop.work(more as Record<string, unknown>)
  await loop.submit(
    items.map(({ id, src, text }) => ({ id, src, text: `${text} (de)` })),
    more as Record<string, unknown>,
  )
}

describe('a push of a script', () => {
  const script = "export default { a: 'A', b: () => x('B'), ...c }"

  it('names the values that are left alone, once', async () => {
    const answer = await push(script, {}, 'src/locales/en.ts')
    expect(answer).toMatchObject({ added: 1, files: [{ format: 'typescript' }] })
    expect(answer.next).toContain('"src/locales/en.ts" has values that are left alone: b (line 1), ...c (line 1).')
    expect((await push(script, {}, 'src/locales/en.ts')).next).not.toContain('left alone')
  })

  it('has targets that spell their locale, with its extension', async () => {
    await expectRefusal(
      pushFiles([{ path: 'src/locales/en.ts', content: script, target: 'src/{locale}/app.js' }]),
      'invalid_input',
      'code',
    )
  })
})

it('a push of files without strings names them, once', async () => {
  const files = [
    { path: 'a/en.json', content: '{}' },
    { path: 'b/en.json', content: '{ "version": 2, "empty": "" }' },
    { path: 'c/en.yml', content: '# Only a comment\n' },
    { path: 'd/en.properties', content: '# Only a comment\n' },
    { path: 'e/en.json', content: '{ "a": "A" }' },
  ]
  const notice = 'No strings to translate in "a/en.json", "b/en.json", "c/en.yml" and 1 more.'
  expect((await pushFiles(files)).next).toContain(notice)
  expect((await pushFiles(files)).next).not.toContain('No strings')
  expect((await pushFiles([{ path: 'e/en.json', content: '{}' }], { confirm_removed: 1 })).next).toContain(
    'No strings to translate in "e/en.json".',
  )
})

describe('a push of strings that need no translation', () => {
  it.each([
    ['NO NEED TO TRANSLATE', true],
    ['If in doubt, do not translate.', false],
    ['{NO_TRANSLATE}', true],
    ['Do not translate {name}.', false],
    ['Not translated yet in the old app', false],
  ])('offers them as terms, once: %s', async (note, isOffered) => {
    const content = { app: 'Zephyr', '@app': { description: note }, open: 'Open', '@open': {} }
    const offer =
      '1 new string has a note that no translation is needed. To keep the text, call save_glossary with upsert [{"term":"Zephyr","kind":"do_not_translate"}].'
    const { next } = await push(content, {}, 'lib/l10n/app_en.arb')
    expect(next.includes(offer)).toBe(isOffered)
    const again = await push({ ...content, close: 'Close', '@close': {} }, {}, 'lib/l10n/app_en.arb')
    expect(again.next).not.toContain('no translation is needed')
  })

  const named = (name: string, text: string): string => `<string name="${name}">${text}</string>`
  it.each([
    ['one string alone', `<!-- NO NEED TO TRANSLATE -->${named('n', 'Zephyr')}\n\n${named('p', 'Page')}`, true],
    ['several strings', `<!-- NO NEED TO TRANSLATE -->${named('n', 'Zephyr')}\n${named('p', 'Page')}`, false],
    [
      'a string whose words another one has',
      `<!-- Tag name. NO NEED TO TRANSLATE -->${named('n', 'Home')}\n\n${named('p', 'The home page of the school')}`,
      false,
    ],
    [
      'each of several strings',
      `<!-- NO NEED TO TRANSLATE -->${named('n', 'Zephyr')}\n\n<!-- NO NEED TO TRANSLATE -->${named('p', 'Octo Pro')}`,
      true,
    ],
    [
      'the placeholder of its string',
      `<!-- %1$s is a name; do not translate it -->${named('n', 'Hello %1$s')}\n\n${named('p', 'Page')}`,
      false,
    ],
  ])('offers only what they alone have: a note of %s', async (_what, strings, isOffered) => {
    const path = 'app/src/main/res/values/strings.xml'
    const { next } = await push(`<resources>\n${strings}\n</resources>\n`, {}, path)
    expect(next.includes('no translation is needed')).toBe(isOffered)
  })
})

describe('the keys of a push', () => {
  it('are named by what happened to them', async () => {
    expect((await push(numbered(20))).keys).toEqual({ added: Object.keys(numbered(20)) })
    const { k0: _dropped, k1, ...rest } = numbered(20)
    const answer = await push({ ...rest, k2: 'Other', moved: k1, more: 'More' })
    expect(answer).toMatchObject({ added: 1, changed: 1, renamed: 1, dropped: 1 })
    expect(answer.keys).toEqual({ added: ['more'], changed: ['k2'], dropped: ['k0'] })
    expect(answer.renames).toEqual(['k1 → moved'])
    const back = await push({ ...rest, k2: 'Other', moved: k1, more: 'More', k0: 'Text k 0' })
    expect([back.keys, back.renames]).toEqual([{ revived: ['k0'] }, undefined])
  })

  it('are at most 20 of a kind, and long ones are cut', async () => {
    const answer = await push({ ['x'.repeat(1500)]: 'Long', ...numbered(50) })
    expect(answer).toMatchObject({ added: 51 })
    expect(answer.keys?.added).toHaveLength(20)
    expect(Math.max(...(answer.keys?.added ?? []).map(key => key.length))).toBe(100)
  })

  it('follow their file when the push has several, also removed ones', async () => {
    const file = (path: string, texts: object) => ({ path, content: JSON.stringify(texts) })
    const a = file('a/en.json', { one: 'One' })
    expect((await pushFiles([a, file('b/en.json', { two: 'Two' })])).keys).toEqual({
      added: ['a/en.json: one', 'b/en.json: two'],
    })
    const answer = await pushFiles([file('a/en.json', { one: 'One', three: 'Three' })], {
      removed: ['b/en.json'],
      confirm_removed: 1,
    })
    expect(answer.keys).toEqual({ added: ['a/en.json: three'], dropped: ['b/en.json: two'] })
  })

  it('of another branch are new to this one, not revived', async () => {
    await push({ a: 'A' })
    await push({ a: 'A', b: 'B' }, { branch: 'f' })
    expect((await push({ a: 'A', b: 'B' }, { branch: 'g' })).keys).toEqual({ added: ['b'] })
  })

  it('fit with everything else into 1 kB for 17 keys', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 17 }, (_, at) => [`settings.section.${at}`, `Text {n} ${at}`]),
    )
    expect(JSON.stringify(await push(texts)).length).toBeLessThan(1000)
  })
})

describe('the files of a push', () => {
  it('are described as they are read', async () => {
    const { files } = await pushFiles([
      { path: 'flat/en.json', content: '{"a.b": "%s of %s", "c": "%d files"}' },
      { path: 'nested/en.json', content: '{"a": {"b": "{n, plural, one {# file} other {# files}}"}}' },
      { path: 'next/en.json', content: '{"item_one": "{{count}} item", "item_other": "{{count}} items"}' },
      { path: 'shapes/en.json', content: '{"a": {"defaultMessage": "Hi", "description": "Greeting"}}' },
      { path: 'lib/app_en.arb', content: '{"hi": "Hi {name}"}' },
      { path: 'po/en.po', content: 'msgid ""\nmsgstr ""\n\nmsgid "Hi %s"\nmsgstr ""\n', target: 'po/{locale}.po' },
    ])
    const rows = (files ?? []).map(({ path, format, dialect, syntax }) => [path, format, dialect, syntax])
    expect(rows).toEqual([
      ['flat/en.json', 'json', 'flat', 'printf'],
      ['nested/en.json', 'json', 'nested', 'icu'],
      ['next/en.json', 'i18next', 'v4 flat', 'i18next'],
      ['shapes/en.json', 'json', 'formatjs', 'plain'],
      ['lib/app_en.arb', 'arb', undefined, 'icu'],
      ['po/en.po', 'po', undefined, 'printf'],
    ])
  })

  it('are listed up to 20', async () => {
    const files = Array.from({ length: 25 }, (_, at) => ({ path: `f${at}/en.json`, content: `{"k": "Text ${at}"}` }))
    const answer = await pushFiles(files)
    expect([answer.files?.length, answer.more_files]).toEqual([20, 5])
    expect(answer.files?.[0]).toMatchObject({ added: 1 })
  })
})

describe('the syntax of a file', () => {
  const row = ({ files }: Answer) => files?.[0]
  const TEXT = '{"a": "Hello {name}"}'
  const file = { path: SOURCE, content: TEXT }

  it('is set by a push, kept by later ones, and detected again with auto', async () => {
    expect(row(await pushFiles([file]))).toMatchObject({ syntax: 'icu' })
    const set = await pushFiles([{ ...file, syntax: 'plain' }])
    expect([row(set), set.batch]).toMatchObject([{ syntax: 'plain', sure: { syntax: 'set' } }, expect.any(String)])
    expect(await push({ a: 'Hello {name}', b: '{x, plural, other {y}}' })).toMatchObject({
      files: [{ syntax: 'plain' }],
    })
    expect(row(await pushFiles([{ ...file, syntax: 'plain' }], { confirm_removed: 1 }))).toMatchObject({
      syntax: 'plain',
    })
    expect((await pushFiles([{ ...file, syntax: 'plain' }])).next).toMatch(/^Nothing was written\./)
    expect(row(await pushFiles([{ ...file, syntax: 'auto' }]))).toMatchObject({ syntax: 'icu' })
  })

  it('decides what checks demand, before that of the project', async () => {
    await loop.call('push_source', { files: [{ ...file, syntax: 'printf' }] })
    const human = await loop.world.human('ada')
    await human.call('update_project_policy', { project: loop.project, syntax: 'icu' })
    expect((await loop.work()).rules).toHaveProperty('printf')
    expect(await loop.call('get_project_context')).toMatchObject({
      rules: { printf: expect.any(String) },
    })
    expect(await loop.submit([{ key: 'a', text: "Hallo '{name}'" }])).toMatchObject({ accepted: 1 })
  })

  it('is refused with the list of names if it does not exist', async () => {
    const fault = await refused(pushFiles([{ ...file, syntax: 'icuu' }]))
    expect([fault.code, fault.message, fault.fix]).toEqual([
      'invalid_input',
      '"locales/en.json": syntax "icuu" does not exist.',
      'Did you mean icu? Use one of plain, icu, i18next, vue-i18n, printf, ruby, java, fluent, banana, auto.',
    ])
  })
})

describe('the placeholder families of a file', () => {
  const row = ({ files }: Answer) => files?.[0]
  const file = { path: SOURCE, content: '{"a": "100 %s of {name}", "b": "%d of %s"}' }

  it('that are a guess are said to be one, once', async () => {
    const guess = { path: SOURCE, content: '{"a": "Hello {name}"}' }
    const first = await pushFiles([guess])
    expect(row(first)).toMatchObject({ syntax: 'icu', sure: { syntax: 'guess' } })
    expect(first.next).toContain(
      'The syntax of "locales/en.json" is a guess (icu): if it is wrong, push the file again with syntax or families.',
    )
    expect((await pushFiles([{ ...guess, content: '{"a": "Hi {name}"}' }])).next).not.toContain('guess')
  })

  it('decide what checks demand when they are set, and are kept by later pushes', async () => {
    await pushFiles([file])
    const text = { key: 'a', text: '100 %s' }
    expect(await loop.submit([text])).toMatchObject({ accepted: 0 })
    const set = await pushFiles([{ ...file, families: ['printf'] }])
    expect(row(set)).toMatchObject({ families: ['printf'], sure: { syntax: 'set' } })
    expect(await loop.submit([text])).toMatchObject({ accepted: 1 })
    const later = await pushFiles([{ ...file, content: '{"a": "100 %s of {name}", "b": "%d of %s", "c": "C {x}"}' }])
    expect(row(later)).toMatchObject({ families: ['printf'] })
    expect(row(await pushFiles([{ ...file, families: ['auto'] }], { confirm_removed: 1 }))).toMatchObject({
      families: expect.arrayContaining(['braces']),
    })
  })

  it('can be none', async () => {
    expect(row(await pushFiles([{ ...file, families: [], syntax: 'plain' }]))).not.toHaveProperty('families')
    expect(await loop.translate({ b: 'Text' })).toMatchObject({ accepted: 1 })
  })

  it('are refused with the list if one does not exist', async () => {
    const fault = await refused(pushFiles([{ ...file, families: ['printf', 'mustach'] }]))
    expect([fault.code, fault.message]).toEqual([
      'invalid_input',
      '"locales/en.json": family "mustach" does not exist.',
    ])
    expect(fault.fix).toMatch(/^Did you mean mustache\? Use one of icu, .*printf, .*, auto\.$/)
  })
})

describe('the next step of a push', () => {
  it('is get_work only while strings are left', async () => {
    expect((await push({ a: 'A', b: 'B' })).next).toBe(
      'If the repository has translated files, such as locales/de.json, call push_translations with them first: a pull replaces them. Call get_work with locale de: 2 strings are left.',
    )
    await translateAll()
    const renamed = await push({ a: 'A', c: 'B' })
    expect(renamed).toMatchObject({ renamed: 1 })
    expect(renamed.next).toBe('Nothing is left to translate. Get the files with pull_translations.')
    expect((await push({ a: 'A', c: 'B', d: 'D' })).next).toBe('Call get_work with locale de: 1 string is left.')
  })

  it('says that nothing was written', async () => {
    await push({ a: 'A' })
    const again = await push({ a: 'A' })
    expect(again.next).toBe('Nothing was written. Call get_work with locale de: 1 string is left.')
    expect(again).not.toHaveProperty('batch')
    expect((await push({ a: 'A' }, { dry_run: true })).next).toBe('Nothing was written. The push would change nothing.')
    expect((await push({ a: 'B' }, { dry_run: true })).next).toBe('Nothing was written. Repeat without dry_run.')
  })

  it('keeps to the branch, and to what the push brought there', async () => {
    await push({ a: 'A' })
    await translateAll()
    const branch = 'f'
    expect((await push({ a: 'A' }, { branch })).next).toBe(
      'The push has nothing new to translate. Get the files with pull_translations, branch f.',
    )
    expect((await push({ a: 'A', b: 'B' }, { branch })).next).toBe('Call get_work with locale de, branch f.')
    await translateAll({ branch })
    expect((await push({ a: 'A', c: 'B' }, { branch, prune: true, confirm_removed: 0 })).next).toContain('nothing new')
  })
})

it('the first push of a branch explains branches once', async () => {
  await push({ a: 'A' })
  const branch = 'f'
  expect((await push({ a: 'A' }, { branch, dry_run: true })).note).toBe(BRANCH_RULES)
  expect((await push({ a: 'A' }, { branch })).note).toBe(BRANCH_RULES)
  expect(await push({ a: 'A', b: 'B' }, { branch })).not.toHaveProperty('note')
  expect(await push({ a: 'A', b: 'B' })).not.toHaveProperty('note')
})

it('a file of Rails for another locale is named, because every target file would have its root key', async () => {
  const { next } = await pushFiles([{ path: 'config/locales/en.yml', content: 'fr:\n  title: Panier\n' }])
  expect(next).toContain('The root key of config/locales/en.yml is not en, the source locale')
  const mended = await pushFiles([{ path: 'config/locales/shop.en.yml', content: 'en:\n  title: Basket\n' }])
  expect(mended.next).not.toContain('root key')
})
