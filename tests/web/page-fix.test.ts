import { expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { pageFix } from '../../src/web/format/page-fix.ts'

it.each([
  [{}, undefined],
  [{ fix: 'Ask the operator of this server.' }, 'Ask the operator of this server.'],
  [{ fix: 'Call list_members for its members.', pageFix: 'Look at the members.' }, 'Look at the members.'],
])('a page shows the fix for pages if an error has one: %j', (options, shown) => {
  expect(pageFix(new AppError('not_found', 'x', options))).toBe(shown)
})
