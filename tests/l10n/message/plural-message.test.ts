import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIcuSource } from '../../../src/l10n/message/icu.ts'
import { joinPlural, splitPlural } from '../../../src/l10n/message/plural-message.ts'

describe('splitPlural', () => {
  it('writes a full sentence for each branch', () => {
    expect(splitPlural('You have {n, plural, =0 {no files} one {# file} other {# files}} in {folder}.')).toEqual({
      argument: 'n',
      type: 'cardinal',
      forms: {
        '=0': 'You have no files in {folder}.',
        one: 'You have # file in {folder}.',
        other: 'You have # files in {folder}.',
      },
    })
  })

  it('splits ordinals', () => {
    const split = splitPlural('{n, selectordinal, one {#st} other {#th}} place')
    expect(split).toEqual({ argument: 'n', type: 'ordinal', forms: { one: '#st place', other: '#th place' } })
  })

  it('shows doubled apostrophes as one', () => {
    const split = splitPlural("{n, plural, one {It''s # file} other {They''re # files}}")
    expect(split?.forms).toEqual({ one: "It's # file", other: "They're # files" })
  })

  it.each([
    'No plural in {name}',
    '{n, plural, offset:1 one {#} other {#}}',
    '{n, plural, one {#} other {{m, plural, one {#} other {#}}}}',
    '{n, plural, one {#} other {#}} and {m, plural, one {#} other {#}}',
    '<b>{n, plural, one {#} other {#}}</b>',
    "{n, plural, one {'{'#} other {#}}",
    'No. # of {n, plural, one {#} other {#}}',
    "{n, plural, one {{d, date, yyyy ''at''}} other {#}}",
    '{n, plural, one {#}',
  ])('leaves %s whole', text => {
    expect(splitPlural(text)).toBeUndefined()
  })
})

describe('joinPlural', () => {
  it('doubles apostrophes that would quote, also at the end of a branch, and keeps others', () => {
    const forms = { one: "l'{name} c'est '", many: "l''#", other: "d'<b>x</b>" }
    expect(joinPlural({ argument: 'n', type: 'cardinal', forms })).toBe(
      "{n, plural, one {l''{name} c'est ''} many {l''#} other {d''<b>x</b>}}",
    )
  })

  it('is the inverse of splitting, for every message that can be split', () => {
    const piece = fc.constantFrom('a', ' ', 'é', "'", "''", '{x}', '{d, number}', '<b>t</b>', '.', '漢', '\n', '|')
    const text = fc.array(piece, { maxLength: 5 }).map(pieces => pieces.join(''))
    const branch = fc.array(fc.oneof(piece, fc.constant('#')), { maxLength: 5 }).map(pieces => pieces.join(''))
    const type = fc.constantFrom('plural', 'selectordinal')
    let count = 0
    fc.assert(
      fc.property(text, type, branch, branch, branch, text, (before, kind, zero, one, other, after) => {
        const message = `${before}{n, ${kind}, =0 {${zero}} one {${one}} other {${other}}}${after}`
        const split = splitPlural(message)
        if (split === undefined) return
        count += 1
        const joined = joinPlural(split)
        expect(splitPlural(joined)).toEqual(split)
        for (const name of ['=0', 'one', 'other']) expect(render(joined, name)).toBe(render(message, name))
      }),
      { numRuns: 500, seed: 16 },
    )
    expect(count).toBeGreaterThan(100)
  })
})

/** What a message prints in one branch, with arguments as JSON. */
function render(message: string, branch: string): string {
  const parsed = parseIcuSource(message)
  if (!parsed.ok) throw new Error(`${message}: ${parsed.fault.code}`)
  return print(parsed.ast, branch)
}

interface Element {
  readonly type: number
  readonly value?: unknown
  readonly options?: unknown
  readonly children?: readonly unknown[]
}

function print(elements: readonly unknown[], branch: string): string {
  return (elements as readonly Element[])
    .map(({ type, value, options, children }) => {
      if (type === 0) return String(value)
      if (options !== undefined) {
        const chosen = (options as Readonly<Record<string, { readonly value: readonly unknown[] }>>)[branch]
        return print(chosen?.value ?? [], branch)
      }
      return `[${type} ${String(value)}]${children === undefined ? '' : print(children, branch)}`
    })
    .join('')
}
