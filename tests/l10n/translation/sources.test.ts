import { describe, expect, it } from 'vitest'
import { carryOver } from '../../../src/l10n/translation/carry-over.ts'
import { carrySources, getSource, isLongSource } from '../../../src/l10n/translation/sources.ts'
import { AT, entry, error, ignore, NOTE, NOTE_HASH, otherAgent, text, translation } from './build.ts'

const version = (src: string, length = 4) => ({ src, source: src.padEnd(length, '.') })
const older = ['s1', 's2', 's3', 's4'].map(src => version(src))

it.each([
  ['aa11', 'Apple'],
  ['s2', 's2..'],
  ['gone', ''],
])('gets the source %s', (src, source) => {
  expect(getSource(entry({ sources: older }), src)).toBe(source)
})

it('a source that fills most of the room counts as long', () => {
  expect([isLongSource('x'.repeat(2000)), isLongSource({ one: 'x'.repeat(2000), other: 'y' })]).toEqual([false, true])
})

const carry = (
  sources: readonly { src: string; source: string }[],
  listed: { src: string; source: string },
  leads: boolean,
) => {
  const { carried, dropped } = carrySources(entry({ sources }), listed, leads)
  return [carried.src, carried.sources?.map(({ src }) => src), dropped.map(({ src }) => src)]
}
it.each([
  ['a new source that leads', [], version('new'), true, ['new', ['aa11'], []]],
  ['a new source of another branch', [], version('new'), false, ['aa11', ['new'], []]],
  ['its own source again', [], { src: 'aa11', source: 'Apple' }, false, ['aa11', undefined, []]],
  ['a carried source again', older, version('s2'), false, ['aa11', ['s1', 's2', 's3', 's4'], []]],
  ['a carried source that leads', older, version('s2'), true, ['s2', ['aa11', 's1', 's3', 's4'], []]],
  ['a fifth source', older, version('new'), false, ['aa11', ['new', 's1', 's2', 's3'], ['s4']]],
  ['a source that is too long', older, version('new', 2001), false, ['aa11', ['s1', 's2', 's3', 's4'], ['new']]],
  [
    'a source that leaves no room for some',
    [version('s1', 1500), version('s2')],
    version('new', 1900),
    false,
    ['aa11', ['new', 's2'], ['s1']],
  ],
  ['sources that fit exactly', [version('s1', 1500)], version('new', 500), false, ['aa11', ['new', 's1'], []]],
  [
    'a long source that leads makes room',
    [version('s1', 3000)],
    version('new', 4000),
    true,
    ['new', ['aa11', 's1'], []],
  ],
])('carrySources carries %s', (_, sources, listed, leads, expected) => {
  expect(carry(sources, listed, leads)).toEqual(expected)
})

describe('carryOver', () => {
  const stale = text({ src: 'bb22', origin: otherAgent })
  const of = (old = stale) => ({
    translation: translation([old]),
    entry: entry({ description: NOTE }),
    src: 'aa11',
    text: old,
  })

  it('writes the translation for the source and the current note, by the same writer', () => {
    const carried = carryOver(of(), [], 'approved', AT)
    expect(carried).toMatchObject({
      after: {
        stale: null,
        state: 'approved',
        texts: [{ src: 'aa11', value: 'Apfel', note: NOTE_HASH, origin: otherAgent }, { src: 'bb22' }],
      },
    })
  })

  const ignores = [ignore(error.id)]
  it.each([
    ['refuses an error', stale, { errors: [error] }],
    ['refuses an error that is ignored for another source', { ...stale, ignores }, { errors: [error] }],
    [
      'accepts an error that is ignored for this source',
      { ...stale, src: 'aa11', ignores },
      { after: { state: 'translated', texts: [{ ignores }] } },
    ],
  ])('%s', (_, old, expected) => {
    expect(carryOver(of(old), [error], 'translated', AT)).toMatchObject(expected)
  })
})
