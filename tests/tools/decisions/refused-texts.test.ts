import { beforeEach, describe, expect, it } from 'vitest'
import type { Packet } from '../loop.ts'
import { eachLoop } from '../loop.ts'
import { eachTeam } from '../team.ts'

interface Request {
  readonly why: string
  readonly comment?: string
  readonly refused: string
  readonly earlier?: readonly Request[]
}
interface Row {
  readonly request?: Request
  readonly before?: { readonly text: string; readonly why: string }
}

describe('texts that reviewers refused', () => {
  const loop = eachLoop()
  beforeEach(async () => {
    await loop.push({ a: 'Open settings' })
    await submit('Erster')
  })

  const submit = (text: string, more: object = {}) => loop.submit([{ key: 'a', text }], { ...more })
  const review = (action: string, comment: string, more: object = {}) =>
    loop.call<Readonly<Record<string, unknown>>>('review_translations', {
      locale: 'de',
      items: [{ key: 'a', action, comment }],
      ...more,
    })
  const row = async (): Promise<Row | undefined> => (await loop.work<{ items: readonly Row[] }>()).items[0]
  const codes = async (text: string) => (await submit(text)).refused?.map(({ code, why }) => [code, why].join(' '))
  const pulled = async () => JSON.parse((await loop.pull()).content) as unknown

  it('are all in the row with their words, and none of them comes back', async () => {
    await review('request_changes', 'Use Sie')
    await submit('Zweiter')
    expect(await review('reject', 'Worse')).toMatchObject({ rejected: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated', texts: [] })
    expect(await row()).toMatchObject({
      request: {
        why: 'rejected',
        comment: 'Worse',
        refused: 'Zweiter',
        earlier: [{ why: 'changes_requested', comment: 'Use Sie', refused: 'Erster' }],
      },
    })
    expect(await codes('Erster')).toEqual([
      'changes_requested A reviewer requested changes of exactly this text: Use Sie',
    ])
    expect(await codes('Zweiter')).toEqual(['changes_requested A reviewer rejected exactly this text: Worse'])
    const { next, content } = await loop.pull()
    expect(JSON.parse(content)).toEqual({})
    expect(next).toContain('Held back: 1')
    expect(next).not.toContain('In review')
    expect(await submit('Dritter')).toMatchObject({ accepted: 1, left: { de: 0 } })
    expect(await pulled()).toEqual({ a: 'Dritter' })
    expect(await codes('Erster')).toHaveLength(1)
  })

  it('are held, and a pull has the last text that nobody refused', async () => {
    await submit('Zweiter')
    await review('request_changes', 'Use Sie')
    await submit('Dritter')
    await review('request_changes', 'Still du')
    expect(await row()).toMatchObject({ request: { refused: 'Dritter', earlier: [{ comment: 'Use Sie' }] } })
    expect(await codes('Zweiter')).toHaveLength(1)
    expect(await pulled()).toEqual({ a: 'Erster' })
    expect((await loop.pull()).next).toContain('Held back: 1')
    await review('reject', 'No')
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Erster', state: 'translated' }])
  })

  it('can be sent again once a reviewer approved a text', async () => {
    await review('request_changes', 'Use Sie')
    await submit('Zweiter')
    await review('reject', 'Worse')
    await submit('Dritter')
    const human = await loop.world.human('ada')
    expect(await loop.review([{ key: 'a', action: 'approve' }])).toMatchObject({ approved: 1 })
    expect(await loop.translate({ a: 'Erster' }, {}, human)).toMatchObject({ accepted: 1 })
  })

  it('are rejected once, whoever repeats the call', async () => {
    await submit('Zweiter')
    await submit('Dritter')
    expect(await review('reject', 'No')).toMatchObject({ rejected: 1 })
    for (const action of ['reject', 'reject', 'request_changes']) {
      expect(await review(action, 'No')).toMatchObject({
        refused: [{ code: 'rev_required', got: 'Zweiter', rev: 4 }],
      })
    }
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Zweiter' }])
    const { next } = await review('request_changes', 'Use Sie', {
      items: [{ key: 'a', action: 'request_changes', comment: 'Use Sie', rev: 4 }],
    })
    expect(next).toContain('first 1')
    const again = await review('request_changes', 'Use Sie')
    expect(again).toMatchObject({ unchanged: 1 })
    expect(again).not.toHaveProperty('batch')
  })

  it('give way to no newer text of another branch', async () => {
    const branch = 'f2'
    await loop.push({ a: 'Open preferences' }, { branch })
    await submit('Voreinstellungen', { branch })
    await review('request_changes', 'Use Sie')
    expect(await pulled()).toEqual({})
    expect((await loop.pull()).next).toContain('Held back: 1')
    await review('reject', 'No')
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated', stale: null })
    expect(await pulled()).toEqual({})
    expect((await loop.pull()).next).toContain('Held back: 1')
    await submit('Zweiter')
    expect(await pulled()).toEqual({ a: 'Zweiter' })
  })

  it('give way to an older text for an earlier source', async () => {
    await loop.push({ a: 'Open preferences' })
    await submit('Voreinstellungen')
    await review('request_changes', 'Use Sie')
    expect(await pulled()).toEqual({ a: 'Erster' })
  })

  it('stay beside their answers on each branch', async () => {
    const branch = 'f2'
    const revised = async (more: object = {}) => {
      const status = await loop.call<{ locales: readonly { revised?: number }[] }>('get_status', more)
      const entries = await loop.entries({ request: 'answered', ...more })
      return [status.locales[0]?.revised, entries.length]
    }
    await review('request_changes', 'Of main')
    await loop.push({ a: 'Open preferences' }, { branch })
    await submit('Voreinstellungen', { branch })
    await review('request_changes', 'Of f2', { branch })
    await submit('Einstellung', { branch })
    expect(await revised({ branch })).toEqual([1, 1])
    expect(await revised()).toEqual([undefined, 0])
    await submit('Zweiter')
    expect(await revised({ branch })).toEqual([1, 1])
    expect(await revised()).toEqual([1, 1])
  })

  it('are the same with decomposed accents', async () => {
    await submit('Größe wählen')
    await review('request_changes', 'Use Sie')
    expect(await codes('Größe wählen'.normalize('NFD'))).toEqual([
      'changes_requested A reviewer requested changes of exactly this text: Use Sie',
    ])
  })

  it.each([{ export: 'approved' }, { review: 'required' }])(
    'stay out of a pull of their own file, with %o',
    async policy => {
      await loop.push({ a: 'Open settings', b: 'Close' })
      const files = [{ path: 'locales/de.json', content: '{ "b": "Zu" }' }]
      await loop.call('push_translations', { files })
      await loop.call('update_project_policy', policy)
      await review('', '', { items: [{ key: 'b', action: 'request_changes', comment: 'Use Sie' }] })
      expect(await pulled()).not.toHaveProperty('b')
      await loop.translate({ b: 'Schließen' })
      expect(await pulled()).not.toHaveProperty('b')
    },
  )

  it('stay out of a pull of the file that has them since an earlier pull', async () => {
    const byHand = (item: object) => loop.review([{ key: 'a', ...item }])
    await loop.call('update_project_policy', { export: 'approved' })
    await byHand({ action: 'approve' })
    const { content } = await loop.pull()
    expect(JSON.parse(content)).toEqual({ a: 'Erster' })
    const files = [{ path: 'locales/de.json', content }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ unchanged: 1 })
    await byHand({ action: 'request_changes', comment: 'Use Sie' })
    expect(await pulled()).toEqual({})
    expect(await submit('Zweiter')).toMatchObject({ accepted: 1 })
    expect(await pulled()).toEqual({})
    await byHand({ action: 'approve' })
    expect(await pulled()).toEqual({ a: 'Zweiter' })
  })

  it('can be a program’s own import', async () => {
    await loop.push({ a: 'Open settings', b: 'Close' })
    const files = [{ path: 'locales/de.json', content: '{ "b": "Zu" }' }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 1 })
    const items = [{ key: 'b', action: 'reject', comment: 'Use Sie' }]
    expect(await review('', '', { items })).toMatchObject({ rejected: 1 })
  })
})

describe('a suggestion that answers a user’s request', () => {
  const team = eachTeam({ a: 'Apple' })

  it('is refused as well when it is rejected, and the words of the user stay', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await team.review(team.adaByHand, [{ key: 'a', action: 'request_changes', comment: 'Use the plural' }])
    await team.submit(team.bob, 'a', 'Äpfelchen')
    const [{ id } = { id: '' }] = (await team.unit('a')).suggestions
    const rejected = await team.review(team.bob, [
      { key: 'a', action: 'reject', suggestion: id, comment: 'No diminutive' },
    ])
    expect(rejected).toMatchObject({ suggestions_rejected: 1, left: { de: 1 } })
    const { items } = await team.bob.call<Packet>('get_work', { project: team.project, locale: 'de' })
    expect(items[0]).toMatchObject({
      request: {
        why: 'rejected',
        comment: 'No diminutive',
        refused: 'Äpfelchen',
        earlier: [{ why: 'changes_requested', comment: 'Use the plural', refused: 'Apfel' }],
      },
      before: { text: 'Apfel', why: 'changes_requested' },
    })
    expect(await team.submit(team.bob, 'a', 'Äpfelchen')).toMatchObject({
      refused: [{ code: 'changes_requested', why: 'A reviewer rejected exactly this text: No diminutive' }],
      left: { de: 1 },
    })
    expect(await team.submit(team.bob, 'a', 'Äpfel')).toMatchObject({ suggested: 1, left: { de: 0 } })
  })
})
