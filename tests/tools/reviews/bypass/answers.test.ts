import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TOOLS } from '../../../../src/tools/registry.ts'
import { recountUsage, usageOf } from '../../quota/recount.ts'
import { JSON_FORMAT } from './formats.ts'
import { useScenes } from './run-cells.ts'
import { BAD, type BypassScene, final, SOURCES, unfinished } from './scene.ts'

const open = useScenes()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const page = ({ project }: BypassScene): string => `http://localhost:4050/p/${project}`

describe('an import under review: required', () => {
  it('says how many translations of an agent wait, where users approve them, and that others do not get them', async () => {
    const scene = await open(JSON_FORMAT, 'translated')
    const { next } = await scene.importTexts(scene.agent, { open: BAD, stale: BAD })
    expect(next).toContain(
      `Waiting for a reviewer: 2 translations, only in the pushed files until a user approves them on ${page(scene)}.`,
    )
    const again = await scene.importTexts(scene.agent, { open: BAD, stale: BAD })
    expect(again['next']).not.toContain('Imported as translated')
  })

  it.each([
    ['admin', 'the caller has project:admin'],
    ['person', 'a user imported the file'],
  ] as const)('says why the texts of %s need no review', async (by, why) => {
    const scene = await open(JSON_FORMAT, 'translated')
    const { next } = await scene.importTexts(scene[by], { open: 'Neues Fenster' })
    expect(next).toContain(
      `Imported as translated, without a review: 1 translation, because ${why}. Users review them on ${page(scene)}.`,
    )
    expect(JSON.stringify(await scene.pulls())).toContain('Neues Fenster')
  })
})

describe('a file that an agent imported', () => {
  it('is pulled by others as it is, once an administrator imports it', async () => {
    const scene = await open(JSON_FORMAT, 'translated')
    const content = `${JSON.stringify({ plain: 'Teilen', approved: 'Datei sichern' }, null, 4)}\n`
    await scene.importFile(scene.agent, content)
    expect(JSON.stringify(await scene.pulls())).not.toContain('Teilen')
    const { next } = await scene.importFile(scene.admin, content)
    expect(next).toEqual(expect.any(String))
    expect((await scene.pulls())['main, default, de: locales/de.json']).toContain('    "approved"')
  })

  it('has what a user approved, in the file of others, in the layout of that', async () => {
    const scene = await open(JSON_FORMAT, 'translated')
    const before = (await scene.pulls())['main, default, de: locales/de.json'] ?? ''
    const content = `${JSON.stringify({ open: 'Neues Fenster', extra: BAD }, null, 4)}\n`
    await scene.importFile(scene.agent, content)
    await scene.review(scene.person, { key: 'open', action: 'approve' })
    const after = (await scene.pulls())['main, default, de: locales/de.json'] ?? ''
    const lines = after.split('\n')
    expect(lines.filter(line => line.includes('open'))).toEqual(['  "open": "Neues Fenster",'])
    expect(lines.filter(line => !line.includes('open'))).toEqual(before.split('\n'))
  })

  it('keeps its bytes for a caller who has it, and for one who has the file before', async () => {
    const scene = await open(JSON_FORMAT, 'translated')
    const earlier = sha256(scene.fileWith({}))
    const before = await scene.pulls({ have: { [JSON_FORMAT.target]: earlier } })
    const own = `${JSON.stringify({ open: BAD, approved: 'Datei sichern', extra: BAD }, null, 4)}\n`
    await scene.importFile(scene.agent, own)
    const have = { [JSON_FORMAT.target]: sha256(own) }
    expect((await scene.pulls({ have }))['main, default, de: locales/de.json']).toContain(`    "extra": "${BAD}"`)
    expect(await scene.pulls({ have: { [JSON_FORMAT.target]: earlier } })).toEqual(before)
  })
})

it('the quota counts the file that others still pull, until an administrator imports the one after it', async () => {
  const scene = await open(JSON_FORMAT, 'translated')
  const { store } = scene.world.services
  const content = scene.fileWith({ open: BAD })
  for (const by of [scene.agent, scene.otherAgent, scene.admin]) {
    await scene.importFile(by, content)
    expect((await usageOf('acme', store.read)).used).toEqual((await recountUsage('acme', store)).used)
  }
})

it('the translation memory has no text of an import that nobody decided on, and has it once a user approved it', async () => {
  const scene = await open(JSON_FORMAT, 'translated')
  const text = 'Ein nur importierter Text'
  const find = async (): Promise<readonly object[]> => {
    const { found = [] } = (await scene.call(scene.agent, 'search_memory', {
      locale: 'de',
      text: SOURCES['open'],
    })) as { found?: readonly { matches: readonly { target: unknown; score: number }[] }[] }
    return found.flatMap(({ matches }) => matches).filter(({ target }) => target === text)
  }
  await scene.importTexts(scene.agent, { open: final(text), stale: text })
  await scene.importTexts(scene.agent, { open: unfinished(text) })
  await scene.importTexts(scene.otherAgent, { open: text })
  expect(await find()).toEqual([])
  expect(JSON.stringify(await scene.call(scene.agent, 'export_memory', {}))).not.toContain(text)
  await scene.review(scene.person, { key: 'open', action: 'approve' })
  expect(await find()).toMatchObject([{ target: text, score: 100 }])
})

describe('a wider include', () => {
  const ADVICE = /include\b.{0,12}\b(?:all|translated)\b/i

  it('is advised by no description of a tool', () => {
    for (const { description, input } of TOOLS) {
      const fields = JSON.stringify(z.toJSONSchema(input, { io: 'input' })).match(/"description":"[^"]*"/g) ?? []
      for (const text of [description, ...fields]) expect(text).not.toMatch(ADVICE)
    }
  })

  it('is advised by no answer about texts that wait', async () => {
    const scene = await open(JSON_FORMAT, 'approved')
    const answers = [
      await scene.importTexts(scene.agent, { open: BAD, approved: BAD }),
      await scene.submit(scene.agent, 'plain', BAD),
      await scene.review(scene.agent, { key: 'review', action: 'approve' }),
      await scene.call(scene.agent, 'pull_translations', {}),
      await scene.call(scene.agent, 'pull_translations', { include: 'approved', locale: 'de' }),
      await scene.call(scene.agent, 'get_status', {}),
      await scene.call(scene.agent, 'get_work', { locale: 'de' }),
      await scene.call(scene.agent, 'get_project', {}),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(ADVICE)
  })
})
