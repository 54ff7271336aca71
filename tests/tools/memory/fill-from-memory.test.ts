import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openMemory } from './scene.ts'

const scene = eachTest(openMemory)

beforeEach(async () => {
  await scene.addProject('app')
  await scene.addProject('site')
  await scene.push('app', { save: 'Save', hello: 'Hello {name}', a: 'One', open: 'Open', b: 'Two' })
  await scene.translate('app', { save: 'Speichern', hello: 'Hallo {name}', open: '\u00d6ffnen' })
  await scene.translate('app', { save: 'Enregistrer' }, 'fr')
})

const fill = { fill_from_memory: true }

async function textOf(slug: string, key: string, locale = 'de') {
  const { read } = scene.world.services.store
  const account = await read.accounts.by('handle', 'acme')
  const project = await read.projects.by('name', compoundKey(account?.id ?? '', slug))
  const [entry] = await read.entries.list('key', compoundKey(project?.id ?? '', key))
  const translation = await read.translations.by('unit', compoundKey(entry?.id ?? '', locale))
  return translation?.texts[0]
}

describe('push_source with fill_from_memory', () => {
  it('fills in equal strings in the same context, for review, and counts them', async () => {
    const answer = await scene.push('site', { save: 'Save', hello: 'Hello {name}', x: 'Open', new: 'New' }, fill)
    expect(answer.filled).toEqual({ de: 2, fr: 1 })
    expect(answer.next).toContain('Filled translations wait for review.')
    expect(await textOf('site', 'save')).toMatchObject({
      value: 'Speichern',
      state: 'needs_review',
      origin: { kind: 'memory', score: 101, client: 'test/1' },
    })
    expect(await textOf('site', 'save', 'fr')).toMatchObject({ value: 'Enregistrer' })
    expect(await textOf('site', 'x')).toBeUndefined()
  })

  it('takes the same neighbors as context', async () => {
    const answer = await scene.push('site', { p: 'One', q: 'Open', r: 'Two' }, fill)
    expect(answer.filled).toEqual({ de: 1 })
    expect(await textOf('site', 'q')).toMatchObject({ value: '\u00d6ffnen' })
  })

  it('fills in nothing without it, nor in a dry run, and later what is still missing', async () => {
    const content = { save: 'Save' }
    expect(await scene.push('site', content)).not.toHaveProperty('filled')
    const dry = await scene.push('site', content, { ...fill, dry_run: true })
    expect(dry).not.toHaveProperty('filled')
    expect(dry.next).toContain('A dry run does not count what fill_from_memory would fill in.')
    expect(await textOf('site', 'save')).toBeUndefined()
    expect(await scene.push('site', content, fill)).toMatchObject({
      filled: { de: 1, fr: 1 },
      filled_batch: expect.any(String),
    })
    const again = await scene.push('site', content, fill)
    expect(again).not.toHaveProperty('filled')
    expect(again).not.toHaveProperty('filled_batch')
    expect(again.next).toContain('Nothing was written.')
  })

  it('fills in what a translator wrote, or nothing', async () => {
    const known = { save: 'Save', hello: 'Hello {name}', open: 'Open', a: 'One', b: 'Two' }
    await scene.push('app', { ...known, by: 'Saved by', lines: 'First\nSecond' })
    await scene.translate('app', { by: 'Gesichert von', lines: 'Erste\nZweite' })
    const { filled } = await scene.push('site', { by: 'Saved by ', lines: 'First\r\nSecond' }, fill)
    expect(filled).toEqual({ de: 1 })
    expect(await textOf('site', 'by')).toMatchObject({
      value: 'Gesichert von',
      state: 'needs_review',
      findings: [{ id: 'edge_whitespace' }],
    })
    // It would have other line endings than it was written with.
    expect(await textOf('site', 'lines')).toBeUndefined()
  })

  it('never replaces a translation of the source', async () => {
    await scene.push('site', { save: 'Save' })
    await scene.translate('site', { save: 'Sichern' })
    expect((await scene.push('site', { save: 'Save' }, fill)).filled).toEqual({ fr: 1 })
    expect(await textOf('site', 'save')).toMatchObject({ value: 'Sichern', state: 'translated' })
  })

  it('leaves out what the checks of the project refuse', async () => {
    await scene.byHand.call('save_glossary', {
      target: 'acme/site',
      upsert: [{ term: 'Save', kind: 'do_not_translate' }],
    })
    expect(await scene.push('site', { save: 'Save', hello: 'Hello {name}' }, fill)).toMatchObject({ filled: { de: 1 } })
    expect(await textOf('site', 'save')).toBeUndefined()
  })

  it('does not offer what is only filled in', async () => {
    await scene.push('site', { save: 'Save' }, fill)
    const found = await scene.search('site', 'Save')
    expect(found).toMatchObject([{ project: 'acme/app', target: 'Speichern' }])
    expect(found[0]?.uses).toBeUndefined()
  })
})
