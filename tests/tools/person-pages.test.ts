import { expect, it } from 'vitest'
import { assertNamesPage } from './person-pages.ts'

const BASE = 'http://localhost:4050'

// Each answer in the tests of tools is checked like these (world.ts).
it('each answer that leaves something to a user has a page', () => {
  const check = (answer: unknown) => () => assertNamesPage('a_tool', answer, BASE)
  expect(check({ refused: [{ fix: 'Leave it to a user.' }] })).toThrow('a_tool names no page: Leave it to a user.')
  expect(check({ next: 'Ask another user.' })).toThrow('names no page')
  expect(
    check({ refused: [{ fix: 'Leave it to a user.', page: `${BASE}/p/acme/app/strings/a1?locale=de` }] }),
  ).not.toThrow()
  expect(check({ next: 'First 2 for which a reviewer requested changes.', why: 'A user wrote it.' })).not.toThrow()
})
