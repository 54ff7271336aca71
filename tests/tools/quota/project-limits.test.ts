import { describe, expect, it } from 'vitest'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { ProjectRecord } from '../../../src/store/records/localization.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()

const alter = async (change: Partial<Frozen<ProjectRecord>>) => {
  const before = await loop.record()
  await loop.world.services.store.transaction(tx => tx.projects.put({ ...before, ...change }))
}
const push = (path: string, branch?: string) => loop.push({ a: 'A' }, { ...(branch !== undefined && { branch }) }, path)

it('a project has 1,000 branches at most, and existing ones can be pushed to', async () => {
  const pushed_at = new Date(0).toISOString()
  await alter({ branches: Array.from({ length: 1000 }, (_, at) => ({ name: `b${at}`, pushed_at })) })
  expect(await refused(push('locales/en.json', 'more'))).toMatchObject({
    code: 'quota_exceeded',
    message: 'The project has 1000 of 1000 branches. It would have 1001. Nothing was written.',
    fix: expect.stringContaining('delete_branch') as string,
  })
  await push('locales/en.json', 'b7')
  await loop.call('delete_branch', { branch: 'b7' })
  await push('locales/en.json', 'more')
})

it('a project has 5,000 rules at most, and a file of an existing rule can be pushed', async () => {
  const rule = (at: number) => ({ source: `f${at}/en.json`, target: `f${at}/{locale}.json`, aliases: {} })
  const files = Array.from({ length: 4998 }, (_, at) => rule(at))
  await alter({ files: [...files, { source: 'l/en/*.json', target: 'l/{locale}/*.json', aliases: {} }] })
  await push('locales/en.json')
  const message = 'The project has 5000 of 5000 file rules. It would have 5001. Nothing was written.'
  expect(await refused(push('more/en.json'))).toMatchObject({ code: 'quota_exceeded', message })
  const update = { project: loop.project, files: [{ source: 'x/en.json', target: 'x/{locale}.json' }] }
  expect(await refused(loop.ada.call('update_project', update))).toMatchObject({ code: 'quota_exceeded', message })
  await push('l/en/more.json')
  await push('f7/en.json')
})

describe('the rules of a project', () => {
  const update = (files: readonly object[]) => loop.call('update_project', { files })
  const rule = (folder: string, aliases: Readonly<Record<string, string>> = {}) => ({
    source: `${folder}/en.json`,
    target: `${folder}/{locale}.json`,
    aliases,
  })
  /** The counted overhead of a rule, an alias or an approved locale. */
  const PART = 20
  /** A rule with an alias takes this. */
  const sizeOf = (folder: string, aliases = 0) => PART + 2 * folder.length + '/en.json/{locale}.json'.length + aliases
  /** A rule that leaves so many characters for others; its alias is of a locale that is no target. */
  const allBut = (room: number) => rule('z', { pl: 'x'.repeat(500_000 - room - sizeOf('z', PART + 2)) })

  it('have 500,000 characters at most, with their aliases', async () => {
    await alter({ files: [allBut(sizeOf('a', PART + 4) + sizeOf('b'))] })
    await update([rule('a', { de: 'de' })])
    expect(await refused(update([rule('bb')]))).toMatchObject({
      code: 'quota_exceeded',
      message: `The project has ${500_000 - sizeOf('b')} of 500000 characters of file rules. It would have 500002. Nothing was written.`,
      fix: expect.stringContaining('aliases') as string,
    })
    expect((await refused(push('bb/en.json'))).code).toBe('quota_exceeded')
    await push('b/en.json')
    expect((await refused(update([rule('a', { de: 'de_DE' })]))).message).toContain('It would have 500003.')
  })

  it('may be changed beyond that, but not grow', async () => {
    await alter({ files: [allBut(-1000), rule('a', { de: 'de' })] })
    expect((await refused(push('b/en.json'))).code).toBe('quota_exceeded')
    await push('a/en.json')
    await update([rule('a')])
    await loop.call('update_project', { name: 'Other' })
    expect((await refused(update([rule('a', { de: 'de' })]))).code).toBe('quota_exceeded')
  })

  it('include locales that a call approves', async () => {
    const odd = rule('o', { de: 'german' })
    const size = sizeOf('o', PART + 8)
    await alter({ files: [allBut(size + PART + 1)] })
    expect((await refused(update([odd]))).message).toContain('It would have 500001.')
    await alter({ files: [allBut(size + PART + 2)] })
    await update([odd])
    expect((await loop.record()).files[0]).toMatchObject({ approved: ['de'] })
  })

  it('have a * in at most 200 of their sources', async () => {
    const pattern = (at: number) => ({ source: `p${at}/en/*.json`, target: `p${at}/{locale}/*.json`, aliases: {} })
    await alter({ files: Array.from({ length: 199 }, (_, at) => pattern(at)) })
    await update([pattern(199)])
    expect(await refused(update([pattern(200)]))).toMatchObject({
      code: 'quota_exceeded',
      message: 'The project has 200 of 200 file rules with * in their source. It would have 201. Nothing was written.',
      fix: expect.stringContaining('more *') as string,
    })
    await update([{ ...pattern(7), target: 'q7/{locale}/*.json' }, rule('plain')])
    await push('more/en.json')
  })

  it('have the same limits in a new project', async () => {
    const target_locales = Array.from({ length: 200 }, (_, at) => `de-x-l${at}`)
    const aliases = Object.fromEntries(target_locales.map(locale => [locale, locale]))
    const files = Array.from({ length: 100 }, (_, at) => rule(`f${at}`, aliases))
    const create = { project: 'ada/new', source_locale: 'en', target_locales, allow_private_locale: true, files }
    const error = await refused(loop.ada.call('create_project', create))
    expect(error.code).toBe('quota_exceeded')
    expect(error.message).toMatch(/^The project has 0 of 500000 characters of file rules\. It would have \d+\./)
  })
})
