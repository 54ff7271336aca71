import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import type { CallTool } from '../harness/surfaces.ts'
import { openStory } from './stage.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly src: string
  readonly rev?: number
}

interface Packet {
  readonly items: readonly Row[]
  readonly shared?: string
}

interface Submitted {
  readonly accepted: number
  readonly suggested?: number
  readonly refused?: readonly {
    readonly id: string
    readonly fix: string
    readonly rev?: number
  }[]
  readonly protected?: string
}

const stage = allTests(() => openStory())
/** Ada's agent, and a second client with the same token. */
let agent: CallTool
let other: CallTool

beforeAll(async () => {
  await stage.byLink('ada')
  const token = await stage.dragoman.token('all', 'ada')
  agent = await stage.agent(token)
  other = await stage.agent(token)
})

/** Creates a project with one German locale and pushes a file. */
async function begin(project: string, strings: object) {
  await agent('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  await agent('push_source', { project, files: [{ path: 'l/en.json', content: JSON.stringify(strings) }] })
}
const work = async (call: CallTool, project: string, more: object = {}): Promise<Packet> =>
  (await call('get_work', { project, locale: 'de', ...more })) as Packet
const submit = async (call: CallTool, project: string, items: readonly object[], more: object = {}) =>
  (await call('submit_translations', { project, locale: 'de', items, ...more })) as Submitted

describe('two workers with one token', () => {
  const strings = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, `Text number ${at}`]))

  it('overwrite nothing, even without names: the second one sees what is there, from whom, and what to send', async () => {
    const project = 'ada/two'
    await begin(project, strings)
    const same = (await work(agent, project, { limit: 25 })).items
    const again = (await work(other, project, { limit: 25 })).items
    expect(again.map(({ id }) => id)).toEqual(same.map(({ id }) => id))
    const texts = (rows: readonly Row[], by: string) =>
      rows.map(({ id, src, rev }) => ({ id, src, ...(rev !== undefined && { rev }), text: `Text von ${by}, ${id}` }))
    expect(await submit(agent, project, texts(same, 'Anna'))).toMatchObject({ accepted: 25 })
    const { accepted, refused = [] } = await submit(other, project, texts(again, 'Ben'))
    expect([accepted, refused.length]).toEqual([0, 25])
    const [one] = refused
    expect(one).toMatchObject({ code: 'rev_required', rev: 1, got: `Text von Anna, ${one?.id}` })
    expect(one).toMatchObject({ by: { kind: 'agent', person: 'ada' }, at: expect.stringMatching(/^2/) as string })
    expect(one?.fix).toBe('If yours is better, send it again with rev 1; else leave it out.')

    const [row] = same
    const better = { id: row?.id, src: row?.src, rev: one?.rev, text: 'Ein besserer Text' }
    expect(await submit(other, project, [better])).toMatchObject({ accepted: 1 })
  })
})

describe('protected translations', () => {
  const project = 'ada/import'

  it('say who can let others replace them, and where a user accepts the suggestion', async () => {
    await begin(project, { a: 'Save', b: 'Open' })
    const stranger = await stage.agent(await stage.dragoman.token('all', 'ada'))
    await agent('push_translations', {
      project,
      files: [{ path: 'l/de.json', content: '{"a":"Speichern","b":"Auf"}' }],
    })
    const [row] = (await work(stranger, project, { keys: ['b'] })).items
    const { entries } = (await stranger('get_entries', { project, locale: 'de', keys: ['b'] })) as {
      entries: readonly { readonly id: string }[]
    }
    const answer = await submit(stranger, project, [
      { id: entries[0]?.id, ...(row !== undefined && { src: row.src }), rev: 1, text: 'Öffnen' },
    ])
    expect(answer.suggested).toBe(1)
    expect(answer.refused?.[0]?.fix).toMatch(
      /^Yours is kept as a suggestion\. A user can accept it at http:.*\/strings\//,
    )
    expect(answer.protected).toContain(
      'only if an administrator of the account sets agents_replace with update_project_policy',
    )
    expect(await agent('get_project', { project })).toMatchObject({
      settings: { agents_replace: false },
      settings_by: expect.stringContaining('Administrators of the account') as string,
    })
  })
})

describe('a branch', () => {
  const project = 'ada/branch'

  it('says that translations are shared by source string, where they count, and how it is merged and deleted', async () => {
    await begin(project, { a: 'Save', b: 'Open' })
    const branch = 'release'
    expect(
      await agent('push_source', {
        project,
        branch,
        files: [{ path: 'l/en.json', content: '{"a":"Save","c":"New"}' }],
      }),
    ).toMatchObject({
      note: expect.stringMatching(/To merge a branch, .*To end a branch, call delete_branch/) as string,
    })
    const packet = await work(agent, project, { branch })
    expect(packet.shared).toContain('also count on every branch with the same source string')
    const texts = packet.items.map(({ id, src }, at) => ({ id, src, text: `Wort ${at}` }))
    const answer = await submit(agent, project, texts, { branch })
    expect(answer).toMatchObject({ accepted: 2, shared: expect.stringMatching(/count on main/) as string })
    expect(await agent('get_project_context', { project })).toMatchObject({
      branches: expect.stringContaining('To merge a branch') as string,
    })
  })
})
