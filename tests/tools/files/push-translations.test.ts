import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { stageUpload } from '../../../src/tools/files/transfer/staged-files.ts'
import { eachLoop, found } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'pt-BR'])

type Content = string | Readonly<Record<string, unknown>>

const textOf = (content: Content): string =>
  typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
const pushFiles = <T = Record<string, unknown>>(files: readonly object[], more: object = {}): Promise<T> =>
  loop.call<T>('push_translations', { files, ...more })
/** Imports a file of `locales/de.json`. */
const importDe = (content: Content, more: object = {}): Promise<Record<string, unknown>> =>
  pushFiles([{ path: 'locales/de.json', content: textOf(content) }], more)
const batches = async (): Promise<readonly string[]> =>
  (await loop.world.services.store.read.batches.page('project', (await loop.record()).id, { limit: 1000 })).items
    .map(({ kind }) => kind)
    .sort()
const targetFile = async (locale: string, branch = 'main') => {
  const { read } = loop.world.services.store
  const file = found(await read.files.by('path', compoundKey((await loop.record()).id, 'locales/en.json')))
  return read.target_files.by('place', compoundKey(file.id, branch, locale))
}

describe('the first import', () => {
  it('stores the translations as imported and protected, in one batch', async () => {
    await loop.push({ a: 'Apple', b: 'Bread', c: 'Cat' })
    const answer = await importDe({ a: 'Apfel', b: 'Bread', old: 'Alt' })
    expect(answer).toEqual({
      imported: 2,
      missing: 1,
      unknown: { count: 1, first: ['old'] },
      batch: expect.any(String),
      left: { de: 1 },
      next: 'Call get_work with locale de: 1 string is left.',
    })
    expect(await loop.unit('a')).toMatchObject({
      state: 'translated',
      work: false,
      texts: [{ value: 'Apfel', origin: { kind: 'import', user_id: loop.ada.principal.user.id }, findings: [] }],
    })
    expect((await loop.unit('b')).texts).toMatchObject([{ value: 'Bread', state: 'translated' }])
    expect(await batches()).toEqual(['import', 'push'])
    const { items } = await loop.world.services.store.read.revisions.page('batch', String(answer['batch']), {
      limit: 9,
    })
    expect(items).toHaveLength(2)
    const item = { key: 'a', src: (await loop.unit('a')).texts[0]?.src.slice(0, 8) ?? '', text: 'Äpfelchen' }
    const args = { project: loop.project, locale: 'de', items: [item] }
    expect(await (await loop.agent()).call('submit_translations', args)).toMatchObject({
      refused: [{ code: 'protected', got: 'Apfel' }],
    })
    expect(await loop.ada.call('submit_translations', args)).toMatchObject({
      refused: [{ code: 'rev_required', rev: 1 }],
    })
    expect(await loop.submit([item])).toMatchObject({ accepted: 1 })
  })

  it('leaves no trace in a dry run, with the same answer', async () => {
    await loop.push({ a: 'Apple {n}', b: 'Bread' })
    const dry = await importDe({ a: 'Apfel', x: 'X' }, { dry_run: true })
    expect(await batches()).toEqual(['push'])
    expect(await loop.unit('a')).toMatchObject({ rev: 0, texts: [] })
    expect(await targetFile('de')).toBeUndefined()
    const { batch, left, next, ...wet } = await importDe({ a: 'Apfel', x: 'X' })
    expect(dry).toEqual({ ...wet, dry_run: true, left: { de: 1 }, next: expect.stringContaining('without dry_run') })
    expect([batch, left, next]).toEqual([expect.any(String), { de: 1 }, expect.stringContaining('submit_translations')])
  })

  it('of the same file again changes nothing', async () => {
    await loop.push({ a: 'Apple', b: 'Bread' })
    await importDe({ a: 'Apfel', b: 'Brot' })
    const before = [await loop.unit('a'), await targetFile('de'), await loop.record()]
    loop.world.pass(60_000)
    expect(await importDe({ a: 'Apfel', b: 'Brot' })).toEqual({
      unchanged: 2,
      left: { de: 0 },
      next: 'Nothing was written. Nothing is left to translate in de; pt-BR has 2 strings left. Get the files with pull_translations.',
    })
    expect([await loop.unit('a'), await targetFile('de'), await loop.record()]).toEqual(before)
    expect(await batches()).toEqual(['import', 'push'])
  })

  it('stores a file with new formatting, and reports a batch without translations', async () => {
    await loop.push({ a: 'Apple' })
    await importDe({ a: 'Apfel' })
    expect(await importDe('{"a":"Apfel"}')).toMatchObject({ unchanged: 1, batch: expect.any(String) })
    expect((await targetFile('de'))?.content).toBe('{"a":"Apfel"}')
    expect((await loop.pull()).content).toBe('{"a":"Apfel"}')
  })
})

it('an imported translation with an error is stored as it is, reported by checks, and replaceable by an agent', async () => {
  await loop.push({ a: 'Hello {name}', b: '{n, plural, one {# day} other {# days}}', c: ' C ' })
  const answer = await importDe({ a: 'Hallo {nome} ', b: '{n, plural, one {# Tag} more {# Tage}}', c: 'C' })
  expect(answer['findings']).toMatchObject([
    { check: 'icu_syntax', level: 'error', count: 1, first: [{ locale: 'de', key: 'b' }] },
    {
      check: 'placeholders',
      level: 'error',
      count: 1,
      first: [{ locale: 'de', key: 'a', message: expect.any(String) }],
    },
    { check: 'edge_whitespace', level: 'warning', count: 2, first: [{ key: 'a' }, { key: 'c' }] },
  ])
  expect(answer['next']).toContain('Translations with an error: 2;')
  expect(await loop.unit('a')).toMatchObject({
    texts: [{ value: 'Hallo {nome} ', findings: [{ level: 'error' }, {}, { id: 'edge_whitespace' }] }],
  })
  expect((await loop.unit('c')).texts).toMatchObject([{ value: 'C' }])
  expect(await loop.translate({ a: 'Hallo {name}' })).toMatchObject({ accepted: 1 })
})

describe('the path of an imported file', () => {
  it('is found by the rules, in any spelling of the locale', async () => {
    const files = [{ path: 'app/en/site.json', content: '{"a":"A"}', target: 'app/{locale_underscore}/site.json' }]
    await loop.call('push_source', { files })
    await loop.push({ b: 'B' })
    const answer = await pushFiles([
      { path: 'app/pt_BR/site.json', content: '{"a":"Á"}' },
      { path: 'locales/pt-BR.json', content: '{"b":"Bê","z":""}' },
    ])
    expect(answer).toMatchObject({
      imported: 2,
      files: [
        { path: 'app/pt_BR/site.json', locale: 'pt-BR', source: 'app/en/site.json', imported: 1 },
        { path: 'locales/pt-BR.json', locale: 'pt-BR', source: 'locales/en.json', imported: 1 },
      ],
      left: { 'pt-BR': 0 },
    })
  })

  it('may be given when it does not contain the locale', async () => {
    await loop.push({ a: 'A' })
    expect(await pushFiles([{ path: 'german.json', content: '{"a":"Ä"}', locale: 'de' }])).toMatchObject({
      imported: 1,
    })
    await loop.push({ a: 'A' }, {}, 'web/en.json')
    const file = { path: 'german.json', content: '{"a":"Ö"}', locale: 'de' }
    expect((await refused(pushFiles([file]))).fix).toContain('locale and source')
    expect(await pushFiles([{ ...file, source: 'web/en.json' }])).toMatchObject({ imported: 1 })
    expect((await refused(pushFiles([{ ...file, source: 'web/e.json' }]))).fix).toContain('web/en.json')
  })

  it('may spell the locale in another way than the rule, and a pull writes it there', async () => {
    await loop.push({ a: 'A' })
    await pushFiles([{ path: 'locales/pt_BR.json', content: '{"a":"Á"}' }])
    expect(await loop.files({ locale: 'pt-BR' })).toMatchObject([{ path: 'locales/pt_BR.json', content: '{"a":"Á"}' }])
    const { rules } = await loop.call('get_project')
    expect(rules).toMatchObject([{ target: 'locales/{locale}.json', aliases: { 'pt-BR': 'pt_BR' } }])
  })

  it('that matches nothing is rejected with the possible paths', async () => {
    await loop.push({ a: 'A' })
    const fault = await refused(
      pushFiles([
        { path: 'locales/pt-BRA.json', content: '{}' },
        { path: 'elsewhere.json', content: '{}' },
        { path: 'locales/en.json', content: '{}' },
        { path: 'locales/de.json', content: '{"a":"Ä"}' },
      ]),
    )
    expect(fault.code).toBe('invalid_input')
    expect(fault.message).toContain('locales/pt-BRA.json is not a target path')
    expect(fault.message).toContain('elsewhere.json is not a target path')
    expect(fault.message).toContain('locales/en.json is a source file')
    expect(fault.fix).toContain('Did you mean locales/pt-BR.json?')
    expect(fault.fix).toContain('locales/de.json')
    expect(await loop.unit('a')).toMatchObject({ rev: 0 })
  })
})

describe('a call with an invalid file', () => {
  const ok = { path: 'locales/de.json', content: '{"a":"Ä"}' }
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
  for (const [name, files, words] of [
    ['that cannot be read', [ok, { path: 'locales/pt-BR.json', content: '{"a": "Á",}' }], 'locales/pt-BR.json'],
    ['that comes twice', [ok, ok], 'twice'],
    ['that is there under two paths', [ok, { ...ok, path: 'german.json', locale: 'de' }], 'both the de target file'],
    ['of another sha256', [{ ...ok, sha256: sha('other') }], 'sha256'],
    ['of a locale that is no target', [{ ...ok, locale: 'fr' }], 'is not a target locale'],
    ['outside the repository', [{ ...ok, path: '../de.json' }], '..'],
  ] as const) {
    it(`${name} is rejected, and nothing is imported`, async () => {
      await loop.push({ a: 'A' })
      const fault = await refused(pushFiles(files))
      expect([fault.code, fault.message]).toEqual(['invalid_input', expect.stringContaining(words)])
      expect(fault.fix).toBeTruthy()
      expect(await loop.unit('a')).toMatchObject({ rev: 0 })
      expect(await targetFile('de')).toBeUndefined()
      expect(await batches()).toEqual(['push'])
    })
  }

  it('before any push of a source explains to push that first', async () => {
    expect((await refused(importDe({ a: 'Ä' }))).fix).toContain('push_source')
  })
})

describe('a file without content', () => {
  it('is taken from the store by its sha256, or requested', async () => {
    await loop.push({ a: 'A' })
    const content = '{"a":"Ä"}'
    await importDe(content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await pushFiles([{ path: 'locales/de.json', sha256 }])).toMatchObject({ unchanged: 1 })
    const asked = await pushFiles<{ uploads: object[] }>([
      { path: 'locales/pt-BR.json', sha256, bytes: content.length },
    ])
    expect(asked.uploads).toMatchObject([{ path: 'locales/pt-BR.json', put: expect.stringContaining('/transfer/') }])
    expect(await loop.unit('a', 'pt-BR')).toMatchObject({ rev: 0 })
  })

  it('is imported from an upload, once', async () => {
    await loop.push({ a: 'A' })
    const { store } = loop.world.services
    const project = await loop.record()
    const place = { projectId: project.id, purpose: 'target:pt-BR', branch: 'main', path: 'locales/pt-BR.json' }
    const { principal } = loop.ada
    const { services } = loop.world
    await store.transaction(tx =>
      stageUpload(place, '{"a":"Á"}', { principal, services, tx, beforeCommit: () => undefined }),
    )
    expect(await pushFiles([{ path: 'locales/pt-BR.json' }], { done: true })).toMatchObject({ imported: 1 })
    expect(await store.read.staged_files.count('all', '')).toBe(0)
    expect((await refused(pushFiles([{ path: 'locales/pt-BR.json' }], { done: true }))).message).toContain(
      'was not uploaded',
    )
  })
})

it('shows keys with hidden characters by name', async () => {
  await loop.push({ 'a\u202Eb': 'Hello {name}' })
  const answer = await importDe({ 'a\u202Eb': 'Hallo {nome}', 'c\u202Ed': 'Alt' })
  expect(answer['findings']).toMatchObject([{ check: 'placeholders', first: [{ key: 'a<U+202E>b' }] }])
  expect(answer['unknown']).toEqual({ count: 1, first: ['c<U+202E>d'] })
})
