import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { printError } from '../../src/cli/io.ts'
import { AppError } from '../../src/errors.ts'

function told(message: string, fix: string): string {
  const stderr = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream
  const io = { stdin: process.stdin, stdout: process.stdout, stderr }
  expect(printError(io, new AppError('conflict', message, { fix }))).toBeGreaterThan(0)
  return String(stderr.read())
}

it('an error shows what would move the cursor or turn the text around, and keeps its lines', () => {
  expect(told('\u001B[2K\rok: 3 files written\u001B[8m', 'a\u202Eb\u009Bc\nd')).toBe(
    'error (conflict) <U+001B>[2K<U+000D>ok: 3 files written<U+001B>[8m\nfix a<U+202E>b<U+009B>c\nd\n',
  )
})

it('an error ends, however much a server says', () => {
  expect(told('x'.repeat(1_000_000), 'y'.repeat(1_000_000)).length).toBeLessThan(17_000)
})
