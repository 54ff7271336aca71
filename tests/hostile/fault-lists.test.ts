import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTeam, type Team } from '../tools/team.ts'
import { refused } from '../tools/world.ts'

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 25 }, (_, at) => make(at))

describe('a call that is wrong in 25 places tells 20, and that there are 5 more', () => {
  let team: Team
  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  const told = async (tool: string, args: object) =>
    (await refused(team.ada.call(tool, { project: team.project, ...args }))).message

  it('of levels for checks that there are not', async () => {
    const message = await told('update_project_policy', {
      levels: Object.fromEntries(many(at => [`none${at}`, 'error'])),
    })
    expect(message.match(/in levels does not exist/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('of items to revert that there are not', async () => {
    const items = many(at => ({ key: `none${at}` }))
    const message = await told('revert_changes', { person: 'ada', items })
    expect(message.match(/none\d+/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('of files that cannot be read', async () => {
    const files = many(at => ({ path: `locales/${at}/en.json`, content: '{' }))
    const message = await told('push_source', { files })
    expect(message.match(/locales\/\d+\/en\.json/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })

  it('of locales to remove that there are not', async () => {
    const message = await told('update_project', { remove_locales: many(at => `fr-${100 + at}`) })
    expect(message.match(/fr-\d+/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 5 more errors\.$/)
  })
})
