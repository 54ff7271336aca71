import { describe, expect, it } from 'vitest'
import { findOutcome, type SourceChange } from '../../../src/cli/gate/compare.ts'
import { Neighbours } from '../../../src/cli/gate/neighbours.ts'
import type { TargetStrings } from '../../../src/cli/gate/strings.ts'

const UNCHANGED: SourceChange = { added: new Set(), changed: new Set(), renamed: new Map() }

/** A target file with one translation; undefined for none. */
function target(value: string | undefined, isFinished = true): TargetStrings {
  const entry = { key: 'save', value, ...(!isFinished && { state: 'needs_review' }) }
  const entries = new Map(value === undefined ? [] : [['save', entry]])
  return { entries } as unknown as TargetStrings
}

it.each([
  ['is written when a change finishes it', target('Sichern', false), target('Sichern'), 'written'],
  ['is the same when it stays', target('Sichern'), target('Sichern'), 'same'],
  ['is removed when a change takes it away', target('Sichern'), target(undefined), 'removed'],
  ['is removed when a change marks it as unfinished', target('Sichern'), target('Sichern', false), 'removed'],
  ['stays missing', target(undefined), target('Sichern', false), 'same'],
])('a translation of an unchanged source %s', (_, before, after, expected) => {
  expect(findOutcome('save', UNCHANGED, before, after)).toBe(expected)
})

describe('the neighbours of a translation', () => {
  const pair = (text: string) => ({ src: 'aa11', source: 'Save', target: text })

  it('are at most five, without itself', () => {
    const neighbours = new Neighbours()
    const own = pair('Sichern')
    for (const one of [own, ...['a', 'b', 'c', 'd', 'e', 'f'].map(pair)]) neighbours.add(one)
    expect(neighbours.find(own)).toEqual({ elsewhere: ['a', 'b', 'c', 'd', 'e'] })
  })

  it('are none for the only translation of a source', () => {
    const neighbours = new Neighbours()
    const own = pair('Sichern')
    neighbours.add(own)
    expect(neighbours.find(own)).toEqual({})
  })
})
