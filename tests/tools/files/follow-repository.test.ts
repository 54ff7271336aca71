import { describe, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'
import { expectRefusal, refused } from '../world.ts'

const loop = eachLoop(['de', 'pl'])

const TEXTS = { a: 'Apple', b: 'Pear' }
const push = async (repository: object, more: object = {}): Promise<Readonly<Record<string, unknown>>> =>
  loop.push(TEXTS, { repository, ...more })

describe('a push that makes the project follow its repository', () => {
  it('changes locales, rules and strings together', async () => {
    const files = [{ source: SOURCE, target: 'l/{locale}.json' }]
    expect(await push({ add_locales: ['fr'], remove_locales: ['pl'], files })).toMatchObject({
      added: 2,
      repository: { changed: ['target_locales', 'files'], hidden: [{ locale: 'pl', texts: 0 }] },
    })
    expect(await loop.record()).toMatchObject({
      target_locales: ['de', 'fr'],
      files: [{ source: SOURCE, target: 'l/{locale}.json' }],
    })
    const { events } = await loop.ada.call<{ events: readonly Record<string, unknown>[] }>('list_audit_events', {})
    expect(events[0]).toMatchObject({
      action: 'push_source',
      changes: { target_locales: { from: 'de, pl', to: 'de, fr' } },
    })
  })

  it('changes nothing of the project when a file is refused', async () => {
    await push({})
    const before = await loop.record()
    const changes = {
      add_locales: ['fr'],
      remove_locales: ['pl'],
      files: [{ source: 'x/en.json', target: 'x/{locale}.json' }],
    }
    await expectRefusal(loop.push({}, { repository: changes }), 'conflict', 'drops 2 of the 2 strings')
    expect(await loop.record()).toEqual(before)
  })

  it('hides a locale with translations only with confirm', async () => {
    await push({})
    await loop.translate({ a: 'Jabłko' }, { locale: 'pl' })
    const removal = { remove_locales: ['pl'] }
    expect(await refused(push(removal))).toMatchObject({
      code: 'conflict',
      message: 'The push would hide pl (1 translation). Nothing was written.',
      fix: expect.stringContaining('push --prune --confirm'),
    })
    expect(await push(removal, { dry_run: true })).toMatchObject({
      repository: { hidden: [{ locale: 'pl', texts: 1 }] },
    })
    expect((await loop.record()).target_locales).toEqual(['de', 'pl'])
    await push({ ...removal, confirm: true })
    expect((await loop.record()).target_locales).toEqual(['de'])
  })

  it('counts the translations of other branches', async () => {
    await push({}, { branch: 'feature' })
    await loop.translate({ a: 'Jabłko' }, { locale: 'pl', branch: 'feature' })
    expect(await refused(push({ remove_locales: ['pl'] }, { branch: 'feature' }))).toMatchObject({
      message: expect.stringContaining('pl (1 translation)'),
    })
  })

  it('needs no file', async () => {
    await loop.call('push_source', { repository: { add_locales: ['fr'] } })
    expect((await loop.record()).target_locales).toEqual(['de', 'pl', 'fr'])
  })
})
