import { describe, expect, it } from 'vitest'
import { withLetThrough } from '../../../src/l10n/translation/let-through.ts'
import { text, translation } from './build.ts'

const approved = text({ value: 'Apfel', state: 'approved', rev: 3 })
const waiting = text({ value: 'Birne', state: 'needs_review', rev: 4 })
const kept = { src: approved.src, value: 'Apfel', state: 'approved', rev: 3, at: approved.at } as const

describe('the texts that a pull may still export', () => {
  it('are those that others replaced, the last one in each state', () => {
    const older = { ...kept, value: 'Alt', rev: 1 }
    const finished = { ...older, state: 'translated' as const, rev: 2 }
    const before = translation([approved], { let_through: [older, finished] })
    expect(withLetThrough(before, translation([waiting])).let_through).toEqual([kept, finished])
  })

  it('stay with further texts in review, and end with an approval of the same text only', () => {
    const before = translation([waiting], { let_through: [kept] })
    const next = translation([{ ...waiting, value: 'Pflaume', rev: 5 }])
    expect(withLetThrough(before, next).let_through).toEqual([kept])
    const again = translation([{ ...approved, rev: 4 }])
    expect(withLetThrough(translation([approved]), again).let_through).toBeUndefined()
  })

  it('are not those that a revert withdraws', () => {
    const { src } = approved
    const before = translation([waiting], { let_through: [kept] })
    expect(withLetThrough(before, translation([{ ...waiting, rev: 5 }]), { src, rev: 3 }).let_through).toEqual([kept])
    expect(withLetThrough(before, translation([{ ...waiting, rev: 5 }]), { src, rev: 2 }).let_through).toBeUndefined()
    expect(withLetThrough(translation([approved]), translation([]), { src }).let_through).toBeUndefined()
  })

  it('include none that a reviewer refused, or that has errors of an engine', () => {
    const refused = { src: approved.src, value: approved.value, rev: approved.rev, origin: approved.origin }
    const request = { kind: 'rejected' as const, refused, origin: approved.origin, batch_id: 'b', at: approved.at }
    expect(withLetThrough(translation([approved]), translation([waiting], { request })).let_through).toBeUndefined()
    const broken = text({ unresolved: true })
    expect(withLetThrough(translation([broken]), translation([waiting])).let_through).toBeUndefined()
  })
})
