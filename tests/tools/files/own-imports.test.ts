import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, type Loop } from '../loop.ts'

const loop = eachLoop(['de'])

beforeEach(() => loop.push({ a: 'Apple', b: 'Bread' }))

const importDe = (texts: object, more: object = {}, by = loop.ada): Promise<Readonly<Record<string, unknown>>> =>
  by.call('push_translations', {
    project: loop.project,
    files: [{ path: 'locales/de.json', content: JSON.stringify(texts) }],
    ...more,
  })
const revert = (batch: unknown, by = loop.ada): Promise<Readonly<Record<string, unknown>>> =>
  by.call('revert_changes', { project: loop.project, batch })
const textOf = async (name: string): Promise<unknown> => (await loop.unit(name)).texts[0]?.value

describe('a text of an import that nobody touched', () => {
  it('is replaced by its writer on another branch, which has no file yet', async () => {
    const branch = 'f'
    await loop.push({ a: 'Apple', b: 'Bread' }, { branch })
    await importDe({ a: 'Apfel' }, { branch })
    expect(await importDe({ a: 'Äpfel' })).toMatchObject({ imported: 1 })
    expect(await textOf('a')).toBe('Äpfel')
  })

  it('conflicts there with the file of another writer', async () => {
    const branch = 'f'
    await loop.push({ a: 'Apple', b: 'Bread' }, { branch })
    const human = await loop.world.human('ada')
    await importDe({ a: 'Apfel' }, { branch }, human)
    expect(await importDe({ a: 'Äpfel' })).toMatchObject({ conflicts: { first: [{ ours: 'Apfel', theirs: 'Äpfel' }] } })
    expect(await textOf('a')).toBe('Apfel')
  })

  it('stays reverted when the same file is pushed, and is replaced by a corrected one', async () => {
    const { batch } = await importDe({ a: 'Falsch' })
    await revert(batch)
    expect(await importDe({ a: 'Falsch' })).toMatchObject({ kept: 1 })
    expect(await importDe({ a: 'Apfel' })).toMatchObject({ imported: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Apfel' })
  })
})

describe('a text that waits for a reviewer', () => {
  const setPolicy = (policy: object): Promise<unknown> => loop.call('update_project_policy', policy)

  it.each(['user', 'administrator'])('is translated when the file of a %s has it', async who => {
    await setPolicy({ review: 'required' })
    const agent = await loop.agent()
    await importDe({ a: 'Apfel' }, {}, agent)
    await loop.translate({ b: 'Brot' })
    expect((await loop.pull()).content).toBe('{}\n')
    const by = who === 'user' ? await loop.world.human('ada') : loop.ada
    expect(await importDe({ a: 'Apfel', b: 'Brot' }, {}, agent)).toMatchObject({ unchanged: 2 })
    expect((await loop.pull()).content).toBe('{}\n')
    expect(await importDe({ a: 'Apfel', b: 'Brot' }, {}, by)).toMatchObject({ imported: 2, left: { de: 0 } })
    expect((await loop.pull()).content).toBe('{"a":"Apfel","b":"Brot"}')
    expect(await importDe({ a: 'Apfel', b: 'Brot' }, {}, by)).toMatchObject({ unchanged: 2 })
  })

  it('still waits after a reviewer sent it back', async () => {
    await loop.translate({ a: 'Apfel' })
    await setPolicy({ review: 'required' })
    const human = await loop.world.human('ada')
    const { review } = await human.call<{ review: { id: string } }>('create_review', {
      project: loop.project,
      locale: 'de',
      person: 'ada',
    })
    await human.call('decide_review', { project: loop.project, review: review.id, end: 'return', why: 'Formal.' })
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review' })
    expect(await importDe({ a: 'Apfel' }, {}, human)).toMatchObject({ unchanged: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review' })
  })

  it('is approved by a user whose file calls it final', async () => {
    await setPolicy({ review: 'required', export: 'approved' })
    const write = (target: string): string =>
      `<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en"${target === '' ? '' : ' target-language="de"'} datatype="plaintext" original="app">\n    <body>\n      <trans-unit id="x"${target === '' ? '' : ' approved="yes"'}>\n        <source>Exit</source>${target}\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n`
    await loop.push(write(''), {}, 'app/messages.xlf')
    const content = write('\n        <target state="final">Beenden</target>')
    const files = [{ path: 'app/messages.de.xlf', content }]
    const importAs = (by: Loop['ada']) => by.call('push_translations', { project: loop.project, files })
    const pull = async () => (await loop.pull({ path: 'app/messages.xlf' })).content
    expect(await importAs(await loop.agent())).toMatchObject({ imported: 1 })
    expect(await pull()).not.toContain('Beenden')
    expect(await importAs(await loop.world.human('ada'))).toMatchObject({ imported: 1 })
    expect(await pull()).toBe(content)
  })
})
