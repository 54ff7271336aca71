import { describe, expect, it } from 'vitest'
import type { RunView } from '../../../src/tools/runs/view.ts'
import { refused } from '../world.ts'
import { fakeEngine } from './fake-engine.ts'
import { openRunScene } from './scene.ts'

const OUTDATED = { kind: 'revise', outdated_voice: true } as const

/** Two texts of an earlier voice, and an engine that has another suggestion each time. */
async function openScene() {
  let turn = 0
  const engine = fakeEngine({ reply: () => ({ value: `Vorschlag ${turn++}` }) })
  const opened = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Pear' } })
  const { team } = opened
  await team.submit(team.ada, 'a', 'Apfel')
  await team.submit(team.ada, 'b', 'Birne')
  const setTone = (tone: string, base_version: number) =>
    team.ada.call('save_voice', { target: team.project, voice: { tone }, base_version })
  await setTone('playful', 0)
  const start = (more: object) => team.call<{ run: RunView; next: string }>('start_run', more)
  return { scene: opened, team, engine, setTone, start }
}

describe('a translation with an open suggestion of a run', () => {
  it('is left out for the same reasons, which the answers say', async () => {
    const { scene: opened, engine, start } = await openScene()
    expect(await opened.run(OUTDATED)).not.toHaveProperty('already_suggested')
    const why =
      'Nothing is left to revise. 2 translations have an open suggestion that was made for the same reasons. Decide about the suggestions, or give ids to revise again.'
    const dry = await start({ ...OUTDATED, estimate: true })
    expect(dry).toMatchObject({ run: { already_suggested: 2, estimate: { translations: 0 } }, next: why })
    const { run, next } = await start(OUTDATED)
    expect([run.already_suggested, next]).toEqual([2, `${why} The run ends at once.`])
    expect(await opened.settled(run.id)).toMatchObject({
      state: 'completed',
      already_suggested: 2,
      counts: { total: 0, done: 0 },
      message: why,
    })
    expect(engine.batches).toHaveLength(1)
  })

  it('is revised if the call names it', async () => {
    const { scene: opened, team } = await openScene()
    await opened.run(OUTDATED)
    const { entries } = await team.call<{ entries: { id: string }[] }>('get_entries', { keys: ['a'] })
    const ids = entries.map(({ id }) => id)
    for (const more of [{ kind: 'revise' }, OUTDATED]) {
      expect(await opened.run({ ...more, ids })).toMatchObject({ counts: { total: 1, suggested: 1 } })
    }
    expect((await team.unit('a')).suggestions).toHaveLength(3)
  })

  it('is revised after a further change of the voice', async () => {
    const { scene: opened, setTone } = await openScene()
    await opened.run(OUTDATED)
    await setTone('formal', 1)
    expect(await opened.run(OUTDATED)).toMatchObject({ counts: { total: 2, suggested: 2 } })
  })

  it('is revised for a new finding, and replaced for a new error', async () => {
    const { scene: opened, team } = await openScene()
    await opened.run(OUTDATED)
    const find = (level: 'error' | 'warning') =>
      team.alter('a', ({ texts }) => ({
        texts: texts.map(text => ({ ...text, findings: [{ id: 'markup', level, message: `A ${level}.` }] })),
      }))
    const revise = () => opened.run({ kind: 'revise', finding: 'any' })
    await find('warning')
    expect(await revise()).toMatchObject({ counts: { total: 1, suggested: 1 } })
    expect(await revise()).toMatchObject({ already_suggested: 1, counts: { total: 0 } })
    await find('error')
    expect(await revise()).toMatchObject({ counts: { total: 1, translated: 1 } })
  })

  it('is revised for another glossary', async () => {
    const { scene: opened, team } = await openScene()
    await opened.run(OUTDATED)
    await team.ada.call('save_glossary', {
      target: team.project,
      base_version: 0,
      upsert: [{ term: 'cherry', translations: { de: { translation: 'Kirsche' } } }],
    })
    expect(await opened.run(OUTDATED)).toMatchObject({ counts: { total: 2 } })
  })

  it('is revised once its suggestion was rejected', async () => {
    const { scene: opened, team } = await openScene()
    await opened.run(OUTDATED)
    const [suggestion] = (await team.unit('a')).suggestions
    await team.review(team.adaByHand, [{ key: 'a', action: 'reject', suggestion: suggestion?.id }])
    expect((await team.unit('a')).suggestions).toEqual([])
    expect(await opened.run(OUTDATED)).toMatchObject({ already_suggested: 1, counts: { total: 1, suggested: 1 } })
  })

  it('is left out also if the run suggested the same text again', async () => {
    const engine = fakeEngine({ reply: () => ({ value: 'Der Apfel' }) })
    const opened = await openRunScene({ engines: [engine], content: { a: 'Apple' } })
    const { team } = opened
    await team.submit(team.ada, 'a', 'Apfel')
    for (const [tone, base_version] of [
      ['playful', 0],
      ['formal', 1],
    ]) {
      await team.ada.call('save_voice', { target: team.project, voice: { tone }, base_version })
      await opened.run(OUTDATED)
    }
    expect((await team.unit('a')).suggestions).toHaveLength(1)
    expect(await opened.run(OUTDATED)).toMatchObject({ already_suggested: 1, counts: { total: 0 } })
  })
})

it('the answer to the start of a run names the memory if no other engine works', async () => {
  const opened = await openRunScene({ engines: [] })
  const error = await refused(opened.start())
  expect(error).toMatchObject({
    code: 'invalid_input',
    fix: expect.stringMatching(/^To reuse earlier translations alone, give engines: \["memory"\]\. /),
  })
  expect((await opened.start({ engines: ['memory'] })).engines).toEqual(['memory'])
  const revision = await refused(opened.start({ kind: 'revise', finding: 'any' }))
  expect(revision.fix).not.toContain('["memory"]')
})
