import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { expectRefusal, openWorld, refused } from '../world.ts'

const world = allTests(() => openWorld())
const ada = allTests(() => world.user('ada'))
let made = 0

const create = (more: object = {}) => {
  made += 1
  return ada.call('create_project', {
    project: `ada/p${made}`,
    source_locale: 'en',
    target_locales: ['de', 'pt-BR'],
    ...more,
  })
}

const withRule = (rule: object) => create({ files: [{ source: 'l/en/*.json', target: 'l/{locale}/*.json', ...rule }] })

describe('a new project', () => {
  it('is created by a pipeline with the scopes of projects, and seen by an integration that only reads', async () => {
    verifies('5.7.pipeline', '5.7.read-only-integration', '1.personal-projects', '2.4.project')
    const pipeline = await world.user('kim', ['project:read', 'project:write'])
    const reader = await world.user('kim', ['project:read', 'voice:read'])
    const shop = { project: 'kim/shop', source_locale: 'en', target_locales: ['de', 'pl'] }
    await expectRefusal(reader.call('create_project', shop), 'insufficient_scope')
    await pipeline.call('create_project', shop)
    expect(await reader.call('list_projects')).toMatchObject({ projects: [{ project: 'kim/shop' }] })
  })

  it('stores canonical locales, without duplicates', async () => {
    const answer = await create({
      source_locale: 'EN',
      target_locales: ['pt_br', 'zh-hant-tw', 'pt-BR', 'es-419', 'fil'],
    })
    expect(answer).toMatchObject({ source_locale: 'en', target_locales: ['pt-BR', 'zh-Hant-TW', 'es-419', 'fil'] })
  })

  it('is rejected with every unknown locale, and suggested tags', async () => {
    const fault = await refused(create({ target_locales: ['de', 'english', 'klingon'] }))
    expect(fault.code).toBe('invalid_input')
    expect(fault.message).toMatch(/target_locales.*"english".*"klingon"/)
    expect(fault.message).toContain('such as en.')
    expect((await refused(create({ source_locale: 'english' }))).message).toContain('source_locale')
  })

  it('rejects its source locale as a target', async () => {
    const fault = await refused(create({ target_locales: ['de', 'EN'] }))
    expect([fault.code, fault.fix]).toEqual(['invalid_input', 'Remove en from target_locales.'])
  })

  it('needs a target locale and consistent rules', async () => {
    expect((await refused(create({ target_locales: [] }))).message).toContain('target_locales is []')
    const rule = { source: 'l/en.json', target: 'l/{locale}.json' }
    const fault = await refused(create({ files: [rule, { ...rule, target: 'm/{locale}.json' }] }))
    expect([fault.code, fault.message]).toEqual(['invalid_input', 'files has two rules for "l/en.json".'])
  })

  it('needs a valid name, and suggests one', async () => {
    for (const [bad, fix] of [
      ['ada/MyApp', 'Use ada/myapp.'],
      ['ada/my_app', 'Use ada/my-app.'],
      ['ada/-app-', 'Use ada/app.'],
      ['ada/a--b', 'Use ada/a-b.'],
      [`ada/${'a'.repeat(61)}`, `Use ada/${'a'.repeat(60)}.`],
      ['ada/приложение', 'Use a name such as app.'],
    ] as const) {
      const fault = await refused(create({ project: bad }))
      expect([fault.code, fault.fix], bad).toEqual(['invalid_input', fix])
    }
    expect((await refused(create({ project: 'ada/My App' }))).message).toContain('account/project')
    expect(await create({ project: `ada/${'a'.repeat(60)}` })).toHaveProperty('project')
  })

  it('needs a unique name in its account', async () => {
    await create({ project: 'ada/once' })
    const fault = await refused(create({ project: 'ada/once' }))
    expect([fault.code, fault.message]).toEqual(['already_exists', 'Project ada/once already exists.'])
    const bob = await world.user('bob')
    const answer = await bob.call('create_project', {
      project: 'bob/once',
      source_locale: 'en',
      target_locales: ['de'],
    })
    expect(answer).toMatchObject({ project: 'bob/once', name: 'once' })
  })
})

describe('a target path', () => {
  it('is a template with the locale in it', async () => {
    expect((await refused(withRule({ target: 'l/de/*.json' }))).message).toContain('has no {locale}')
    expect((await refused(withRule({ source: 'l/en/a.json' }))).message).toContain('more * than its source')
    expect((await refused(withRule({ source: 'l/**/a.json' }))).message).toContain('contains **')
  })

  it('ends as the files of a known format', async () => {
    for (const target of ['{locale}', 'l/{locale}.docx', 'l/{locale}.json.', 'l/{locale}/*.exe']) {
      expect((await refused(withRule({ target }))).message, target).toContain('is not supported')
    }
    await withRule({ target: 'l/{locale}/*.JSON' })
  })

  it('differs for each locale, and from the source', async () => {
    expect((await refused(withRule({ aliases: { 'pt-BR': 'de' } }))).message).toContain('l/de/x.json')
    expect((await refused(withRule({ aliases: { de: 'en' } }))).message).toContain('would overwrite the source file')
  })

  it('is spelled with aliases of target locales only', async () => {
    expect((await refused(withRule({ aliases: { pt: 'br' } }))).message).toContain(
      'pt in files.aliases is not a target locale',
    )
    await create({
      project: 'ada/aliased',
      files: [{ source: 'l/*/en.json', target: 'l/*/{locale}.json', aliases: { pt_BR: 'brazil' } }],
    })
    const files = [{ path: 'l/web/en.json', content: '{"a":"A"}' }]
    await ada.call('push_source', { project: 'ada/aliased', files })
    const pulled = await ada.call('pull_translations', { project: 'ada/aliased', locale: 'pt-BR' })
    expect(pulled).toMatchObject({ files: [{ path: 'l/web/brazil.json' }] })
  })

  it('stays inside the repository', async () => {
    for (const path of [
      '../{locale}.json',
      '.git/{locale}.json',
      '/{locale}.json',
      'a\\{locale}.json',
      '-a/{locale}.json',
      'C:/{locale}.json',
      'a//{locale}.json',
      '.GIT/{locale}.json',
    ]) {
      expect((await refused(withRule({ source: 'en.json', target: path }))).code, path).toBe('invalid_input')
      const source = path.replace('{locale}', 'en')
      expect((await refused(withRule({ source, target: '{locale}.json' }))).code, source).toBe('invalid_input')
    }
    for (const alias of ['../../etc', '.claude/settings', 'package'])
      expect((await refused(withRule({ target: '{locale}.json', aliases: { de: alias } }))).code).toBe('invalid_input')
  })

  it('is matched in linear time however many stars a pattern has', async () => {
    const source = `${'*a'.repeat(90)}.json`
    await create({ project: 'ada/stars', files: [{ source, target: `l/{locale}/${source}` }] })
    const files = [{ path: `${'a'.repeat(189)}b.json`, content: '{"a":"A"}' }]
    expect(await ada.call('push_source', { project: 'ada/stars', files })).toMatchObject({ added: 1 })
  })

  it('is shown by get_project for each file, or as a rule with pattern or aliases', async () => {
    const project = 'ada/ruled'
    const pattern = { source: 'l/en/*.json', target: 'l/{locale}/*.json' }
    const aliased = { source: 'm/en.json', target: 'm/{locale}.json', aliases: { 'pt-BR': 'br' } }
    await create({ project, files: [pattern, aliased, { source: 'n/en.json', target: 'n/{locale}.json' }] })
    await ada.call('push_source', { project, files: [{ path: 'l/en/a.json', content: '{"a":"A"}' }] })
    expect(await ada.call('get_project', { project })).toMatchObject({
      settings: { review: 'none', export: 'translated', syntax: 'auto' },
      rules: [pattern, aliased],
      files: [{ path: 'l/en/a.json', target: 'l/{locale}/a.json' }],
    })
  })

  it('is shown by get_project, with branches in the order of their first push', async () => {
    const project = 'ada/shown'
    await create({ project, name: 'Shown' })
    expect(await ada.call('get_project', { project })).toMatchObject({
      entries: 0,
      next: expect.stringMatching(/push_source/),
    })
    for (const branch of ['main', 'one', 'two', 'one']) {
      const files = [{ path: 'l/en.json', content: `{"a":"A","b":"${branch}${(made += 1)}"}` }]
      await ada.call('push_source', { project, branch, files })
    }
    const shown = await ada.call<{ branches: { name: string }[] }>('get_project', { project })
    expect(shown).toMatchObject({
      name: 'Shown',
      entries: 2,
      files: [{ path: 'l/en.json', format: 'json', entries: 2, target: 'l/{locale}.json' }],
    })
    expect(shown.branches.map(({ name }) => name)).toEqual(['main', 'one', 'two'])
  })

  it('is shown by get_project with the 100 most recently pushed branches', async () => {
    const project = 'ada/branched'
    await create({ project })
    const { store } = world.services
    const day = (at: number): string => new Date(Date.UTC(2027, 0, at)).toISOString()
    const branches = Array.from({ length: 130 }, (_, at) => ({ name: `b${at}`, pushed_at: day(at < 10 ? 900 : at) }))
    await store.transaction(async tx => {
      const account = await tx.accounts.by('handle', 'ada')
      const found = await tx.projects.by('name', compoundKey(account?.id ?? '', 'branched'))
      if (found !== undefined) await tx.projects.put({ ...found, branches })
    })
    const shown = await ada.call<{ branches: { name: string }[] }>('get_project', { project })
    expect(shown).toMatchObject({ more_branches: 30 })
    const names = branches.map(({ name }) => name)
    expect(shown.branches.map(({ name }) => name)).toEqual([...names.slice(0, 10), ...names.slice(40)])
  })
})
