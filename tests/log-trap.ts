import { Writable } from 'node:stream'
import { type Log, openLog } from '../src/log.ts'

export interface Trap {
  readonly log: Log
  readonly text: () => string
  readonly lines: () => readonly Record<string, unknown>[]
}

/** A log whose lines a test can read. */
export function openTrap(level = 'info'): Trap {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>)
  return { lines, text: () => text, log: openLog(level, sink) }
}
