import { describe, expect, it } from 'vitest'
import { fakeEngine } from './fake-engine.ts'
import { openRunScene, type RunScene } from './scene.ts'

const reviser = () =>
  fakeEngine({
    reply: ({ before, key }) =>
      key === 'a'
        ? { value: before?.text ?? '' }
        : { value: `${typeof before?.text === 'string' ? before.text : ''}!`, reason: 'The voice is livelier.' },
  })

async function openScene(): Promise<{ scene: RunScene; engine: ReturnType<typeof reviser> }> {
  const engine = reviser()
  const opened = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Pear', c: 'Plum' } })
  const { team } = opened
  await team.submit(team.ada, 'a', 'Apfel')
  await team.submit(team.ada, 'b', 'Birne')
  await team.submit(team.adaByHand, 'c', 'Pflaume')
  await team.ada.call('save_voice', { target: team.project, voice: { tone: 'playful' } })
  return { scene: opened, engine }
}

describe('a run that revises', () => {
  it('suggests other translations with a reason, and replaces none', async () => {
    const { scene: opened, engine } = await openScene()
    const { team } = opened
    const run = await opened.run({ kind: 'revise', outdated_voice: true })
    expect(run).toMatchObject({ state: 'completed', counts: { total: 3, suggested: 2, unchanged: 1 } })
    expect(engine.batches[0]?.items[0]?.before?.reasons).toEqual(['It was written for an earlier voice.'])
    expect(await team.shown('b')).toBe('translated Birne')
    const unit = await team.unit('b')
    expect(unit.suggestions).toMatchObject([
      { value: 'Birne!', why: 'The voice is livelier.', origin: { kind: 'llm', engine: 'fake', run_id: run.id } },
    ])
  })

  it('replaces translations where the policy lets agents do that', async () => {
    const { scene: opened } = await openScene()
    const { team } = opened
    await team.settings({ agents_replace: true })
    const run = await opened.run({ kind: 'revise', outdated_voice: true })
    expect(run.counts).toMatchObject({ translated: 2, unchanged: 1 })
    expect(await team.shown('b')).toBe('translated Birne!')
    expect(await team.shown('c')).toBe('translated Pflaume!')
  })

  it('keeps in review what follows an approved translation', async () => {
    const { scene: opened } = await openScene()
    const { team } = opened
    await team.settings({ agents_replace: true })
    await team.review(team.bobByHand, [{ key: 'b', action: 'approve' }])
    for (const [tone, base_version, text] of [
      ['casual', 1, 'Birne!'],
      ['formal', 2, 'Birne!!'],
    ]) {
      await team.ada.call('save_voice', { target: team.project, voice: { tone }, base_version })
      await opened.run({ kind: 'revise', outdated_voice: true })
      expect(await team.shown('b')).toBe(`needs_review ${text}`)
    }
  })

  it('revises translations with a finding', async () => {
    const engine = fakeEngine({ reply: () => ({ value: 'Bitte speichern', reason: 'The word was repeated.' }) })
    const scene = await openRunScene({ engines: [engine], content: { a: 'Please save', b: 'Pear' } })
    const { team } = scene
    await team.submit(team.ada, 'a', 'Bitte Bitte speichern')
    await team.submit(team.ada, 'b', 'Birne')
    const run = await scene.run({ kind: 'revise', finding: 'repeated_words' })
    expect(run.counts).toMatchObject({ total: 1, suggested: 1 })
    expect(engine.batches[0]?.items[0]?.before?.reasons).toHaveLength(1)
  })

  it('is refused without a filter that says what to revise', async () => {
    const scene = await openRunScene({ engines: [fakeEngine()] })
    await expect(scene.start({ kind: 'revise' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
