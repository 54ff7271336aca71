import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { eachWorld, refused } from '../world.ts'

const world = eachWorld()
const ada = eachTest(() => world.user('ada'))
beforeEach(() => create(ada, 'ada/app'))

const create = (by: typeof ada, project: string) =>
  by.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })

/** Calls that name a project, reading and writing. */
const CALLS = [
  ['get_project', {}],
  ['update_project', { name: 'x' }],
  ['delete_project', { confirm: 'x' }],
  ['restore_project', {}],
] as const

const faultOf = async (tool: string, args: object) => {
  const { code, message, fix } = await refused(ada.call(tool, args))
  return { code, message, fix }
}

describe.each(CALLS)('%s', (tool, more) => {
  it('suggests the nearest project for a missing one', async () => {
    for (const project of ['ada/ap', 'ada/aqp', 'ADA/apps']) {
      expect(await faultOf(tool, { project, ...more })).toEqual({
        code: 'not_found',
        message: `${project.toLowerCase()} does not exist, or this credential can't see it.`,
        fix: 'Did you mean ada/app?',
      })
    }
  })

  it('returns the same error for a hidden project as for a missing one, with its suggestion', async () => {
    await world.user('adam')
    const names = ['adam/app', 'bob/secret', 'ada/apq']
    const before = await Promise.all(names.map(project => faultOf(tool, { project, ...more })))
    expect(before.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found'])
    const adam = await world.user('adam')
    const bob = await world.user('bob')
    await create(adam, 'adam/app')
    await create(bob, 'bob/secret')
    const after = await Promise.all(names.map(project => faultOf(tool, { project, ...more })))
    expect(after).toEqual(before)
    expect(before[0]?.fix).toBe('Did you mean ada/app?')
    expect(JSON.stringify(await faultOf(tool, { project: 'bob/secre', ...more }))).not.toContain('bob/secret')
  })
})
