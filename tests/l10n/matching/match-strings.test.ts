import { describe, expect, it } from 'vitest'
import { matchStrings, type PlacedString } from '../../../src/l10n/matching/match-strings.ts'
import { runToEnd } from '../../../src/workers/packing.ts'

/** `file/key=source`, with a context after `@`. */
function parse(text: string): PlacedString {
  const [, file = '', key = '', src = '', context] = /^(\w+)\/([^=]+)=([^@]*)(?:@(.*))?$/.exec(text) ?? []
  return { file, key, src: context === undefined ? src : `${context} ${src}`, context }
}
const show = ({ file, key }: PlacedString): string => `${file}/${key}`

function match(before: string, after: string): { readonly found: readonly string[]; readonly rest: string } {
  const sides = [before, after].map(side => side.split(' ').filter(Boolean).map(parse))
  const { matches, gone, added } = runToEnd(matchStrings(sides[0] ?? [], sides[1] ?? []))
  const found = matches
    .filter(({ kind }) => kind !== 'unchanged')
    .map(one => `${one.kind} ${show(one.before)} > ${show(one.after)}`)
  return { found, rest: [...gone.map(one => `-${show(one)}`), ...added.map(one => `+${show(one)}`)].join(' ') }
}

describe('the strings of a push', () => {
  it.each([
    ['nothing else than before', 'a/x=1 a/y=2', 'a/y=2 a/x=1', [], ''],
    ['another source at its place', 'a/x=1', 'a/x=2', ['changed a/x > a/x'], ''],
    ['a string in another file', 'a/x=1 a/y=2', 'a/y=2 b/x=1', ['moved a/x > b/x'], ''],
    ['another key', 'a/x=1', 'a/z=1', ['renamed a/x > a/z'], ''],
    ['another key in another file', 'a/x=1', 'b/z=1', ['moved a/x > b/z'], ''],
    ['two sources that were swapped', 'a/x=1 a/y=2', 'a/x=2 a/y=1', ['renamed a/x > a/y', 'renamed a/y > a/x'], ''],
    ['a chain of renames', 'a/x=1 a/y=2', 'a/y=1 a/z=2', ['renamed a/x > a/y', 'renamed a/y > a/z'], ''],
    ['a key that is used again for a moved source', 'a/t=1 a/u=2', 'a/t=2', ['renamed a/u > a/t'], '-a/t'],
    ['a string that is dropped, and one that is new', 'a/x=1', 'a/z=3', [], '-a/x +a/z'],
    ['the same key with another context', 'a/x=1@m', 'a/x=1@f', [], '-a/x +a/x'],
  ])('has %s', (_, before, after, found, rest) => {
    expect(match(before, after)).toEqual({ found, rest })
  })

  it('take a moved string before a renamed one with the same source', () => {
    expect(match('a/x=1 a/y=1', 'b/x=1 a/z=1').found).toEqual(['moved a/x > b/x', 'renamed a/y > a/z'])
  })

  it('of a section below a new name each keep their own, however often their sources occur', () => {
    const keys = ['home.title', 'home.text', 'menu.title', 'menu.text', 'title', 'end.menu.title']
    const before = keys.map(key => `a/${key}=1`).join(' ')
    const after = keys.map(key => `a/ui.${key}=1`).toReversed()
    const { found } = match(before, after.join(' '))
    expect(found.toSorted()).toEqual(keys.map(key => `renamed a/${key} > a/ui.${key}`).toSorted())
  })

  it('of a renamed section prefer the first segments where the last ones say nothing', () => {
    const { found } = match('a/shop.old=1 a/cart.old=1', 'a/cart.new=1 a/shop.new=1')
    expect(found.toSorted()).toEqual(['renamed a/cart.old > a/cart.new', 'renamed a/shop.old > a/shop.new'])
  })

  it('stay in their file where keys say nothing', () => {
    const { found } = match('a/p=1 b/q=1', 'b/r=1 a/s=1')
    expect(found.toSorted()).toEqual(['renamed a/p > a/s', 'renamed b/q > b/r'])
  })

  it('are paired by order in the end', () => {
    expect(match('a/p=1 a/q=1', 'a/r=1 a/s=1 a/t=1')).toEqual({
      found: ['renamed a/p > a/r', 'renamed a/q > a/s'],
      rest: '+a/t',
    })
  })

  it('with keys of many segments are paired by the last ones', () => {
    const deep = Array.from({ length: 40 }, (_, at) => `s${at}`).join('.')
    const { found } = match(`a/${deep}.x=1 a/${deep}.y=1`, `a/z.${deep}.y=1 a/z.${deep}.x=1`)
    expect(found.map(one => one.at(-1) === one.split(' > ')[0]?.at(-1))).toEqual([true, true])
  })

  it('of a large group are paired in steps', () => {
    const many = (prefix: string) =>
      Array.from({ length: 3_000 }, (_, at) => ({ file: 'a', key: `${prefix}.k${at}`, src: '1' }))
    const steps = matchStrings(many('old'), many('new'))
    let count = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1
    expect(count).toBeGreaterThan(6_000)
    const { matches } = runToEnd(matchStrings(many('old'), many('new')))
    expect(matches.every(one => one.before.key.replace('old', 'new') === one.after.key)).toBe(true)
  })
})
