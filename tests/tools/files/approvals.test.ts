import { beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/auth/policy/scopes.ts'
import type { ProjectRecord } from '../../../src/store/records/localization.ts'
import { eachTeam, type Team } from '../team.ts'
import { refused } from '../world.ts'

const SOURCE = 'locales/en.json'
const WRITING: readonly Scope[] = ['project:read', 'project:write']

const team = eachTeam({ a: 'Apple' }, ['de', 'fr'])

beforeEach(() => team.submit(team.ada, 'a', 'Apfel'))

type Caller = Team['ada']
const update = (by: Caller, more: object) => by.call('update_project', { project: team.project, ...more })
const rule = (target: string, aliases?: object, source = SOURCE) => ({ source, target, ...(aliases && { aliases }) })
const pull = (by: Caller, more: object = {}) =>
  by.call<{ files: readonly { path: string }[] }>('pull_translations', { project: team.project, ...more })
const pathsOf = async (more: object = {}) => (await pull(team.bob, more)).files.map(({ path }) => path)
/** As a store from before approvals has it. */
const older = (files: ProjectRecord['files']) =>
  team.world.services.store.transaction(async tx => tx.projects.put({ ...(await team.record()), files }))

const ATTACK = rule('{locale}.json', { de: 'opencode' })

describe('a member', () => {
  const attacks: [name: string, tool: string, args: object, message: RegExp][] = [
    [
      'an alias that is a tool',
      'update_project',
      { files: [ATTACK] },
      /Path "opencode\.json" cannot hold translations/,
    ],
    [
      'an alias that may be one',
      'update_project',
      { files: [rule('{locale}.json', { de: 'newtool' })] },
      /"newtool" is not a spelling of de/,
    ],
    ['a template that spells a tool', 'update_project', { files: [rule('newto{locale}.json')] }, /touch \{locale\}/],
    [
      'a locale that is a tool',
      'update_project',
      { add_locales: ['newtool'], allow_private_locale: true, files: [rule('{locale}.json')] },
      /does not know the language of locale "newtool"/,
    ],
    [
      'a file of a tool in a folder that is a language',
      'update_project',
      { add_locales: ['bin'], files: [rule('{locale}/newtool.json')] },
      /File name "newtool.json" has no \{locale\}/,
    ],
    [
      'a file of a tool by a push',
      'push_source',
      { files: [{ path: 'x/en.json', content: '{"x":"X"}', target: '{locale}/newtool.json' }] },
      /File name "newtool.json" has no \{locale\}/,
    ],
    [
      'a project of Nx',
      'update_project',
      { files: [rule('libs/{locale}/project.json')] },
      /Nx runs commands from project.json/,
    ],
    [
      'a target of a push',
      'push_source',
      { files: [{ path: 'x/en.json', content: '{"x":"X"}', target: 'newto{locale}.json' }] },
      /x\/en\.json: .*touch \{locale\}/,
    ],
    [
      'a new project',
      'create_project',
      {
        project: 'acme/other',
        source_locale: 'en',
        target_locales: ['de'],
        files: [rule('{locale}.json', { de: 'newtool' })],
      },
      /"newtool" is not a spelling of de/,
    ],
  ]
  for (const [name, tool, args, message] of attacks) {
    it(`cannot set ${name}, and nothing changes`, async () => {
      const before = await team.record()
      const fault = await refused(team.bob.call(tool, { project: team.project, ...args }))
      expect(fault.message).toMatch(message)
      expect(fault.code).toBe(/cannot hold/.test(fault.message) ? 'invalid_input' : 'forbidden')
      if (fault.code === 'forbidden') expect(fault.fix).toMatch(/administrator to set/)
      expect(await team.record()).toEqual(before)
      expect(await pathsOf({ locale: 'de' })).toEqual(['locales/de.json'])
    })
  }

  it('is referred to an administrator also with a credential without the scope', async () => {
    const bob = await team.world.user('bob', WRITING)
    const files = [rule('l/{locale}.json', { de: 'german' })]
    expect(await refused(update(bob, { files }))).toMatchObject({
      code: 'forbidden',
      fix: 'Use a spelling such as de, de-DE, de_DE. Or: Ask an owner or administrator to set it.',
    })
    const ada = await team.world.user('ada', WRITING)
    expect(await refused(update(ada, { files }))).toMatchObject({
      code: 'insufficient_scope',
      scopes: ['project:admin'],
      fix: expect.stringMatching(/^Use a spelling such as de.* Or: /),
    })
  })

  it('may set every spelling of a locale', async () => {
    for (const alias of ['de-DE', 'de_DE', 'deDE', 'values-de', 'de.lproj']) {
      await update(team.bob, { files: [rule('l/{locale}/en.json', { de: alias })] })
      expect(await pathsOf({ locale: 'de' })).toEqual([`l/${alias}/en.json`])
    }
  })
})

describe('an approval', () => {
  const approved = rule('l/{locale}.json', { de: 'german' })
  beforeEach(() => update(team.ada, { files: [approved] }))

  it('is given by the administrator who sets the rule, is shown, and lets all members pull', async () => {
    expect(await pathsOf({ locale: 'de' })).toEqual(['l/german.json'])
    expect(await team.bob.call('get_project', { project: team.project })).toMatchObject({
      rules: [{ ...approved, approved: ['de'] }],
    })
    const { events } = await team.ada.call<{ events: readonly object[] }>('list_organization_audit_events', {
      organization: 'acme',
      action: 'update_project',
    })
    expect(events[0]).toMatchObject({ by: 'ada', detail: { approved_paths: 'l/german.json' } })
  })

  it('survives a repeated rule, and removing and adding its locale', async () => {
    await update(team.bob, { files: [approved] })
    await update(team.bob, { remove_locales: ['de'], confirm: true })
    await update(team.bob, { add_locales: ['de'] })
    await update(team.bob, { files: [{ ...approved, aliases: { de: 'german', fr: 'fr-FR' } }] })
    expect(await pathsOf({ locale: 'de' })).toEqual(['l/german.json'])
  })

  it('covers one path: an alias for another folder, rule or locale needs a new one', async () => {
    for (const files of [
      [{ ...approved, target: '{locale}.json' }],
      [{ ...approved, aliases: { de: 'germany' } }],
      [{ ...approved, aliases: { de: 'de', fr: 'german' } }],
      [{ ...approved, source: 'other/en.json', target: 'o/{locale}.json' }],
    ])
      expect(await refused(update(team.bob, { files }))).toMatchObject({ code: 'forbidden' })
    const push = (file: object) => team.bob.call('push_source', { project: team.project, files: [file] })
    const content = '{"a":"Apple"}'
    expect((await refused(push({ path: SOURCE, content, target: '{locale}.json' }))).code).toBe('forbidden')
    await push({ path: 'web/en.json', content, moved_from: SOURCE })
    expect(await pathsOf({ locale: 'de' })).toEqual(['l/german.json'])
  })

  it('is not given by a push, whoever sends it', async () => {
    const file = { path: 'x/en.json', content: '{"x":"X"}', target: 'x/strings{locale}.json' }
    const push = () => team.call('push_source', { files: [file] })
    expect(await refused(push())).toMatchObject({
      code: 'forbidden',
      fix: expect.stringContaining(
        'update_project with files [{"source":"x/en.json","target":"x/strings{locale}.json"}]',
      ),
    })
    await update(team.ada, { files: [rule(file.target, undefined, file.path)] })
    expect(await push()).toMatchObject({ added: 1 })
  })

  it('is not needed for a file that fills the * of a rule, unless developer tools read its name', async () => {
    await update(team.bob, { files: [rule('m/{locale}/*.json', undefined, 'm/en/*.json')] })
    const push = (name: string) =>
      team.bob.call('push_source', {
        project: team.project,
        files: [{ path: `m/en/${name}.json`, content: '{"m":"M"}' }],
      })
    expect(await push('app')).toMatchObject({ next: expect.not.stringContaining('administrator') })
    expect(await push('project')).toMatchObject({
      next: expect.stringMatching(
        /Nx runs commands.*Pulls refuse "m\/de\/project.json" until an administrator approves/,
      ),
    })
    for (const name of ['opencode', 'package', 'tsconfig.build', 'x.tf'])
      expect((await refused(push(name))).message).toContain('configures developer tools')
  })
})

it('an approved pattern does not cover a file name that developer tools read', async () => {
  await update(team.ada, {
    files: [{ source: 'm/en/*.json', target: 'm/de/{locale}/*.json', aliases: { de: 'german', fr: 'french' } }],
  })
  for (const name of ['texts', 'project']) {
    const files = [{ path: `m/en/${name}.json`, content: '{"m":"M"}' }]
    await team.bob.call('push_source', { project: team.project, files })
  }
  expect(await pathsOf({ locale: 'de', path: 'm/en/texts.json' })).toEqual(['m/de/german/texts.json'])
  expect((await refused(pull(team.bob, { locale: 'de', path: 'm/en/project.json' }))).message).toContain(
    'Nx runs commands',
  )
  const glued = { files: [rule('m/*{locale}.json', undefined, 'm/*en.json')] }
  expect((await refused(update(team.ada, glued))).message).toContain('a * touches {locale}')
})

describe('a rule of an older store', () => {
  const german = { source: SOURCE, target: 'l/{locale}.json', aliases: { de: 'german' } }
  const attack = { source: SOURCE, target: '{locale}.json', aliases: { de: 'newtool' } }
  const ways = [{}, { locale: 'de' }, { locales: ['fr', 'de'] }, { locale: 'de', path: SOURCE }]

  it.each([german, attack])('is not pulled until an administrator approves it: %j', async older_rule => {
    await older([older_rule])
    for (const by of [team.ada, team.bob]) {
      for (const way of ways) {
        const fault = await refused(pull(by, way))
        expect(fault.code).toBe('conflict')
        expect(fault.message).toMatch(/^Nothing was pulled\. An administrator must approve/)
        expect(fault.fix).toContain(`update_project with files ${JSON.stringify([older_rule])}`)
      }
      const all = await refused(pull(by, { locales: ['fr', 'de'] }))
      expect(all.fix).toContain('Until then, pull with locales ["fr"]')
    }
    expect(await pathsOf({ locale: 'fr' })).toEqual([older_rule.target.replace('{locale}', 'fr')])
    expect(
      JSON.stringify(await team.bob.call('get_project_context', { project: team.project, locale: 'de' })),
    ).not.toContain(`${older_rule.aliases.de}.json`)
    await update(team.ada, { files: [older_rule] })
    expect(await pathsOf({ locale: 'de' })).toEqual([older_rule.target.replace('{locale}', older_rule.aliases.de)])
  })

  it('works in all other calls, and a push explains the approval', async () => {
    await older([german])
    const { bob, project } = team
    const pushed = await bob.call('push_source', {
      project,
      files: [{ path: SOURCE, content: '{"a":"Apple","b":"B"}' }],
    })
    expect(pushed).toMatchObject({ added: 1, next: expect.stringContaining('Pulls refuse "l/german.json"') })
    const files = [{ path: 'l/german.json', content: '{"a":"Apfel","b":"Be"}' }]
    expect(await bob.call('push_translations', { project, files })).toMatchObject({ imported: 1 })
    await update(bob, { add_locales: ['ja'], name: 'App' })
    await update(bob, { files: [german] })
    expect((await refused(pull(bob, { locale: 'de' }))).code).toBe('conflict')
    await update(bob, { files: [{ ...german, aliases: { de: 'de_DE' } }] })
    expect(await pathsOf({ locale: 'de' })).toEqual(['l/de_DE.json'])
  })

  it('that leads to a forbidden path is rejected by pulls only', async () => {
    await older([{ source: SOURCE, target: 'hooks/{locale}.json', aliases: {} }])
    expect((await refused(pull(team.ada, { locale: 'de' }))).message).toContain(
      'Path "hooks/de.json" cannot hold translations',
    )
    expect(await update(team.bob, { name: 'App' })).toMatchObject({ changed: ['name'] })
    await update(team.bob, { files: [rule('locales/{locale}.json')] })
    expect(await pathsOf({ locale: 'de' })).toEqual(['locales/de.json'])
  })

  it('is rejected for a transfer link, too', async () => {
    await older([german])
    const call = {
      services: team.world.services,
      principal: team.bob.principal,
      surface: 'rest',
      requestId: 'r',
    } as const
    const { findTool } = await import('../../../src/tools/registry.ts')
    const args = { project: team.project, locale: 'de', path: SOURCE }
    expect((await refused(findTool('pull_translations').invoke(args, { ...call, inlineFiles: true }))).code).toBe(
      'conflict',
    )
  })
})

it('case-insensitive file names never mix two locales, two sources, or a source with its translation', async () => {
  const twice = { files: [rule('l/{locale}.json', { de: 'FR' })] }
  expect((await refused(update(team.ada, twice))).message).toContain('share the path')
  const own = { files: [rule('Locales/{locale}.json', { de: 'EN' })] }
  expect((await refused(update(team.ada, own))).message).toContain('would overwrite the source file')
  const other = { path: 'b/en.json', content: '{"b":"B"}', target: 'LOCALES/{locale}.json' }
  const fault = await refused(team.bob.call('push_source', { project: team.project, files: [other] }))
  expect(fault.message).toContain('would share one file')
})
