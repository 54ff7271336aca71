import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readResource } from '../../src/http/mcp/resources/read.ts'
import { Pacer } from '../../src/scheduling/pacer.ts'
import { eachTest } from '../harness/each-test.ts'
import { type Answer, openLoop } from '../tools/loop.ts'
import { refused } from '../tools/world.ts'

/** More than a message names. */
const TARGETS = 'de af ar bg bn ca cs da el es et fa fi fr gu he hi hr hu id it ja ka ko lt'.split(' ')

const loop = eachTest(() => openLoop(TARGETS))

beforeEach(async () => {
  await loop.push({ a: 'Apple' })
})

describe('the errors of a submission', () => {
  it('name twenty invalid locales of an item, and yield to other work in between', async () => {
    const turns = vi.spyOn(Pacer.prototype, 'shouldYield', 'get')
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`xx-${100 + at}`, 'x']))
    const answer = await loop.submit(Array.from({ length: 50 }, () => ({ key: 'a', texts }))).finally(() => {
      // Each locale is looked at before the transaction, before the texts are judged, and when they are.
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(3 * 50 * 200)
      turns.mockRestore()
    })
    expect(answer).toMatchObject({ accepted: 0 })
    expect(answer.refused).toHaveLength(50)
    const [first] = answer.refused ?? []
    expect(String(first?.['locale']).match(/xx-\d+/g)).toHaveLength(20)
    expect(first?.['why']).toMatch(/ and 180 more, which the project does not have as target locales\.$/)
    expect(first?.['fix']).toBe(`The project’s target locales are ${TARGETS.slice(0, 20).join(', ')} and 5 more.`)
    expect(JSON.stringify(answer).length).toBeLessThan(40_000)
  })

  it('repeat at most 200 units of a name, and escape invisible characters', async () => {
    const src = '00000000'
    const answer = await loop.submit([
      { key: 'k'.repeat(60_000), src, text: 'x' },
      { key: 'u\u202Ev', src, text: 'x' },
      { key: 'a', texts: { 'd\u200Be': 'x' } },
    ])
    const [long, hidden, strange] = answer.refused ?? []
    expect(String(long?.['key'])).toHaveLength(200)
    expect(hidden).toMatchObject({ key: 'u<U+202E>v' })
    expect(strange).toMatchObject({
      locale: 'd<U+200B>e',
      why: 'locale is "d<U+200B>e": give a BCP 47 tag such as de or pt-BR.',
    })
    expect(JSON.stringify(answer)).not.toMatch(/[\u202E\u200B]/)
  })
})

describe('the errors of a review', () => {
  const review = (items: readonly object[]) =>
    loop.ada.call<Answer>('review_translations', { project: loop.project, items })

  it('list twenty items, and count the others', async () => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ key: `${at}${'k'.repeat(1900)}`, action: 'approve' }))
    const answer = await review(items)
    expect(answer).toMatchObject({ more_refused: 980, next: expect.stringContaining('repeat the call') })
    expect(answer.refused).toHaveLength(20)
    for (const row of answer.refused ?? []) expect(String(row['key'])).toHaveLength(200)
  })

  it('name at most twenty targets', async () => {
    const { refused: rows = [] } = await review([{ key: 'a', locale: 'zu', action: 'approve' }])
    expect(rows).toMatchObject([
      { why: expect.stringContaining('"zu"'), fix: expect.stringMatching(/, id and 5 more\.$/) },
    ])
  })
})

describe('a rejected call', () => {
  const told = (tool: string, args: object) => refused(loop.ada.call(tool, args))

  it('names at most twenty targets', async () => {
    const { project } = loop
    const calls: readonly (readonly [string, object])[] = [
      ['get_work', { locale: 'xx' }],
      ['get_work', {}],
      ['update_project', { remove_locales: ['xx'] }],
      ['revert_changes', { person: 'ada', items: [{ key: 'a', locale: 'xx' }] }],
    ]
    for (const [tool, args] of calls) {
      expect((await told(tool, { project, ...args })).fix, tool).toMatch(/, id and 5 more\./)
    }
  })

  it('names at most twenty unknown scopes, escaped', async () => {
    const scopes = Array.from({ length: 25 }, (_, at) => `none${at}\u202E`)
    const { message } = await told('create_token', { name: 'x', scopes })
    expect(message.match(/none\d+<U\+202E>/g)).toHaveLength(20)
    expect(message).toContain('scopes has unknown scopes: ')
  })

  it('quotes a file name escaped, and only the first part of a long path', async () => {
    const push = (path: string, content: string) =>
      told('push_source', { project: loop.project, files: [{ path, content }] })
    const path = `${`${'d'.repeat(99)}/`.repeat(3)}en.json`
    const long = await push(path, '{"u\u202Ev": x}')
    expect(long.message).toContain(`${path.slice(0, 199)}…: `)
    expect(long.message).not.toContain(path.slice(0, 200))
    expect((await push('b/en.json', '{"a": \u200B1}')).message).toContain('<U+200B>')
    expect((await push('b/en.po', 'msgid "a"\nmsgstr \u202Ev\n')).message).toContain('<U+202E>')
  })
})

it('the error of a resource repeats at most 200 units of its URI', async () => {
  const uri = `dragoman://\u202E${'x'.repeat(1_000_000)}`
  const fault = await readResource({} as never, uri, {} as never).catch((error: unknown) => error)
  expect(fault).toMatchObject({ data: { uri: expect.stringMatching(/^dragoman:\/\/<U\+202E>x+…$/) } })
  expect((fault as { data: { uri: string } }).data.uri).toHaveLength(200)
  expect((fault as Error).message).toMatch(/^Resource "dragoman:\/\/<U\+202E>x+…" does not exist\.$/)
})
