import { describe, expect, it } from 'vitest'
import { eachTest } from '../harness/each-test.ts'
import { openTeam } from '../tools/team.ts'
import { refused } from '../tools/world.ts'

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 25 }, (_, at) => make(at))

describe('a call with 25 faults reports 20, and the number of the others', () => {
  const team = eachTest(() => openTeam())

  it.each<[string, string, object, RegExp]>([
    [
      'unknown checks in the levels',
      'update_project_policy',
      { levels: Object.fromEntries(many(at => [`none${at}`, 'error'])) },
      /in levels does not exist/g,
    ],
    [
      'unknown items to revert',
      'revert_changes',
      { person: 'ada', items: many(at => ({ key: `none${at}` })) },
      /none\d+/g,
    ],
    [
      'unreadable files',
      'push_source',
      { files: many(at => ({ path: `locales/${at}/en.json`, content: '{' })) },
      /locales\/\d+\/en\.json/g,
    ],
    ['unknown locales to remove', 'update_project', { remove_locales: many(at => `fr-${100 + at}`) }, /fr-\d+/g],
  ])('for %s', async (_, tool, args, fault) => {
    const { message } = await refused(team.ada.call(tool, { project: team.project, ...args }))
    expect(message.match(fault)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })
})
