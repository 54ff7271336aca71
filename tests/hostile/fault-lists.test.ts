import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTeam, type Team } from '../tools/team.ts'
import { refused } from '../tools/world.ts'

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 25 }, (_, at) => make(at))

describe('a call with 25 faults reports 20, and the number of the others', () => {
  let team: Team
  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  const told = async (tool: string, args: object) =>
    (await refused(team.ada.call(tool, { project: team.project, ...args }))).message

  it('for unknown checks in the levels', async () => {
    const message = await told('update_project_policy', {
      levels: Object.fromEntries(many(at => [`none${at}`, 'error'])),
    })
    expect(message.match(/in levels does not exist/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('for unknown items to revert', async () => {
    const items = many(at => ({ key: `none${at}` }))
    const message = await told('revert_changes', { person: 'ada', items })
    expect(message.match(/none\d+/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('for unreadable files', async () => {
    const files = many(at => ({ path: `locales/${at}/en.json`, content: '{' }))
    const message = await told('push_source', { files })
    expect(message.match(/locales\/\d+\/en\.json/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('for unknown locales to remove', async () => {
    const message = await told('update_project', { remove_locales: many(at => `fr-${100 + at}`) })
    expect(message.match(/fr-\d+/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })
})
