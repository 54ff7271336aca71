import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { printError, printJson } from '../../src/cli/io.ts'
import { AppError } from '../../src/errors.ts'

const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream

function told(message: string, fix: string): string {
  const stderr = stream(false)
  const io = { stdin: process.stdin, stdout: process.stdout, stderr }
  expect(printError(io, new AppError('conflict', message, { fix }))).toBeGreaterThan(0)
  return String(stderr.read())
}

it('an error escapes control and direction characters, and keeps its lines', () => {
  expect(told('\u001B[2K\rok: 3 files written\u001B[8m', 'a\u202Eb\u009Bc\nd')).toBe(
    'error  <U+001B>[2K<U+000D>ok: 3 files written<U+001B>[8m\n       a<U+202E>b<U+009B>c\n       d\n',
  )
})

it('an error is truncated, however much a server says', () => {
  expect(told('x'.repeat(1_000_000), 'y'.repeat(1_000_000)).length).toBeLessThan(17_000)
})

it.each([true, false])('an answer keeps its value, and escapes invisible characters on a terminal: %s', isTTY => {
  const stdout = stream(isTTY)
  const answer = { a: 'x\u202Ey\u009B\u{E0001}\u001B é\u200D', b: ['\n'] }
  printJson({ stdin: process.stdin, stdout, stderr: stdout }, answer)
  const text = String(stdout.read())
  expect(JSON.parse(text)).toEqual(answer)
  for (const unseen of ['\u202E', '\u009B', '\u{E0001}']) expect(text.includes(unseen)).toBe(!isTTY)
  expect(text).not.toContain('\u001B')
  expect(text).toContain('é\u200D')
})
