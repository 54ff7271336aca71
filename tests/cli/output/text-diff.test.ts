import { expect, it } from 'vitest'
import { diffLines } from '../../../src/cli/output/text-diff.ts'

const show = (before: string, after: string): string =>
  diffLines(before, after)
    .map(({ mark, text }) => mark + text)
    .join('|')

it('shows removed and added lines between those that are in both', () => {
  expect(show('a\nb\nc\n', 'a\nx\nc\n')).toBe(' a|-b|+x| c')
  expect(show('a\nb\nc\nd\n', 'b\nd\ne\n')).toBe('-a| b|-c| d|+e')
})

it('shows whole texts', () => {
  expect(show('', 'a\n')).toBe('+a')
  expect(show('a\n', '')).toBe('-a')
  expect(show('a\n', 'a\n')).toBe(' a')
})
