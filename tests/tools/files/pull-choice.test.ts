import { beforeEach, describe, expect, it } from 'vitest'
import type { pullTranslations } from '../../../src/tools/files/pull/pull-translations.ts'
import { findTool } from '../../../src/tools/registry.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])

type Answer = AnswerOf<typeof pullTranslations>

const pull = (args: object = {}): Promise<Answer> => loop.call('pull_translations', args)
const pathsOf = ({ files = [] }: Answer): readonly unknown[] => files.map(({ path }) => path)
const approve = (name: string): Promise<void> =>
  loop.alter(name, ({ texts }) => ({ texts: texts.map(text => ({ ...text, state: 'approved' })) }))
const parsed = async (more: object = {}): Promise<unknown> => JSON.parse((await loop.pull({ ...more })).content)

describe('the translations in a pull', () => {
  beforeEach(async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D' })
    await loop.submit(['a', 'b'].map(key => ({ key, text: `${key} de` })))
    await approve('a')
    await loop.settings({ review: 'required' })
    await loop.translate({ c: 'c de' })
  })

  it('are translated or approved ones, unless the project or the call says otherwise', async () => {
    expect(await parsed()).toEqual({ a: 'a de', b: 'b de' })
    expect(await parsed({ include: 'approved' })).toEqual({ a: 'a de' })
    expect(await parsed({ include: 'all' })).toEqual({ a: 'a de', b: 'b de', c: 'c de' })
    await loop.settings({ export: 'approved' })
    expect(await parsed()).toEqual({ a: 'a de' })
    expect(await parsed({ include: 'translated' })).toEqual({ a: 'a de', b: 'b de' })
    expect((await refused(loop.pull({ include: 'some' }))).message).toContain('include')
  })

  it('include the last approved one of the source while a newer one is not approved, and stale ones unless the policy omits them', async () => {
    const human = await loop.world.human('ada')
    await loop.world.services.store.transaction(async tx => {
      const { items } = await tx.revisions.page('translation', (await loop.unit('a')).id, { limit: 1 })
      for (const one of items) await tx.revisions.append({ ...one, id: 'approval', rev: 2, state: 'approved' })
    })
    await loop.alter('a', () => ({ rev: 2 }))
    expect(await loop.translate({ a: 'a anders' }, {}, human)).toMatchObject({ accepted: 1 })
    expect(await parsed({ include: 'approved' })).toEqual({ a: 'a de' })
    expect(await parsed()).toEqual({ a: 'a anders', b: 'b de' })
    await loop.push({ a: 'A new', b: 'B', c: 'C', d: 'D' })
    const unapproved = await loop.pull({ include: 'approved' })
    expect(unapproved).toMatchObject({ content: '{}\n', exported: 0, unapproved: 2, missing: 4 })
    expect(unapproved).not.toHaveProperty('omitted')
    expect(await parsed()).toEqual({ a: 'a anders', b: 'b de' })
    expect(await loop.pull()).toMatchObject({ exported: 2, stale: 1, missing: 2 })
    await loop.settings({ review: 'required', stale: 'omit' })
    expect(await parsed()).toEqual({ b: 'b de' })
    expect(await loop.pull()).toMatchObject({ exported: 1, omitted: 1, missing: 3 })
    await approve('a')
    const approved = await loop.pull({ include: 'approved' })
    expect(approved).toMatchObject({ content: '{}\n', exported: 0, omitted: 1, unapproved: 1, missing: 4 })
    await loop.settings({ export: 'approved' })
    expect(await loop.call('get_status')).toMatchObject({
      locales: [{ locale: 'de', stale: 1, omitted: 1 }, { locale: 'fr' }],
    })
  })
})

it('changed_since leaves out the files in which nothing changed', async () => {
  await loop.push({ a: 'A' })
  await loop.push({ b: 'B' }, {}, 'web/en.json')
  await loop.submit([{ key: 'a', texts: { de: 'Ä', fr: 'À' } }])
  loop.world.pass(60_000)
  const since = loop.world.services.now().toISOString()
  expect(await pull({ changed_since: since, locales: ['de', 'fr'] })).toEqual({
    files: [],
    next: 'No file changed since.',
  })
  loop.world.pass(60_000)
  const { items } = await loop.work()
  await loop.submit(items.map(({ id, src }) => ({ id, src, text: 'Be' })))
  expect(pathsOf(await pull({ changed_since: since }))).toEqual(['web/de.json'])
  expect(pathsOf(await pull({ changed_since: since.replace('Z', '+00:00') }))).toEqual(['web/de.json'])
  loop.world.pass(60_000)
  await loop.call('push_translations', { files: [{ path: 'locales/fr.json', content: '{"a": "À"}' }] })
  expect(pathsOf(await pull({ changed_since: since }))).toEqual(['locales/fr.json', 'web/de.json'])
  await loop.push({ a: 'A', z: 'Z' })
  expect(await pull({ changed_since: since })).toMatchObject({ files: { length: 3 }, left_out: 1 })
  const fault = await refused(pull({ changed_since: 'yesterday' }))
  expect([fault.code, fault.message]).toEqual(['invalid_input', expect.stringContaining('changed_since')])
})

describe('large files', () => {
  const large = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key${at}`, `Text number ${at} of these`]))

  beforeEach(async () => {
    await loop.push(large)
    await loop.call('push_translations', {
      files: ['de', 'fr'].map(locale => ({ path: `locales/${locale}.json`, content: JSON.stringify(large) })),
    })
  })

  it('are returned as single-use links', async () => {
    const answer = await pull()
    expect(answer.files).toMatchObject([
      { path: 'locales/de.json', exported: 300, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { path: 'locales/fr.json' },
    ])
    expect(JSON.stringify(answer)).not.toContain('Text number')
    const [first] = answer.downloads ?? []
    expect(first?.get).toMatch(/^http:\/\/localhost:4050\/transfer\/[\w-]{40,}$/)
    expect(answer.next).toContain('Write the files of downloads at the repository root')
    expect(await loop.world.services.links.peek(first?.get?.split('/').at(-1) ?? '')).toMatchObject({
      kind: 'get',
      args: { project: loop.project, locale: 'de', path: 'locales/en.json', branch: 'main' },
      principal: loop.ada.principal,
    })
  })

  it('are lines for the shell of a model, which contain each URL once', async () => {
    const { services } = loop.world
    const call = { services, principal: loop.ada.principal, surface: 'mcp', requestId: 'r' } as const
    const answer = await findTool('pull_translations').invoke({ project: loop.project }, call)
    const line = (path: string) =>
      expect.stringMatching(
        RegExp(`^curl -fsSg --create-dirs -o '${path}' 'http://localhost:4050/transfer/[\\w-]{40,}'$`),
      )
    expect(answer).toMatchObject({
      downloads: ['locales/de.json', 'locales/fr.json'].map(path => ({ path, curl: line(path) })),
      next: expect.stringContaining('Run the curl lines of downloads at the repository root'),
    })
    expect(JSON.stringify(answer).match(/\/transfer\//g)).toHaveLength(2)
  })

  it('are returned as one archive when they are more than twenty, with totals instead of rows', async () => {
    for (let at = 0; at < 10; at += 1) await loop.push({ [`k${at}`]: 'x' }, {}, `p${at}/en.json`)
    const answer = await pull({ include: 'all', locales: ['de', 'fr'] })
    expect(answer).toEqual({
      archive: { get: expect.stringContaining('/transfer/') },
      locales: [
        { locale: 'de', files: 11, exported: 300, missing: 10 },
        { locale: 'fr', files: 11, exported: 300, missing: 10 },
      ],
      next: 'Unpack the tar.gz of archive at the repository root. For missing, fuzzy or stale strings, call get_work with locale de.',
    })
    expect(await loop.world.services.links.peek(answer.archive?.get?.split('/').at(-1) ?? '')).toMatchObject({
      args: { project: loop.project, include: 'all' },
    })
  })
})
