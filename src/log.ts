import { type Logger, pino } from 'pino'

export type Log = Logger

/** Adds fields to each line, such as the trace that it belongs to. */
type ReadFields = () => object

/** By log, because libraries and commands open it before it is known what belongs on its lines. */
const fieldReaders = new WeakMap<Log, { read: ReadFields }>()

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'client_secret',
  'password',
  'code',
  'code_verifier',
]

/** Opens the log: JSON lines on stderr (stdout is for stdio and command output), with secrets redacted by field and by pattern. */
export function openLog(level: string, destination: NodeJS.WritableStream = process.stderr): Log {
  const fields: { read: ReadFields } = { read: () => ({}) }
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      hooks: { streamWrite: redactSecrets },
      mixin: () => fields.read(),
    },
    destination,
  )
  fieldReaders.set(log, fields)
  return log
}

/** Adds fields to every later line of a log that `openLog` opened, and of its children. */
export function addLogFields(log: Log, read: () => object): void {
  const fields = fieldReaders.get(log)
  if (fields !== undefined) fields.read = read
}

/** Redacts tokens and transfer links anywhere in a text, such as URLs, error messages and headers. Client IDs (`svcc_`) are not secret. */
function redactSecrets(text: string): string {
  return text
    .replace(/(sv(?!cc)[a-z]{2}(?:_|%5f)[0-9a-f]{4})[0-9a-f]{8,}/gi, '$1[redacted]')
    .replace(/(transfer(?:\/|%2f)+)[\w%-]{16,}/gi, '$1[redacted]')
}
