import { Writable } from 'node:stream'
import { tryParseJson } from '../../text/try-parse-json.ts'
import { type Paint, paint } from '../io.ts'

type Line = Readonly<Record<string, unknown>>

/** Creates a stream that formats JSON log lines for a terminal: time, level, message and fields. */
export function createReadableLog(terminal: NodeJS.WriteStream): Writable {
  const colour = paint(terminal)
  return new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      for (const line of String(chunk).split('\n').filter(Boolean)) terminal.write(`${formatLogLine(line, colour)}\n`)
      done()
    },
  })
}

function formatLogLine(line: string, colour: Paint): string {
  const { time, level, msg, err, ...facts } = (tryParseJson(line) ?? { level: 'info', msg: line }) as Line
  const stack = (err as { stack?: string } | undefined)?.stack
  const details = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const severe = level === 'error' || level === 'fatal' || level === 'warn'
  const head = [
    colour('dim', String(time).slice(11, 19)),
    colour(severe ? 'red' : 'cyan', String(level)),
    typeof msg === 'string' ? msg : '',
    colour('dim', details.join(' ')),
  ]
  return head.filter(Boolean).join(' ') + (stack === undefined ? '' : `\n${stack}`)
}
