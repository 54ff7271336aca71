import { expect, it } from 'vitest'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import { allTests } from '../harness/each-test.ts'
import { openWorld, refused } from '../tools/world.ts'

const world = allTests(() => openWorld())

const DAY = 24 * 60 * 60 * 1000
const command = <O>(name: string, input: object) => {
  const { services } = world
  const holder = { kind: 'command', pid: 1, startedAt: services.now() } as const
  return runOperatorCommand(name, input, { services, holder, requestId: 'req-command' }) as Promise<O>
}
const make = (user: string) =>
  command<{ id: string }>('token create', { user, create: true, name: 'ci', scopes: 'user:read' })
const link = (user: string) => command('login-link', { user, create: true })
const events = async () => (await world.services.store.read.audit.page('all', '', { limit: 100 })).items

it('a token is revoked once, with one event', async () => {
  const { id } = await make('ada')
  expect(await command('token revoke', { id })).toEqual({ id, revoked: 1 })
  const before = await events()
  expect(await command('token revoke', { id })).toEqual({ id, revoked: 0 })
  expect(await events()).toEqual(before)
})

it('a command with wrong arguments names a help command that works', async () => {
  const error = await refused(command('token create', { user: 'ada', name: '', scopes: 'user:read' }))
  expect(error.fixWith(args => `here ${args}`)).toBe('See the options: here token create --help')
})

it.each([
  ['token create', make],
  ['login-link', link],
])('the handle of an organization belongs to no user for %s until 30 days after the deletion', async (name, meet) => {
  const handle = `acme-${name.replace(' ', '-')}`
  await world.organization(handle, { ada: 'admin' })
  const said = {
    code: 'already_exists',
    message: `${handle} is an organization.`,
    fix: "Enter a user's handle.",
  }
  expect(await refused(meet(handle.toUpperCase()))).toMatchObject(said)
  const ada = await world.user('ada')
  await ada.call('delete_organization', { organization: handle, confirm: handle })
  world.pass(30 * DAY - 1)
  expect(await refused(meet(handle))).toMatchObject(said)
  world.pass(1)
  await meet(handle)
  const { read } = world.services.store
  expect(await read.users.by('handle', handle)).toMatchObject({ handle })
  expect(await read.accounts.by('handle', handle)).toMatchObject({ kind: 'personal' })
})
