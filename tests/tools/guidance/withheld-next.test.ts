import { beforeEach, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { eachTest } from '../../harness/each-test.ts'
import { eachWorld } from '../world.ts'

const project = 'acme/app'
const WRITING = /push_source|submit_translations|save_voice|save_glossary/

const world = eachWorld()
const ada = eachTest(() => world.user('ada'))

beforeEach(async () => {
  await world.organization('acme', { ada: 'admin', cy: 'member' })
  await world.setAccount('acme', { public: true })
  await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
})

type Caller = typeof ada

const next = async (by: Caller, tool: string, args: object) => (await by.call<{ next: string }>(tool, args)).next
const push = () => ada.call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Apple"}' }] })
const without = (scope: Scope) =>
  world.user(
    'ada',
    ALL_SCOPES.filter(one => one !== scope),
  )

const READS: readonly (readonly [string, object, Scope])[] = [
  ['get_project', { project }, 'project:write'],
  ['get_status', { project }, 'project:write'],
  ['get_work', { project, locale: 'de' }, 'project:write'],
  ['get_voice', { target: project }, 'voice:write'],
  ['get_voice', { target: 'acme', locale: 'de' }, 'voice:write'],
]

it('next suggests no writing tool to a read-only caller, and says why', async () => {
  const eve = await world.user('eve')
  const asked = [...READS]
  for (const isPushed of [false, true]) {
    if (isPushed) {
      await push()
      asked.push(['get_work', { project, locales: ['de'] }, 'project:write'])
    }
    for (const [tool, args, scope] of asked) {
      const told = await next(eve, tool, args)
      expect(told, tool).not.toMatch(WRITING)
      if (WRITING.test(await next(ada, tool, args))) {
        expect(told, tool).toContain(`You cannot write here: your role does not allow ${scope}.`)
        expect(await next(await without(scope), tool, args)).toContain(
          `You cannot write here: it needs the scope ${scope}.`,
        )
      }
    }
  }
})

it('next suggests no glossary change to a member without that permission', async () => {
  expect(await next(ada, 'get_glossary', { target: project })).toContain('save_glossary')
  expect(await next(await world.user('cy'), 'get_glossary', { target: project })).toBe(
    'You cannot write here: your role does not allow glossary:write.',
  )
})

it('next reports an account without access', async () => {
  await push()
  await world.setAccount('acme', { has_access: false })
  expect(await next(ada, 'get_work', { project, locale: 'de' })).toBe(
    'You cannot write here: an account involved has no access.',
  )
})
