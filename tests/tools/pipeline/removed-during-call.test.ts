import { beforeEach, describe, expect, it } from 'vitest'
import { findTool } from '../../../src/tools/registry.ts'
import { eachTeam } from '../team.ts'

const team = eachTeam({ hello: 'Hello Widget' })

beforeEach(async () => {
  const { ada, project } = team
  const terms = [{ term: 'Widget', translations: { de: { translation: 'Dingsbums' } } }]
  await ada.call('save_glossary', { target: project, upsert: terms })
  await team.note(ada, 'hello', { comment: 'only between us' })
})

/** A call of bob's that has read its data, and continues on a signal. */
async function underWay(tool: string, args: object, table: string): Promise<{ goOn: () => Promise<string> }> {
  const { services } = team.world
  let goOn = (): void => undefined
  let reached = (): void => undefined
  const gate = new Promise<void>(resolve => (goOn = resolve))
  const atGate = new Promise<void>(resolve => (reached = resolve))
  let isFirst = true
  const slow = <T extends object>(target: T, wrap: (value: unknown, name: PropertyKey) => unknown): T =>
    new Proxy(target, { get: (of, name) => wrap(Reflect.get(of, name, of), name) })
  const read = slow(services.store.read, (repository, name) =>
    name === table
      ? slow(repository as object, method =>
          typeof method === 'function'
            ? async (...given: unknown[]) => {
                const found = (await Reflect.apply(method, repository, given)) as unknown
                if (isFirst) {
                  isFirst = false
                  reached()
                  await gate
                }
                return found
              }
            : method,
        )
      : repository,
  )
  const store = slow(services.store, (value, name) =>
    name === 'read' ? read : typeof value === 'function' ? value.bind(services.store) : value,
  )
  const call = {
    services: { ...services, store },
    principal: team.bobByHand.principal,
    surface: 'web',
    requestId: 'r',
  } as const
  const answer = findTool(tool)
    .invoke(args, call)
    .then(JSON.stringify, (error: Error) => error.message)
  await atGate
  return {
    goOn: () => {
      goOn()
      return answer
    },
  }
}

const remove = () => team.ada.call('remove_member', { organization: 'acme', user: 'bob' })

describe('a member who is removed during a read', () => {
  it.each([
    ['list_organizations', 'projects'],
    ['list_accounts', 'memberships'],
    ['list_projects', 'projects'],
    ['get_context', 'projects'],
  ])('gets no answer about the organization from %s', async (tool, table) => {
    const kept = await underWay(tool, {}, table)
    expect(await kept.goOn()).toContain('acme')
    const call = await underWay(tool, {}, table)
    await remove()
    expect(await call.goOn()).not.toContain('acme')
  })

  it.each([
    ['get_project_context', { project: 'acme/app' }, 'voices', 'Dingsbums'],
    ['get_work', { project: 'acme/app', locale: 'de' }, 'voices', 'Dingsbums'],
    ['get_entries', { project: 'acme/app', keys: ['hello'] }, 'entries', 'only between us'],
  ])('reads of a public organization by %s only what is public', async (tool, args, table, secret) => {
    await team.world.setAccount('acme', { public: true })
    const kept = await underWay(tool, args, table)
    expect(await kept.goOn()).toContain(secret)
    const call = await underWay(tool, args, table)
    await remove()
    const answer = await call.goOn()
    expect(answer).toMatch(/acme\/app|Hello Widget/)
    expect(answer).not.toContain(secret)
  })
})
