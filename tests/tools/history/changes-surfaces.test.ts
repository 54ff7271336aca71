import { describe, expect } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'

interface Packet {
  readonly items: readonly { readonly id: string; readonly src: string }[]
}

describe('project changes', () => {
  eachSurface('are listed, reviewed, annotated and reverted on every surface', async ({ call, me }) => {
    const project = `${me}/app`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Apple"}\n' }] })
    const { items } = (await call('get_work', { project, locale: 'de' })) as Packet
    const texts = items.map(({ id, src }) => ({ id, src, text: 'Apfel' }))
    const { batch } = (await call('submit_translations', { project, locale: 'de', items: texts })) as { batch: string }
    const note = { project, key: 'a', locale: 'de', comment: 'A fruit.', lock: true }
    await expect(call('annotate_entry', note)).rejects.toMatchObject({ code: 'forbidden' })
    await call('update_project_policy', { project, approve: 'anyone' })
    expect(await call('annotate_entry', note)).toMatchObject({ done: ['locked', 'commented'] })
    const reviewed = await call('review_translations', {
      project,
      locale: 'de',
      items: [{ key: 'a', action: 'reject' }],
    })
    expect(reviewed).toMatchObject({ refused: [{ key: 'a', code: 'locked' }] })
    expect(await call('list_changes', { project, limit: 2, kind: 'submit' })).toMatchObject({
      changes: [{ batch, kind: 'submit', by: { kind: 'agent', person: me } }],
    })
    expect(await call('list_changes', { project, key: 'a', full: true })).toMatchObject({
      revisions: [{ batch, text: 'Apfel', current: true }],
    })
    expect(await call('revert_changes', { project, batch, dry_run: true })).toMatchObject({ refused: { count: 1 } })
  })
})
