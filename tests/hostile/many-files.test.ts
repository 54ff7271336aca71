import { afterEach, describe, expect, it, vi } from 'vitest'
import { sourceHash } from '../../src/l10n/translation/staleness.ts'
import { renderArchive } from '../../src/tools/files/pull/archive.ts'
import { CallComputation } from '../../src/workers/call-computation.ts'
import { eachTest } from '../harness/each-test.ts'
import { openLoop } from '../tools/loop.ts'
import { refused } from '../tools/world.ts'

describe('a project of many files and locales', () => {
  const locales = ['de', 'fr', 'es', 'it']
  const files = Array.from({ length: 20 }, (_, at) => ({ path: `a/en/${at}.json`, content: `{"k${at}":"Text"}` }))
  const push = (sent: readonly object[]) =>
    loop.ada.call<{ next: string }>('push_source', { project: loop.project, files: sent })
  const loop = eachTest(() => openLoop(locales))
  afterEach(async () => {
    vi.restoreAllMocks()
  })

  it('is pulled without writing the files that have no translation', async () => {
    await push(files)
    const items = [{ key: 'k3', src: sourceHash('Text').slice(0, 8), text: 'Text de' }]
    await loop.ada.call('submit_translations', { project: loop.project, locale: 'de', items })
    const written = vi.spyOn(CallComputation.prototype, 'writeTarget')
    const pulled = await loop.ada.call<{ left_out: number }>('pull_translations', { project: loop.project })
    expect([pulled.left_out, written.mock.calls.length]).toEqual([79, 1])
  })

  it('truncates renamed keys of a push to 200 characters', async () => {
    const long = (name: string): string => `${name}${'x'.repeat(1_900)}`
    await push([{ path: 'en.json', content: JSON.stringify({ [long('a')]: 'A text of its own' }) }])
    const renamed = JSON.stringify({ [long('b')]: 'A text of its own' })
    const { renames } = await loop.ada.call<{ renames: readonly string[] }>('push_source', {
      project: loop.project,
      files: [{ path: 'en.json', content: renamed }],
    })
    expect(renames).toHaveLength(1)
    expect(renames[0]?.length).toBeLessThan(420)
  })
})

it('an archive counts the headers of its files towards its size', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `${at}.json`, content: '' }))
  expect((await renderArchive(files(1_000))).length).toBeGreaterThan(0)
  expect((await refused(renderArchive(files(65_537)))).code).toBe('too_large')
})
