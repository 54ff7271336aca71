import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { Time } from '../../src/web/format/time.tsx'

const now = new Date('2026-11-21T20:00:00.000Z')
const said = (at: string, isDated?: boolean): string =>
  render(h(Time, { at, from: now, ...(isDated !== undefined && { isDated }) })).replace(/<[^>]+>/g, '')

it.each([
  ['2027-12-31T23:59:59.000Z', 'in 14 months'],
  ['2026-12-21T20:00:00.000Z', 'in 30 days'],
  ['2025-10-21T20:00:00.000Z', '13 months ago'],
  ['9999-12-31T23:59:59.999Z', 'in 7,973 years'],
  ['2026-11-22T20:00:00.000Z', 'tomorrow'],
  ['2026-11-21T19:59:30.000Z', 'just now'],
])('shows %s in the unit that is precise enough: %s', (at, words) => {
  expect(said(at)).toBe(words)
})

it('an expiration shows the date in parentheses', () => {
  expect(said('2027-12-31T23:59:59.000Z', true)).toBe('in 14 months (Dec 31, 2027)')
})
