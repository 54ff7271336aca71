import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, found } from '../loop.ts'
import { refused } from '../world.ts'

const A = 'web/a/en.json'
const B = 'web/b/en.json'

type More = Readonly<Record<string, unknown>>

const loop = eachLoop()

/** Pushes one file, and confirms what it drops. */
async function push(path: string, strings: object, more: More = {}): Promise<Readonly<Record<string, unknown>>> {
  const args = { project: loop.project, files: [{ path, content: JSON.stringify(strings) }], ...more }
  try {
    return await loop.ada.call('push_source', args)
  } catch (error) {
    const [, count] = /confirm_removed: (\d+)/.exec((error as { fix?: string }).fix ?? '') ?? []
    return loop.ada.call('push_source', { ...args, confirm_removed: Number(found(count)) })
  }
}
const idOf = async (file: string, key: string): Promise<string> =>
  found((await loop.entries<{ key: string; id: string }>({ file })).find(one => one.key === key)).id
const say = async (file: string, key: string, text: string, more: More = {}) =>
  loop.submit([{ id: await idOf(file, key), text }], more)
const pull = async (more: More = {}): Promise<Readonly<Record<string, object>>> => {
  const files = await loop.files({ locale: 'de', ...more })
  return Object.fromEntries(files.map(({ path, content }) => [path.split('/')[1] ?? '', JSON.parse(content)]))
}

describe('a copy in a file that was pushed first', () => {
  beforeEach(async () => {
    await push(A, { x: 'Home page', y: 'Other' })
    await push(B, { q: 'Queue' })
    await say(A, 'x', 'Startseite')
    await push(B, { q: 'Queue', x: 'Home page' })
  })

  it('is named as moved when the other file drops the string', async () => {
    expect(await push(A, { y: 'Other' })).toMatchObject({ moved: 1, moves: [`${A}: x → ${B}: x`], unchanged: 1 })
    expect(await pull()).toEqual({ a: {}, b: { x: 'Startseite' } })
  })

  it('is delivered as its string is, while another text of both waits for a review', async () => {
    await push(A, { title: 'Home' })
    await say(A, 'title', 'Startseite')
    await loop.call('update_project_policy', { review: 'required' })
    await say(A, 'title', 'Heimseite')
    await push(B, { title: 'Home' })
    expect(await pull()).toEqual({ a: { title: 'Startseite' }, b: { title: 'Startseite' } })
    await say(B, 'title', 'Eigene')
    expect(await pull()).toMatchObject({ b: { title: 'Startseite' } })
  })

  it('says where it is from', async () => {
    const original = { id: await idOf(A, 'x'), key: 'x', file: A }
    expect(await loop.entries({ file: B, full: true })).toContainEqual(
      expect.objectContaining({ key: 'x', copied_from: expect.objectContaining(original) }),
    )
  })

  it('keeps a text that was written for it, and its comments', async () => {
    await loop.review([{ id: await idOf(A, 'x'), action: 'approve', rev: 1 }])
    await say(B, 'x', 'Zur Hauptseite')
    const comment = { project: loop.project, id: await idOf(B, 'x'), locale: 'de', comment: 'As a link.' }
    await loop.ada.call('annotate_entry', comment)
    const answer = await push(A, { y: 'Other' })
    expect(answer).toMatchObject({ dropped: 1 })
    expect(answer).not.toHaveProperty('lost')
    expect(await pull()).toEqual({ a: {}, b: { x: 'Zur Hauptseite' } })
    expect(JSON.stringify(await loop.entries({ file: B, full: true }))).toContain('As a link.')
  })

  it('keeps a refusal of a reviewer', async () => {
    const item = { id: await idOf(B, 'x'), action: 'reject', rev: 1, comment: 'It is no page.' }
    await loop.review([item])
    expect((await pull())['b']).toEqual({})
    await push(A, { y: 'Other' })
    expect((await pull())['b']).toEqual({})
  })
})

it.each([
  ['in another file', B, 'k5'],
  ['in another file under another key', B, 'moved'],
  ['in one file under another key', A, 'again'],
])('a branch that cuts a string first and has it elsewhere later shows its text %s', async (_, path, key) => {
  const strings = { k1: 'One', k2: 'Two', k5: 'Five' }
  await push(A, strings)
  await push(B, { b: 'Bee' })
  await say(A, 'k5', 'Fünf')
  const branch = { branch: 'f' }
  const { k5, ...rest } = strings
  await push(A, rest, branch)
  await push(path, { ...(path === A ? rest : { b: 'Bee' }), [key]: k5 }, branch)
  const pulled = await pull(branch)
  expect(pulled[path === A ? 'a' : 'b']).toEqual({ [key]: 'Fünf' })
  expect((await pull())['a']).toEqual({ k5: 'Fünf' })
})

describe('a string that moves to a key that is in use, file by file', () => {
  const moves: readonly (readonly [file: string, strings: object])[] = [
    [B, { title: 'Home', w: 'W' }],
    [A, { other: 'Other' }],
  ]

  it.each([
    ['its new file', moves],
    ['its former file', moves.toReversed()],
  ])('shows its text, if %s is pushed first', async (_, steps) => {
    await push(A, { title: 'Home', other: 'Other' })
    await push(B, { title: 'Queue', w: 'W' })
    await say(A, 'title', 'Startseite')
    await say(B, 'title', 'Warteschlange')
    for (const [path, strings] of steps) await push(path, strings)
    expect(await pull()).toEqual({ a: {}, b: { title: 'Startseite' } })
  })
})

describe('a string that a branch gives another key and file, file by file', () => {
  const prune = { branch: 'feat', prune: true }
  const moves: readonly (readonly [file: string, strings: object])[] = [
    [B, { more: 'More', headline: 'Home' }],
    [A, { other: 'Other' }],
  ]

  it.each([
    ['its new file', moves, []],
    ['its new file, after the branch began,', moves, [prune]],
    ['its former file', moves.toReversed(), []],
  ])('shows its text, if %s is pushed first', async (_, steps, begun) => {
    for (const more of [{}, ...begun]) {
      await push(A, { title: 'Home', other: 'Other' }, more)
      await push(B, { more: 'More' }, more)
    }
    await say(A, 'title', 'Startseite')
    for (const [path, strings] of steps) await push(path, strings, prune)
    expect(await pull({ branch: 'feat' })).toEqual({ a: {}, b: { headline: 'Startseite' } })
  })
})

const feat = { branch: 'feat', prune: true }

it.each([
  ['renamed', { n: 'One', b: 'Two' }, { a: 'Other', b: 'Two' }, { n: 'One', a: 'Other', b: 'Two' }],
  ['swapped', { a: 'Two', b: 'One' }, { a: 'Other', b: 'More' }, { a: 'Other', b: 'More' }],
])(
  'a branch that takes over what main wrote for a key since has its text, after it %s the string there',
  async (_, own, later, merged) => {
    await push(A, { a: 'One', b: 'Two' })
    await say(A, 'a', 'Eins')
    await say(A, 'b', 'Zwei')
    await push(A, own, feat)
    await push(A, later)
    await say(A, 'a', 'Anderes')
    await push(A, merged, feat)
    expect((await pull({ branch: 'feat' }))['a']).toMatchObject({ a: 'Anderes' })
  },
)

it('the answer of a push says how many strings a file drops, where the key has another one', async () => {
  await push(A, { a: 'One', b: 'Two', c: 'Three' })
  const files = [{ path: A, content: '{"a":"One","b":"Three"}' }]
  const refusal = await refused(loop.call('push_source', { files }))
  expect(refusal.message).toContain(`${A} drops 1 of the 3 strings that the branch has there, such as "b".`)
})
