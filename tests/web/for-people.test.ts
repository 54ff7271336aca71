import { expect, it } from 'vitest'
import { webErrorMessage } from '../../src/web/format/web-error-message.ts'

it.each([
  [undefined, undefined],
  ['Ask the operator of this server.', 'Ask the operator of this server.'],
  ['Call list_members for those it has.', undefined],
  [
    'It can be answered until 2026-11-28T20:46:38.943Z. To make another, end it first: revoke_invitation, id 1.',
    'It can be answered until 2026-11-28T20:46:38.943Z.',
  ],
  ['Correct redirect_uri: it is none of the app.', 'Correct redirect_uri: it is none of the app.'],
])('people are told what names no tool: %j', (fix, told) => {
  expect(webErrorMessage(fix)).toBe(told)
})
