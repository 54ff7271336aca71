import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProjectRecord } from '../../../src/store/records/localization.ts'
import type { Frozen } from '../../../src/store/store.ts'
import { type Loop, openLoop } from '../loop.ts'
import { refused } from '../world.ts'

let loop: Loop
beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

const alter = async (change: Partial<Frozen<ProjectRecord>>) => {
  const before = await loop.record()
  await loop.world.services.store.transaction(tx => tx.projects.put({ ...before, ...change }))
}
const push = (path: string, branch?: string) => loop.push({ a: 'A' }, { ...(branch !== undefined && { branch }) }, path)

it('a project has 1,000 branches at most; those that it has can be pushed to', async () => {
  const pushed_at = new Date(0).toISOString()
  await alter({ branches: Array.from({ length: 1000 }, (_, at) => ({ name: `b${at}`, pushed_at })) })
  expect(await refused(push('locales/en.json', 'more'))).toMatchObject({
    code: 'quota_exceeded',
    message: 'The project has 1000 of 1000 branches. It would have 1001. Nothing was written.',
    fix: expect.stringContaining('delete_branch') as string,
  })
  await push('locales/en.json', 'b7')
  await loop.ada.call('delete_branch', { project: loop.project, branch: 'b7' })
  await push('locales/en.json', 'more')
})

it('a project has 5,000 rules at most; a file that one of them names can be pushed', async () => {
  const rule = (at: number) => ({ source: `f${at}/en.json`, target: `f${at}/{locale}.json`, aliases: {} })
  const files = Array.from({ length: 4998 }, (_, at) => rule(at))
  await alter({ files: [...files, { source: 'l/en/*.json', target: 'l/{locale}/*.json', aliases: {} }] })
  await push('locales/en.json')
  const message = 'The project has 5000 of 5000 rules of files. It would have 5001. Nothing was written.'
  expect(await refused(push('more/en.json'))).toMatchObject({ code: 'quota_exceeded', message })
  const update = { project: loop.project, files: [{ source: 'x/en.json', target: 'x/{locale}.json' }] }
  expect(await refused(loop.ada.call('update_project', update))).toMatchObject({ code: 'quota_exceeded', message })
  await push('l/en/more.json')
  await push('f7/en.json')
})
