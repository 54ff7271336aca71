import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallTool } from '../harness/surfaces.ts'
import { have } from '../tools/files/have.ts'
import { openStory, type Stage } from './stage.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly src: string
  readonly rev?: number
  readonly text?: string
  readonly before?: { readonly text: string; readonly why: string }
  readonly request?: { readonly why: string; readonly comment?: string; readonly by?: string; readonly refused: string }
  readonly held_by?: string
  readonly forms?: unknown
}

interface Packet {
  readonly items: readonly Row[]
  readonly left: number
  readonly forms?: unknown
  readonly next: string
}

interface Submitted {
  readonly accepted: number
  readonly suggested?: number
  readonly refused?: readonly {
    readonly id: string
    readonly code: string
    readonly why: string
    readonly fix: string
    readonly rev?: number
    readonly got?: string
    readonly by?: { readonly kind: string; readonly person?: string }
    readonly at?: string
  }[]
  readonly protected?: string
  readonly shared?: string
  readonly next: string
}

let stage: Stage
/** Ada's agent, a second client with the same token, and ada herself in her browser session. */
let agent: CallTool
let other: CallTool
let reviewer: CallTool

beforeAll(async () => {
  stage = await openStory()
  await stage.byLink('ada')
  const token = await stage.dragoman.token('all', 'ada')
  agent = await stage.agent(token)
  other = await stage.agent(token)
  reviewer = await stage.agent(await stage.dragoman.token('all', 'ada'))
})
afterAll(() => stage.close())

/** Creates a project with one German locale and pushes a file. */
async function begin(project: string, strings: object, locales: readonly string[] = ['de']) {
  await agent('create_project', { project, source_locale: 'en', target_locales: locales })
  await agent('push_source', { project, files: [{ path: 'l/en.json', content: JSON.stringify(strings) }] })
}
const work = async (call: CallTool, project: string, more: object = {}): Promise<Packet> =>
  (await call('get_work', { project, locale: 'de', ...more })) as Packet
const submit = async (call: CallTool, project: string, items: readonly object[], more: object = {}) =>
  (await call('submit_translations', { project, locale: 'de', items, ...more })) as Submitted
const pull = async (project: string, more: object = {}) => {
  const { files, next } = (await agent('pull_translations', { project, locale: 'de', ...more })) as {
    files: readonly { content: string }[]
    next: string
  }
  return { texts: JSON.parse(files[0]?.content ?? '{}') as Record<string, string>, next }
}
const review = (project: string, items: readonly object[]) =>
  reviewer('review_translations', { project, locale: 'de', items })

describe('requested changes', () => {
  const project = 'ada/review'
  const first = 'Warenkorb leeren'
  const worse = 'Wagen leeren'
  const better = 'Einkaufswagen leeren'
  let id = ''

  it('are work, first in the packet, with the words of the reviewer and the refused text', async () => {
    await begin(project, { a: 'Empty the cart', b: 'Pay' })
    const { items } = await work(agent, project)
    id = items[0]?.id ?? ''
    await submit(agent, project, [{ id, src: items[0]?.src, text: first }])
    await submit(agent, project, [{ id, src: items[0]?.src, rev: 1, text: worse }])
    expect(await review(project, [{ id, action: 'request_changes', comment: 'Say Einkaufswagen.' }])).toMatchObject({
      changes_requested: 1,
      left: { de: 2 },
      next: expect.stringContaining('first 1 for which a reviewer requested changes') as string,
    })
    expect(await agent('get_status', { project })).toMatchObject({
      locales: [{ left: 2 }],
      next: 'Call get_work with locale de: 2 strings are left, first 1 for which a reviewer requested changes.',
    })
    const packet = await work(agent, project)
    expect(packet.items).toMatchObject([
      { id, rev: 3, request: { why: 'changes_requested', comment: 'Say Einkaufswagen.', by: 'ada', refused: worse } },
      { key: 'b' },
    ])
  })

  it('keep the translation before in a pull, which says so, and the policy can export the refused one', async () => {
    const { texts, next } = await pull(project)
    expect(texts).toEqual({ a: first })
    expect(next).toContain('Held back: 1, because a reviewer requested changes')
    await agent('update_project_policy', { project, changes_requested: 'current' })
    expect((await pull(project)).texts).toEqual({ a: worse })
    await agent('update_project_policy', { project, changes_requested: 'previous' })
  })

  it('refuse the same text again with the words of the reviewer', async () => {
    const [row] = (await work(agent, project)).items
    const { refused } = await submit(agent, project, [{ id, src: row?.src, rev: row?.rev, text: worse }])
    expect(refused).toMatchObject([
      { code: 'changes_requested', why: 'A reviewer requested changes of exactly this text: Say Einkaufswagen.' },
    ])
  })

  it('end with a new text, of which the reviewer sees both', async () => {
    const [row] = (await work(agent, project)).items
    expect(await submit(agent, project, [{ id, src: row?.src, rev: row?.rev, text: better }])).toMatchObject({
      accepted: 1,
      left: { de: 1 },
    })
    const { entries } = (await reviewer('get_entries', { project, locale: 'de', ids: [id] })) as {
      entries: readonly { readonly texts: { readonly de: object } }[]
    }
    expect(entries[0]?.texts.de).toMatchObject({
      text: better,
      request: { why: 'changes_requested', refused: worse, comment: 'Say Einkaufswagen.' },
    })
    await review(project, [{ id, action: 'approve', rev: 4 }])
    expect((await pull(project)).texts).toEqual({ a: better })
  })
})

describe('two workers with one token', () => {
  const project = 'ada/two'
  const strings = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, `Text number ${at}`]))

  it('get different strings by their names', async () => {
    await begin(project, strings)
    const anna = await work(agent, project, { worker: 'anna', limit: 15 })
    const ben = await work(other, project, { worker: 'ben', limit: 15 })
    const taken = new Set(anna.items.map(({ id }) => id))
    expect(ben.items.filter(({ id }) => taken.has(id))).toEqual([])
    expect((await work(agent, project, { worker: 'anna', limit: 15 })).items.map(({ id }) => id)).toEqual([...taken])
    const { items } = await work(other, project, { worker: 'ben', limit: 30 })
    expect(items.slice(15).every(({ held_by }) => held_by?.includes('anna'))).toBe(true)
  })

  it('overwrite nothing, even without names: the second one sees what is there, from whom, and what to send', async () => {
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
    const { texts: pulled } = await pull(project)
    expect(Object.values(pulled).filter(text => text.includes('Anna'))).toHaveLength(25)

    const [row] = same
    const better = { id: row?.id, src: row?.src, rev: one?.rev, text: 'Ein besserer Text' }
    expect(await submit(other, project, [better])).toMatchObject({ accepted: 1 })
  })
})

describe('a file that a person edited after a pull, while the project changed', () => {
  it('is a conflict, although no file was imported before', async () => {
    const project = 'ada/edited'
    await begin(project, { a: 'Upgrade', b: 'Pay' })
    const rows = (await work(agent, project)).items
    const [first] = rows
    await submit(
      agent,
      project,
      rows.map(({ id, src }) => ({ id, src, text: 'Erster Text' })),
    )
    await submit(agent, project, [{ id: first?.id, src: first?.src, rev: 1, text: 'Text des Agenten' }])
    const files = [{ path: 'l/de.json', content: '{"a":"Text der Person","b":"Text der Person"}' }]
    expect(await agent('push_translations', { project, files })).toMatchObject({
      imported: 1,
      conflicts: { count: 1, first: [{ key: 'a', ours: 'Text des Agenten', theirs: 'Text der Person' }] },
      next: expect.stringMatching(/^Decide the conflict of "a" \(de\) first; /) as string,
    })
    const owner = have({ 'l/de.json': files[0]?.content ?? '' })
    expect((await pull(project, owner)).texts).toEqual({ a: 'Text der Person', b: 'Text der Person' })
    expect((await pull(project)).texts).toEqual({ a: 'Text des Agenten', b: 'Text der Person' })
    expect(await agent('get_entries', { project, locale: 'de', conflict: true })).toMatchObject({
      entries: [{ key: 'a', text: 'Text des Agenten' }],
    })
  })
})

describe('protected translations', () => {
  const project = 'ada/import'

  it('do not stop the token that imported them, with rev', async () => {
    await begin(project, { a: 'Save', b: 'Open' })
    await agent('push_translations', { project, files: [{ path: 'l/de.json', content: '{"a":"Sichern"}' }] })
    const { entries } = (await agent('get_entries', { project, locale: 'de', keys: ['a'] })) as {
      entries: readonly { readonly id: string; readonly texts: { readonly de: { readonly rev: number } } }[]
    }
    const [entry] = entries
    const rows = (await work(agent, project, { ids: [entry?.id] })).items
    const src = rows[0]?.src
    const item = { id: entry?.id, ...(src !== undefined && { src }), text: 'Speichern' }
    const { refused } = await submit(agent, project, [item])
    expect(refused).toMatchObject([{ code: 'rev_required', rev: 1, got: 'Sichern' }])
    expect(await submit(agent, project, [{ ...item, rev: 1 }])).toMatchObject({ accepted: 1 })
  })

  it('say who can let others replace them, and where a user accepts the suggestion', async () => {
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
    const packet = (await agent('get_work', { project, locale: 'de', branch })) as Packet & { readonly shared: string }
    expect(packet.shared).toContain('also count on every branch with the same source string')
    const texts = packet.items.map(({ id, src }, at) => ({ id, src, text: `Wort ${at}` }))
    const answer = await submit(agent, project, texts, { branch })
    expect(answer).toMatchObject({ accepted: 2, shared: expect.stringMatching(/count on main/) as string })
    expect(await agent('get_project_context', { project })).toMatchObject({
      branches: expect.stringContaining('To merge a branch') as string,
    })
  })
})

describe('the forms of a plural', () => {
  it('are listed as required and optional', async () => {
    const project = 'ada/plurals'
    await begin(project, { n: '{count, plural, one {# day} other {# days}}' }, ['ar'])
    const packet = (await agent('get_work', { project, locale: 'ar' })) as Packet
    expect(packet.forms).toMatchObject({
      ar: { required: ['one', 'two', 'few', 'many', 'other'], optional: ['zero'] },
    })
    const [row] = packet.items
    const text = '{count, plural, one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}'
    expect(
      await agent('submit_translations', { project, locale: 'ar', items: [{ id: row?.id, src: row?.src, text }] }),
    ).toMatchObject({ accepted: 1 })
  })
})
