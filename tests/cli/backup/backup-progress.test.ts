import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLoggedProgress, createProgress } from '../../../src/cli/output/progress.ts'

/** A stream as wide as this, what was written to it, and a clock that the test moves. */
function terminal(columns: number, isTTY: boolean, create = createProgress) {
  const written: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => done(void written.push(text)),
  })
  let time = 0
  const progress = create(Object.assign(stream, { columns, isTTY }) as unknown as NodeJS.WriteStream, () => time)
  return {
    written,
    progress,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('the progress of a command', () => {
  it('shows amount, total and speed on a terminal after a second, at most ten times a second', () => {
    const { written, progress, pass } = terminal(200, true)
    const work = progress.begin('Checking')
    work(0, 100_000)
    pass(50)
    work(10_000, 100_000)
    pass(1_950)
    work(25_000, 100_000)
    pass(100)
    work(100_000, 100_000)
    progress.clear()
    progress.clear()
    expect(written).toEqual([
      '\rChecking [######------------------] 25,000 of 100,000 records, 12,500/s\u001B[K',
      '\rChecking [########################] 100,000 of 100,000 records, 47,619/s\u001B[K',
      '\r\u001B[K',
    ])
  })

  it('fits the terminal width, or 80 columns when the width is unknown', () => {
    for (const [columns, shown] of [
      [20, 19],
      [0, 79],
    ] as const) {
      const { written, progress, pass } = terminal(columns, true)
      const work = progress.begin('Saving the previous store, as it was before')
      pass(1_000)
      work(1_000_000, 1_000_000_000)
      expect(written[0]).toHaveLength(1 + shown + '\u001B[K'.length)
    }
  })

  it('is silent without a terminal', () => {
    const { written, progress } = terminal(80, false)
    progress.begin('Checking')(1, 2)
    progress.clear()
    expect(written).toEqual([])
  })
})

describe('the progress of a command that follows long work', () => {
  it('prints a line every 30 seconds where there is no terminal', () => {
    const { written, progress, pass } = terminal(0, false, createLoggedProgress)
    const work = progress.begin('Translating', 'translations')
    work(0, 400)
    pass(30_000)
    work(120, 400)
    pass(29_000)
    work(130, 400)
    pass(1_000)
    work(240, 1_400)
    progress.clear()
    expect(written).toEqual(['Translating: 120 of 400 translations\n', 'Translating: 240 of 1,400 translations\n'])
  })

  it('shows a bar on a terminal', () => {
    const { written, progress, pass } = terminal(200, true, createLoggedProgress)
    const work = progress.begin('Translating', 'translations')
    pass(1_000)
    work(200, 400)
    expect(written).toEqual(['\rTranslating [############------------] 200 of 400 translations, 200/s\u001B[K'])
  })
})
