import { fstatSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/** Variables of services that read commands from the log of a job: GitHub and Gitea, GitLab, Azure Pipelines, TeamCity, others. */
const CI_VARIABLES = ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION', 'CI'] as const

const LINE_END = '[\\n\\r\\v\\f\\x1C-\\x1E\\x85\\u2028\\u2029]'
/** Runners ignore these characters when they compare text. */
const IGNORED = `[[\\p{Cc}\\p{Default_Ignorable_Code_Point}]--${LINE_END}]`
/** Runners remove these from the start of a line. */
const BLANK = `[[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]--${LINE_END}]`
/** `##[command]` and its kind, such as `##vso[command]`, anywhere; `::command::` at the start of a line. */
const COMMAND = new RegExp(`#${IGNORED}*#(?:[\\w.]|${IGNORED})*\\[|(?<=^|${LINE_END})${BLANK}*:${IGNORED}*:`, 'gv')
/** A control character, as in a section of GitLab; with what follows it in a style of ours. */
const CONTROL = /\r\n|\p{Cc}(?:\[\d{1,2}m)?/gu
const ESCAPE = '\u001B'

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes what a runner of continuous integration would take for a command. The escapes are those of JSON, so that values in JSON stay the same.
 * @param line what the output has in its last line, which the text continues
 */
export function escapeRunnerCommands(text: string, line = ''): string {
  // Of a command, the last character is escaped: the others may have been printed before.
  const escaped = (line + text).replaceAll(COMMAND, command => command.slice(0, -1) + escapeUnit(command.slice(-1)))
  return escaped.slice(line.length)
}

const escapeControl = (found: string): string => {
  const isKept = /^(?:\r?\n|\t)/.test(found) || (found.startsWith(ESCAPE) && found.length > 1)
  return isKept ? found : escapeUnit(found) + found.slice(1)
}

/**
 * Escapes commands and control characters in everything that a stream writes as text, if the output is the log of a CI job: strings, keys and paths of a pull
 * request must not control its runner. On a terminal, control characters stay. Bytes stay as they are.
 */
export function guardOutput(stream: NodeJS.WriteStream, env: Env): void {
  if (CI_VARIABLES.every(name => (env[name] ?? '') === '')) return
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: readonly unknown[]) => boolean
  let line = ''
  const guarded = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
    if (typeof chunk !== 'string') return write(chunk, ...rest)
    const harmless = escapeRunnerCommands(chunk, line)
    const text = stream.isTTY ? harmless : harmless.replaceAll(CONTROL, escapeControl)
    line = findLastLine(line + text)
    return write(text, ...rest)
  }
  Object.assign(stream, { write: guarded })
}

/** Longest part of a line that is remembered. */
const MAX_LINE_CHARS = 1000

function findLastLine(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  // What is cut off is not the start of a line.
  return line.length > MAX_LINE_CHARS ? `…${line.slice(-MAX_LINE_CHARS)}` : line
}

/** Writes commands of our own for a runner. Their fields need `escapeRunnerCommands`. */
export const writeRunnerCommands = (stream: NodeJS.WritableStream, text: string): boolean =>
  stream.write(Buffer.from(text))

/** Writes data, such as CSV. A file gets its bytes as they are; the log of a CI job is guarded. */
export function writeData(stream: NodeJS.WriteStream, text: string): void {
  const isFile = 'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile()
  stream.write(isFile ? Buffer.from(text) : text)
}
