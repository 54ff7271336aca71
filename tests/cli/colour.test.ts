import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { paint } from '../../src/cli/io.ts'
import { setColours } from '../../src/cli/output/streams.ts'

const TERMINAL = { isTTY: true, hasColors: () => true }
const PIPE = {}
const OLD_TERMINAL = { isTTY: true, hasColors: () => false }

it.each([
  ['a terminal', TERMINAL, {}, true],
  ['a pipe', PIPE, {}, false],
  ['a terminal without colours', OLD_TERMINAL, {}, false],
  ['NO_COLOR', TERMINAL, { NO_COLOR: '1' }, false],
  ['NO_COLOR=0, which is not empty', TERMINAL, { NO_COLOR: '0' }, false],
  ['an empty NO_COLOR', TERMINAL, { NO_COLOR: '' }, true],
  ['NO_COLOR and FORCE_COLOR', TERMINAL, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ['FORCE_COLOR in a pipe', PIPE, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', TERMINAL, { FORCE_COLOR: '0' }, false],
  ['an empty FORCE_COLOR in a pipe', PIPE, { FORCE_COLOR: '' }, false],
  ['CLICOLOR_FORCE in a pipe', PIPE, { CLICOLOR_FORCE: '1' }, true],
  ['CLICOLOR_FORCE=0 in a pipe', PIPE, { CLICOLOR_FORCE: '0' }, false],
  ['CLICOLOR=0', TERMINAL, { CLICOLOR: '0' }, false],
  ['TERM=dumb', TERMINAL, { TERM: 'dumb' }, false],
  ['FORCE_COLOR and TERM=dumb', TERMINAL, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
] as const)('colour with %s', (_, kind, env, isColourful) => {
  const stream = Object.assign(new PassThrough(), kind) as unknown as NodeJS.WriteStream
  setColours(stream, env)
  expect(paint(stream)('red', 'error')).toBe(isColourful ? '\u001B[31merror\u001B[0m' : 'error')
})
