import { describe, expect, it } from 'vitest'
import type { getContext } from '../../../src/tools/context/get-context.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, type Loop } from '../loop.ts'

const loop = eachLoop(['de', 'ja'])

const context = (caller: Pick<Loop['ada'], 'call'> = loop.ada) =>
  caller.call<AnswerOf<typeof getContext>>('get_context')

describe('the context of a caller', () => {
  it('has each project with its remaining work and the next step', async () => {
    expect(await context()).toMatchObject({
      projects: [{ project: 'ada/app', status: 'nothing pushed yet; en → de, ja' }],
      next: 'Push the source files of ada/app with push_source.',
    })
    await loop.push({ a: 'A', b: 'B' })
    await loop.submit([{ key: 'a', texts: { de: 'Ä', ja: 'ア' } }])
    await loop.submit([{ key: 'b', texts: { de: 'Be' } }])
    await loop.alter('b', ({ texts }) => ({ texts: texts.map(text => ({ ...text, state: 'needs_review' as const })) }))
    expect(await context()).toMatchObject({
      projects: [{ project: 'ada/app', status: 'en → de done (1 to review), ja 1 of 2 left' }],
      next: 'get_work returns strings to translate: project ada/app, locale ja.',
    })
    await loop.submit([{ key: 'b', texts: { ja: 'ビ' } }])
    expect((await context()).next).toContain('Nothing is left')
    await loop.push({ a: 'New', b: 'B' })
    expect((await context()).projects?.[0]?.status).toBe('en → de 1 of 2 left (1 to review), ja 1 of 2 left')
  })

  it('suggests reading to a read-only caller, and names the scopes for writing', async () => {
    await loop.push({ a: 'A' })
    const answer = await context(await loop.world.user('ada', ['project:read', 'account:read']))
    expect(answer.next).toBe('get_status shows what is missing: project ada/app, locale de.')
    expect(answer.cannot?.[0]).toContain('project:write')
    await loop.world.setAccount('ada', { has_access: false })
    expect((await context()).cannot).toEqual([expect.stringContaining('Write to ada: has_access is false')])
  })

  it('shows a limit from 80 % on, and that an operator can raise it', async () => {
    await loop.world.setAccount('ada', { limits: { strings: 5 } })
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    expect(await context()).not.toHaveProperty('quota')
    await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D' })
    const line = 'ada: 4 of 5 source strings used. Ask an operator to raise the limit.'
    expect(await context()).toMatchObject({ quota: [line] })
    const pipeline = await loop.world.user('ada', ['project:read', 'project:write'])
    expect(await context(pipeline)).toMatchObject({ quota: [line] })
    expect(await context(await loop.world.user('ada', ['user:read']))).not.toHaveProperty('quota')
    await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' })
    expect(await context()).toMatchObject({ quota: [line.replace('4 of 5', '5 of 5')] })
  })

  it('shows at most 10 limits', async () => {
    for (let at = 0; at < 12; at += 1) {
      await loop.world.organization(`org-${at}`, { ada: 'admin' })
      await loop.world.setAccount(`org-${at}`, { limits: { projects: 1 } })
      await loop.ada.call('create_project', { project: `org-${at}/p`, source_locale: 'en', target_locales: ['de'] })
    }
    const { quota } = await loop.ada.call<{ quota: string[] }>('get_context')
    expect(quota).toHaveLength(11)
    expect(quota.at(-1)).toBe('2 more limits nearly used up.')
  })

  it('fits an agent’s context with hundreds of projects and accounts, and counts the rest', async () => {
    const locales = 'af am ar az be bg bn bs ca cs cy da el eo'.split(' ')
    await loop.world.setAccount('ada', { limits: { projects: 1000 } })
    for (let at = 0; at < 250; at += 1) {
      await loop.ada.call('create_project', { project: `ada/p${at}`, source_locale: 'en', target_locales: locales })
    }
    for (let at = 0; at < 60; at += 1) await loop.world.organization(`org-${at}`, { ada: 'admin' })
    const answer = await context()
    expect(answer).toMatchObject({
      more_projects: true,
      more_accounts: 11,
      next: expect.stringContaining('list_projects'),
    })
    expect(answer.accounts).toHaveLength(50)
    expect(answer.projects?.length).toBeGreaterThan(20)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(16_000)
  })
})
