import { type Logger, pino } from 'pino'

export type Log = Logger

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
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      hooks: { streamWrite: redactSecrets },
    },
    destination,
  )
}

/** Redacts tokens and transfer links anywhere in a text, such as URLs, error messages and headers. Client IDs (`svcc_`) are not secret. */
function redactSecrets(text: string): string {
  return text
    .replace(/(sv(?!cc)[a-z]{2}(?:_|%5f)[0-9a-f]{4})[0-9a-f]{8,}/gi, '$1[redacted]')
    .replace(/(transfer(?:\/|%2f)+)[\w%-]{16,}/gi, '$1[redacted]')
}
