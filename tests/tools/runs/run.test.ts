import { describe, expect, it } from 'vitest'
import type { Packet } from '../loop.ts'
import { bracket, fakeEngine } from './fake-engine.ts'
import { openRunScene } from './scene.ts'

describe('a run', () => {
  it('translates what is missing, as one batch that can be listed and reverted', async () => {
    const engine = fakeEngine()
    const scene = await openRunScene({ engines: [engine], targets: ['de', 'fr'] })
    const run = await scene.run()
    expect(run).toMatchObject({ state: 'completed', counts: { total: 4, done: 4, translated: 4 } })
    expect(await scene.team.shown('b')).toBe('translated [Hello {name}]')
    const changes = await scene.team.changes({ batch: run.batch })
    expect(changes).toMatchObject({ of: { kind: 'run', counts: { translated: 4 } } })
    expect(changes['revisions']).toHaveLength(4)
    expect(await scene.team.revert(scene.team.ada, { batch: run.batch })).toMatchObject({ reverted: 4 })
    expect(await scene.team.shown('b')).toBe('untranslated')
  })

  it('sends a refused translation again with its findings, and stores the repaired one', async () => {
    const engine = fakeEngine({
      reply: item => (item.key === 'b' && item.repair === undefined ? { value: 'Hallo {nom}' } : bracket(item)),
    })
    const scene = await openRunScene({ engines: [engine] })
    const run = await scene.run()
    expect(run).toMatchObject({ state: 'completed', counts: { total: 2, translated: 2 } })
    expect(engine.batches).toHaveLength(2)
    expect(engine.batches[1]?.items).toMatchObject([
      { key: 'b', repair: { text: 'Hallo {nom}', findings: [{ id: 'placeholders' }, { id: 'placeholders' }] } },
    ])
    expect(await scene.items(run.id)).toMatchObject([
      { key: 'a', outcome: 'translated' },
      { key: 'b', outcome: 'translated', repairs: 1 },
    ])
  })

  it('says whose line endings it changed, and changes no other white space', async () => {
    const answers: Readonly<Record<string, string>> = { a: 'Eins\r\nZwei', b: 'Zustand:' }
    const engine = fakeEngine({ reply: ({ key }) => ({ value: answers[key] ?? '' }) })
    const scene = await openRunScene({ engines: [engine], content: { a: 'One\nTwo', b: 'Status: ' } })
    const run = await scene.run()
    expect(await scene.items(run.id)).toMatchObject([
      { key: 'a', outcome: 'translated', message: 'The text was stored with the line endings of its source.' },
      { key: 'b', outcome: 'translated' },
    ])
    expect(await scene.team.shown('a')).toBe('translated Eins\nZwei')
    expect(await scene.team.shown('b')).toBe('translated Zustand:')
  })

  it('keeps a translation in review after two repairs, and never delivers it', async () => {
    const engine = fakeEngine({ reply: item => (item.key === 'b' ? { value: 'Hallo {nom}' } : bracket(item)) })
    const scene = await openRunScene({ engines: [engine] })
    const run = await scene.run()
    expect(run).toMatchObject({ state: 'completed', counts: { total: 2, translated: 1, unresolved: 1 } })
    expect(engine.batches).toHaveLength(3)
    expect(await scene.team.shown('b')).toBe('needs_review Hallo {nom}')
    expect(await scene.items(run.id, 'unresolved')).toMatchObject([
      { key: 'b', outcome: 'unresolved', findings: [{ message: '"{name}" is missing.' }, { id: 'placeholders' }] },
    ])
    for (const include of ['translated', 'approved', 'all']) {
      const { project, ada } = scene.team
      const pulled = await ada.call<{ files: readonly { content: string }[] }>('pull_translations', {
        project,
        locale: 'de',
        include,
      })
      expect(pulled.files.map(({ content }) => content).join('')).not.toContain('{nom}')
    }
  })

  it('asks the memory first, and stores its translations for review', async () => {
    const engine = fakeEngine()
    const scene = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Save', c: 'Save' } })
    const { team } = scene
    await team.submit(team.ada, 'b', 'Sichern')
    const run = await scene.run()
    expect(run).toMatchObject({ engines: ['memory', 'fake'], counts: { total: 2, translated: 1, needs_review: 1 } })
    expect(engine.asked()).toEqual(['Apple'])
    expect(await team.shown('c')).toBe('needs_review Sichern')
    expect(await scene.items(run.id)).toMatchObject([
      { key: 'a', engine: 'fake' },
      { key: 'c', engine: 'memory' },
    ])
  })

  it('gives the next engine what the one before it left or broke', async () => {
    const first = fakeEngine({
      id: 'first',
      kind: 'mt',
      canRevise: false,
      reply: item => (item.key === 'a' ? undefined : item.key === 'b' ? { value: 'kaputt' } : bracket(item)),
    })
    const second = fakeEngine({ id: 'second' })
    const scene = await openRunScene({
      engines: [first, second],
      content: { a: 'Apple', b: 'Hello {name}', c: 'Cancel' },
    })
    const run = await scene.run({ engines: ['first', 'second'] })
    expect(run.counts).toMatchObject({ translated: 2, needs_review: 1 })
    expect(second.asked()).toEqual(['Apple', 'Hello {name}'])
    expect(await scene.team.shown('c')).toBe('needs_review [Cancel]')
  })

  it('never replaces a translation that a user wrote, or one written after it was selected', async () => {
    let submit = async (): Promise<void> => {}
    const engine = fakeEngine({ before: () => submit() })
    const scene = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Hello {name}', c: 'Cancel' } })
    const { team } = scene
    await team.submit(team.adaByHand, 'a', 'Apfel')
    submit = async () => {
      submit = async () => {}
      await team.submit(team.bob, 'b', 'Hallo {name}')
    }
    const run = await scene.run()
    expect(run.counts).toMatchObject({ total: 2, translated: 1, skipped: 1 })
    expect(await scene.items(run.id, 'all')).toMatchObject([
      { key: 'b', outcome: 'skipped', message: 'Another translation was written after the run selected it.' },
      { key: 'c', outcome: 'translated' },
    ])
    expect(await team.shown('a')).toBe('translated Apfel')
    expect(await team.shown('b')).toBe('translated Hallo {name}')
  })

  it('skips a string whose source changed after it was selected', async () => {
    let push = async (): Promise<void> => {}
    const scene = await openRunScene({ engines: [fakeEngine({ before: () => push() })] })
    const { team } = scene
    push = async () => {
      push = async () => {}
      await team.push({ a: 'Apples', b: 'Hello {name}' })
    }
    const run = await scene.run()
    expect(run.counts).toMatchObject({ translated: 1, skipped: 1 })
    expect(await team.shown('a')).toBe('untranslated')
  })

  it('does not send what another worker translated meanwhile, and gives others its strings last', async () => {
    let submit = async (): Promise<void> => {}
    const held: unknown[] = []
    const engine = fakeEngine({ before: () => submit() })
    const scene = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Pear', c: 'Plum' } })
    const { team } = scene
    submit = async () => {
      submit = async () => {}
      const { items } = await team.bob.call<Packet>('get_work', { project: team.project, locale: 'de' })
      held.push(...items.map(({ key, held_by }) => [key, held_by]))
      await team.submit(team.bob, 'c', 'Pflaume')
    }
    const run = await scene.run({ batch_size: 1, concurrency: 1 })
    expect(held).toEqual([
      ['b', undefined],
      ['c', undefined],
      ['a', `run ${run.id}`],
    ])
    expect(run.counts).toMatchObject({ translated: 2, skipped: 1 })
    expect(engine.asked()).toEqual(['Apple', 'Pear'])
  })
})
