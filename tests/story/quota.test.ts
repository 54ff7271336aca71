import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digest } from '../auth/policy/digest.ts'
import { run } from '../harness/command-line.ts'
import type { Refused } from '../harness/refused.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type CallTool, connectModern } from '../harness/surfaces.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { sourceFile } from '../tools/quota/filling.ts'

const STRINGS_A_PUSH = 500

let dragoman: Dragoman
let script: CallTool
let agent: CallTool
let closeAgent: () => Promise<void>
beforeAll(async () => {
  dragoman = await startDragoman({
    limits: { projects: 5, strings: 4 * STRINGS_A_PUSH, bytes: 10_000_000, history: 10_000_000 },
  })
  const token = await dragoman.token('project:read project:write', 'mallory')
  script = (tool, args = {}) => callByRest(dragoman.url, token, tool, args)
  const transport = new StreamableHTTPClientTransport(new URL(`${dragoman.url}/mcp?toolsets=all`), {
    requestInit: { headers: { authorization: `Bearer ${await dragoman.token('all', 'bob')}` } },
  })
  const connected = await connectModern(transport, '2026-07-28')
  agent = connected.call
  closeAgent = connected.close
})
afterAll(async () => {
  await closeAgent()
  await dragoman.stop()
})

const machine = (...args: readonly string[]) => run(args, { DRAGOMAN_DATA_DIR: dragoman.dataDir })

/** What mallory pushes: another file with new strings each time. */
const fill = (at: number) =>
  script('push_source', {
    project: 'mallory/app',
    files: [
      { path: `f${at}.json`, content: sourceFile(STRINGS_A_PUSH, at * STRINGS_A_PUSH), target: `{locale}/f${at}.json` },
    ],
  })

/** A complete round of work in another user's account. */
async function work(round: number): Promise<void> {
  const project = 'bob/app'
  const source = JSON.stringify({ [`k${round}`]: `Text ${round}` })
  await agent('push_source', {
    project,
    files: [{ path: `r${round}.json`, content: source, target: `{locale}/r${round}.json` }],
  })
  const { items } = (await agent('get_work', { project, locale: 'de' })) as { items: { id: string; src: string }[] }
  const texts = items.map(({ id, src }) => ({ id, src, text: `Satz ${round}` }))
  expect(await agent('submit_translations', { project, locale: 'de', items: texts })).toMatchObject({ accepted: 1 })
  await agent('pull_translations', { project, locale: 'de' })
  const { id } = (await agent('create_token', { name: `ci ${round}`, scopes: ['project:read'] })) as { id: string }
  await agent('revoke_token', { id })
}

it('a token fills only its own account, until an operator raises the limit', async () => {
  const project = { source_locale: 'en', target_locales: ['de'] }
  await script('create_project', { project: 'mallory/app', ...project })
  await agent('create_project', { project: 'bob/app', ...project })

  for (let at = 0; at < 4; at += 1) {
    await fill(at)
    await work(at)
  }
  expect(await script('get_context')).toMatchObject({
    quota: ['mallory: 2,000 of 2,000 source strings used. Ask an operator to raise the limit.'],
  })

  const before = await digest(dragoman.services.store)
  const error = (await fill(4).catch((reason: unknown) => reason)) as Refused
  expect(error).toMatchObject({ code: 'quota_exceeded' })
  expect(error.message).toBe(
    'mallory: 2,000 of 2,000 source strings used. This call would add 500. Nothing was written.',
  )
  expect(error.fix).toContain('ask an operator')
  expect(await digest(dragoman.services.store)).toEqual(before)
  await work(4)
  await script('get_status', { project: 'mallory/app' })

  const shown = await machine('quota', 'show', 'mallory')
  expect(shown.stdout).toMatch(/source strings +2,000 +2,000 +100 %/)
  const raised = await machine('quota', 'set', 'mallory', '--strings', '2500')
  expect(raised).toMatchObject({ code: 0, stdout: 'mallory: source strings 2,000 → 2,500.\n' })
  expect(await fill(4)).toMatchObject({ added: STRINGS_A_PUSH })
  await expect(fill(5)).rejects.toMatchObject({ code: 'quota_exceeded' })
  const { stdout } = await machine('audit', '--action', 'quota set')
  expect(stdout).toMatch(/\(control, control\) {2}quota set {2}mallory {2}strings: - → 2500\n$/)
})
