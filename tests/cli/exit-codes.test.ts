import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES, EXIT_MEANINGS, SIGNAL_EXITS, USAGE } from '../../src/cli/exit-codes.ts'
import { printError } from '../../src/cli/io.ts'
import { PACKAGE_ROOT } from '../../src/package-root.ts'
import { run } from '../harness/command-line.ts'
import { start } from '../harness/process.ts'

describe('the exit codes', () => {
  const codes = EXIT_MEANINGS.map(([code]) => code)
  const rows = EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning])

  it('have a meaning, each once, in order', () => {
    const used = new Set([0, 1, USAGE, ...Object.values(EXIT_CODES), ...Object.values(SIGNAL_EXITS)])
    expect(codes).toEqual([...used].sort((one, other) => one - other))
  })

  it('of signals are those of shells', () => {
    for (const [name, code] of Object.entries(SIGNAL_EXITS))
      expect(code).toBe(128 + constants.signals[name as keyof typeof SIGNAL_EXITS])
  })

  it('are the same in the help and in the documentation', async () => {
    const { stdout } = await run(['help', 'exit-codes'])
    expect([...stdout.matchAll(/^ +(\d+) {2}(.*)$/gm)].map(([, code, meaning]) => [code, meaning])).toEqual(rows)
    const page = readFileSync(join(PACKAGE_ROOT, 'docs/command-line.md'), 'utf8')
    const [, table = ''] = /generated:exit-codes -->([^]*?)<!-- \/generated/.exec(page) ?? []
    expect([...table.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning]) => [code, meaning])).toEqual(rows)
  })

  it('are named in short by the help of the program', async () => {
    const { stdout } = await run(['--help'])
    const [, short = ''] = /^ {2}(64.*?) {2}errors: dragoman help exit-codes$/m.exec(stdout) ?? []
    const isNamed = (code: number): boolean =>
      short.split(', ').some(part => {
        const [from, to = from] = part.split('–').map(Number)
        return code >= (from ?? 0) && code <= (to ?? 0)
      })
    expect(codes.filter(code => code >= USAGE && !isNamed(code))).toEqual([])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('of a command that %s ends is that of the signal', async signal => {
    const waiting = start(['call', 'get_context', '--json', '-'])
    waiting.child.kill(signal)
    // Shells add 128 to the number of a signal.
    expect(await waiting.ended).toMatchObject({ code: null, signal, stdout: '' })
  })

  it('of an unexpected error is 70', () => {
    const io = { stdin: process.stdin, stdout: process.stdout, stderr: { write: () => true } }
    expect(printError(io as never, new TypeError('a bug'))).toBe(70)
  })
})
