import { beforeEach, describe, expect, it } from 'vitest'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const DAY = 24 * 60 * 60 * 1000
const START = '2027-03-01T12:00:00.000Z'
const UNTIL = '2027-03-31T12:00:00.000Z'

const loop = eachLoop(['de', 'fr'])
beforeEach(async () => {
  await loop.push({ a: 'A', b: 'B' })
  await loop.translate({ a: 'A auf Deutsch' })
})

const project = 'ada/app'
const remove = (confirm?: string) =>
  loop.ada.call('delete_project', { project, ...(confirm !== undefined && { confirm }) })
const restore = () => loop.ada.call('restore_project', { project })
const create = () => loop.ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })

describe('deleting a project', () => {
  it.each([undefined, '', 'app', 'ADA/app', 'ada/app '])(
    'needs its name as confirmation, not %j, and previews what is deleted',
    async confirm => {
      const fault = await refused(remove(confirm))
      expect(fault.code).toBe('invalid_input')
      expect(fault.message).toMatch(
        /^confirm is .*Nothing was deleted; ada\/app has 1 source file, 2 entries and 1 translation\.$/,
      )
      expect(fault.fix).toContain('confirm: "ada/app"')
      expect((await loop.work()).left).toBe(1)
    },
  )

  it('hides it from every list and tool, and says until when it can be restored', async () => {
    const answer = await remove(project)
    expect(answer).toMatchObject({ project, deleted_at: START, restorable_until: UNTIL })
    expect(answer['next']).toContain(`To restore it until ${UNTIL}, call restore_project with project ada/app`)
    expect(await loop.ada.call('list_projects')).toEqual({ projects: [] })
    expect(JSON.stringify(await loop.ada.call('get_context'))).not.toContain('ada/app')
    const others = TOOLS.filter(
      ({ name, input }) => 'project' in input.shape && !/^(create|restore)_project$/.test(name),
    )
    expect(others.length).toBeGreaterThan(8)
    const given = { project, branch: 'b', locale: 'de', confirm: project, name: 'x', review: 'none' }
    for (const { name, input } of others) {
      const args: Record<string, unknown> = Object.fromEntries(
        Object.entries(given).filter(([field]) => field in input.shape),
      )
      if (name === 'push_source') args['files'] = [{ path: 'a.json', content: '{}' }]
      const fault = await refused(loop.ada.call(name, args))
      if (fault.code !== 'invalid_input')
        expect([name, fault.code, fault.message]).toEqual([
          name,
          'not_found',
          "ada/app does not exist, or this credential can't see it.",
        ])
    }
  })

  it('removes nothing: it is restored unchanged', async () => {
    const before = await loop.ada.call('get_status', { project })
    const work = await loop.work()
    await remove(project)
    loop.world.pass(30 * DAY - 1)
    expect(await restore()).toMatchObject({ project, target_locales: ['de', 'fr'] })
    await runRechecks(loop.world.services)
    expect(await loop.ada.call('get_status', { project })).toEqual(before)
    expect((await loop.work()).items).toEqual(work.items)
  })

  it('is, like its restoration, for administrators', async () => {
    await loop.world.organization('acme', { eve: 'admin', bob: 'member' })
    const [eve, bob] = [await loop.world.user('eve'), await loop.world.user('bob')]
    await eve.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
    const args = { project: 'acme/app', confirm: 'acme/app' }
    expect((await refused(bob.call('delete_project', args))).code).toBe('forbidden')
    await eve.call('delete_project', args)
    expect((await refused(bob.call('restore_project', { project: 'acme/app' }))).code).toBe('forbidden')
  })
})

describe('the name of a deleted project', () => {
  it('is reserved for 30 days, and the error says so', async () => {
    await remove(project)
    loop.world.pass(30 * DAY - 1)
    const fault = await refused(create())
    expect(fault.code).toBe('already_exists')
    expect(fault.message).toContain(`ada/app was deleted on ${START}`)
    expect(fault.fix).toBe(`Restore it with restore_project, wait until ${UNTIL}, or choose another name.`)
  })

  it('is free after that, also before the sweep, and the old project cannot be restored', async () => {
    await remove(project)
    loop.world.pass(30 * DAY)
    const late = await refused(restore())
    expect([late.code, late.message]).toEqual([
      'not_found',
      `ada/app was deleted on ${START} and could be restored until ${UNTIL}.`,
    ])
    await create()
    expect(await loop.ada.call('get_project', { project })).toMatchObject({ entries: 0, target_locales: ['de'] })
    expect((await refused(restore())).code).toBe('conflict')
    await remove(project)
    loop.world.pass(30 * DAY)
    await create()
    expect(await loop.ada.call('list_projects')).toMatchObject({ projects: [{ project }] })
  })
})

it('only a deleted project can be restored, and an unknown one gets a suggestion', async () => {
  const fault = await refused(restore())
  expect([fault.code, fault.message]).toEqual(['conflict', 'ada/app is not deleted.'])
  expect((await refused(loop.ada.call('restore_project', { project: 'ada/ap' }))).fix).toBe('Did you mean ada/app?')
})
