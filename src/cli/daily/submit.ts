import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError, type CommandFormatter } from '../../errors.ts'
import { addTo } from '../../l10n/groups.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { isObject, tryParseJson } from '../../text/try-parse-json.ts'
import { describeIssues } from '../../tools/schemas/describe-issues.ts'
import { inputErrorMap } from '../../tools/schemas/error-map.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { type Io, paint } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { nameItems, writeToolsAsCommands } from '../usage/command-words.ts'
import { findKeys } from './find-keys.ts'
import { branchOptionText, withProject } from './with-project.ts'

export interface SubmitOptions extends ProjectOptions {
  readonly locale?: string
  readonly branch?: string
  readonly note?: string
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** The items of one call. */
const MAX_ITEMS = 500
/** The exit code when an item was refused. */
const EXIT_REFUSED = 1

/** A line of `submit`: a line of `work` with a translation. Other fields are left out. */
const Line = z.object({
  locale: z.string().optional(),
  id: z.string().optional(),
  key: z.string().optional(),
  file: z.string().optional(),
  /** Names a string whose key is the source string. */
  source: z.unknown().optional(),
  src: z.string(),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
  rev: z.number().optional(),
  also: z.number().optional(),
  also_rev: z.string().optional(),
  /** Checked by the server, which names what is wrong with it. */
  override: z.unknown().optional(),
})
/** A line with its number in the input, from 1. */
type Line = z.output<typeof Line> & { readonly number: number }

const Refusal = z.looseObject({
  id: z.string().optional(),
  key: z.string().optional(),
  code: z.string(),
  why: z.string().optional(),
  fix: z.string().optional(),
  suggestion: z.string().optional(),
  want: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  src: z.string().optional(),
  findings: z.array(z.looseObject({ message: z.string().optional(), fix: z.string().optional() })).optional(),
})
type Refusal = z.output<typeof Refusal>

const Submitted = z.looseObject({
  accepted: z.number(),
  refused: z.array(Refusal).optional(),
  /** Texts that are right as they are, and keep an earlier voice. */
  unconfirmed: z.looseObject({ first: z.array(Refusal) }).optional(),
  /** The first are sentences such as `k3 de: equals the source`. */
  warnings: z.looseObject({ count: z.number(), first: z.array(z.string()) }).optional(),
  /** ID of a repair → texts that are stored otherwise than they were sent, such as `k3 de`. */
  repairs: z.record(z.string(), z.array(z.string())).default({}),
  left: z.record(z.string(), z.number()),
})

/** `submit`: sends translations from JSON lines, and prints a line for each. Returns 1 if one was refused. */
export async function submitLines(
  machine: Machine,
  options: SubmitOptions & { readonly path: string | undefined },
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const { path = '-', dryRun: isDry = false, json = false, quiet = false } = options
  const text = path === '-' ? await readText(io.stdin) : await readLinesFile(resolve(machine.workingFolder, path), path)
  const groups = groupByLocale(parseLines(text), options.locale)
  return withProject(machine, options, io, async (caller, { project, branch }) => {
    let [stored, refusedCount] = [0, 0]
    const warned = new Map<string, number>()
    const left: Record<string, number> = {}
    for (const [locale, lines] of groups) {
      for (let at = 0; at < lines.length; at += MAX_ITEMS) {
        const part = lines.slice(at, at + MAX_ITEMS)
        const answer = await submitPart(caller, { project, branch, locale }, part, options).catch((error: unknown) => {
          throw nameItems(error, 'items', index => `line ${part[index]?.number ?? index + 1}`)
        })
        Object.assign(left, answer.left)
        const { count = 0, first = [] } = answer.warnings ?? {}
        if (count > 0) warned.set(locale, (warned.get(locale) ?? 0) + count)
        const place = { project, locale, branch }
        const keys = quiet ? undefined : await findKeys(caller, place, listNameless(part, answer))
        for (const line of part) {
          const refused = answer.refused?.find(one => isAbout(one, line))
          const refusal = await nameCommands(refused, command)
          const isRefused = refusal !== undefined && refusal.suggestion === undefined
          if (isRefused) refusedCount += 1
          else stored += 1
          if (!quiet) {
            const warnings = refusal === undefined ? findWarnings(first, line, locale) : []
            const repaired = findRepairs(answer.repairs, line, locale)
            const unconfirmed = answer.unconfirmed?.first.find(one => isAbout(one, line))
            const key = findKey(line, refusal ?? unconfirmed) ?? keys?.get(line.id ?? '')
            printOutcome(io, { locale, line, key, refusal, unconfirmed, warnings, repaired, isDry }, json)
          }
        }
      }
    }
    if (!json) {
      const counts = `${formatCount(stored)} ${isDry ? 'valid' : 'stored'}, ${formatCount(refusedCount)} refused.`
      const open = Object.entries(left).map(([locale, count]) => `${locale} ${formatCount(count)}`)
      const next =
        refusedCount > 0
          ? ` Correct the refused lines and run ${command(`submit${branchOptionText(branch)}`)} again.`
          : ''
      io.stderr.write(`${counts}${open.length > 0 ? ` Left: ${open.join(', ')}.` : ''}${next}\n`)
      for (const [locale, count] of warned) {
        const all = isDry ? '' : ` All: ${command(`work ${locale} --finding warning`)}`
        io.stderr.write(`Warnings in ${locale}: ${formatCount(count)}.${all}\n`)
      }
    }
    return refusedCount > 0 ? EXIT_REFUSED : 0
  })
}

async function readLinesFile(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new AppError('not_found', `File ${quote(name)} cannot be read.`, {
      fix: 'Name a file with JSON lines, or pipe them in.',
      cause,
    })
  }
}

/** Parses all lines before any is sent. @throws AppError `invalid_input` with the number of the line. */
function parseLines(text: string): readonly Line[] {
  const lines = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, at + 1)]))
  if (lines.length > 0) return lines
  throw new AppError('invalid_input', 'No line was given.', {
    fix: dragoman => `Pipe in the lines of ${dragoman('work')} with "text" or "forms".`,
  })
}

function parseLine(line: string, number: number): Line {
  const value = tryParseJson(line)
  if (value === undefined) throw lineError(number, 'not valid JSON')
  const parsed = Line.safeParse(value, { error: inputErrorMap })
  if (!parsed.success) {
    const [fault = ''] = describeIssues(parsed.error.issues, { given: value, read: value, isWhole: true }, Line)
    throw lineError(number, isObject(value) ? fault.replace(/\.$/, '') : 'it is no JSON object')
  }
  const { id, key, text, forms } = parsed.data
  if (id === undefined && key === undefined) throw lineError(number, 'id or key is missing')
  if (text === undefined && forms === undefined) throw lineError(number, 'text or forms is missing')
  return { ...parsed.data, number }
}

const lineError = (number: number, what: string): AppError =>
  new AppError('invalid_input', `Line ${number} is not valid: ${what}. Nothing was sent.`, {
    fix: 'Give one JSON object per line: {"locale": "de", "id": "k3", "src": "1f0a9c2e", "text": "…"}.',
  })

/** @throws AppError `invalid_input` for a second line about a string: its answer could not be told from that of the first. */
function groupByLocale(lines: readonly Line[], preset: string | undefined): ReadonlyMap<string, readonly Line[]> {
  const groups = new Map<string, Line[]>()
  const first = new Map<string, number>()
  for (const line of lines) {
    const locale = line.locale ?? preset
    if (locale === undefined) throw lineError(line.number, 'locale is missing, and --locale is not given')
    const name = JSON.stringify([locale, line.id ?? [line.key, line.file]])
    const before = first.get(name)
    if (before !== undefined) throw repeatedError(line.number, before)
    first.set(name, line.number)
    addTo(groups, locale, line)
  }
  return groups
}

const repeatedError = (number: number, before: number): AppError =>
  new AppError('invalid_input', `Line ${number} has the string and locale of line ${before}. Nothing was sent.`, {
    fix: 'Keep the line with the right text and remove the other one.',
  })

function submitPart(
  caller: ToolCaller,
  {
    project,
    branch,
    locale,
  }: { readonly project: string; readonly branch: string | undefined; readonly locale: string },
  lines: readonly Line[],
  { note, dryRun }: SubmitOptions,
) {
  const items = lines.map(({ id, key, file, src, text, forms, rev, also, also_rev, override }) => ({
    ...(id === undefined ? { key, file } : { id }),
    src,
    text,
    forms,
    rev,
    also,
    also_rev,
    override,
  }))
  return caller.call('submit_translations', { project, locale, branch, items, note, dry_run: dryRun }, Submitted)
}

const isAbout = ({ id, key }: Refusal, line: Line): boolean =>
  line.id === undefined ? key === line.key : id === line.id

/** The warnings of an answer about a line. */
function findWarnings(first: readonly string[], { id }: Line, locale: string): readonly string[] {
  const start = `${id} ${locale}: `
  return first.flatMap(text => (text.startsWith(start) ? [text.slice(start.length)] : []))
}

/** The repairs of the text of a line. */
const findRepairs = (
  repairs: Readonly<Record<string, readonly string[]>>,
  { id }: Line,
  locale: string,
): readonly string[] =>
  Object.entries(repairs).flatMap(([repair, texts]) => (texts.includes(`${id} ${locale}`) ? [repair] : []))

/** The key of a string, as far as its line and its answer name it. Where the source string is the key, `work` prints it only as source. */
const findKey = ({ key, source }: Line, rejected: Refusal | undefined): string | undefined =>
  key ?? rejected?.key ?? (typeof source === 'string' ? source : undefined)

/** The IDs of strings that have no key in their line and in the answer. */
const listNameless = (lines: readonly Line[], { refused = [] }: z.output<typeof Submitted>): readonly string[] =>
  lines.flatMap(line => {
    const refusal = refused.find(one => isAbout(one, line))
    const isUnknown = refusal?.code === 'unknown_key'
    return line.id === undefined || isUnknown || findKey(line, refusal) !== undefined ? [] : [line.id]
  })

interface Outcome {
  readonly locale: string
  readonly line: Line
  /** Undefined if nobody named it. */
  readonly key: string | undefined
  readonly refusal: Refusal | undefined
  /** Why an unchanged text keeps its earlier voice. */
  readonly unconfirmed: Refusal | undefined
  readonly warnings: readonly string[]
  readonly repaired: readonly string[]
  readonly isDry: boolean
}

/** A line of JSON, or the outcome, the locale and the key (of an unknown string its ID), with the error and its fix. */
function printOutcome(io: Io, { line, key, ...about }: Outcome, json: boolean): void {
  const { locale, refusal, unconfirmed, warnings, repaired } = about
  const outcome = nameOutcome(about)
  const rejected = refusal ?? unconfirmed
  if (json) {
    const { id: _, key: __, ...details } = rejected ?? {}
    io.stdout.write(
      `${JSON.stringify({ outcome, locale, ...(line.id !== undefined && { id: line.id }), ...(key !== undefined && { key }), ...details, ...(warnings.length > 0 && { warnings }), ...(repaired.length > 0 && { repaired }) })}\n`,
    )
    return
  }
  const colour = paint(io.stdout)
  const style = outcome === 'refused' ? 'red' : outcome === 'suggested' || outcome === 'unchanged' ? 'yellow' : 'green'
  const gap = io.stdout.isTTY ? '  ' : '\t'
  const warning = warnings.map(text => `warning: ${escapeInvisible(text.replaceAll(/\s+/g, ' '))}`)
  const change = repaired.map(repair => `changed: ${repair.replaceAll('_', ' ')}`)
  const why = [...(rejected === undefined ? warning : [describeRefusal(rejected)]), ...change]
  io.stdout.write(`${[colour(style, outcome), locale, escapeInvisible(key ?? line.id ?? ''), ...why].join(gap)}\n`)
}

/** Why and fix of a refusal, with commands for the tools that they name. */
async function nameCommands(refusal: Refusal | undefined, command: CommandFormatter): Promise<Refusal | undefined> {
  if (refusal === undefined) return undefined
  const { why, fix } = refusal
  return {
    ...refusal,
    ...(why !== undefined && { why: await writeToolsAsCommands(why, command) }),
    ...(fix !== undefined && { fix: await writeToolsAsCommands(fix, command) }),
  }
}

function nameOutcome({ refusal, unconfirmed, isDry }: Pick<Outcome, 'refusal' | 'unconfirmed' | 'isDry'>): string {
  if (refusal !== undefined) return refusal.suggestion === undefined ? 'refused' : 'suggested'
  if (unconfirmed !== undefined) return 'unchanged'
  return isDry ? 'valid' : 'stored'
}

function describeRefusal({ code, why, fix, want, src, findings = [] }: Refusal): string {
  const found = findings.flatMap(({ message, fix: own }) => [message ?? '', own ?? '']).filter(part => part !== '')
  const now = want === undefined ? '' : `want: ${JSON.stringify(want)}${src === undefined ? '' : `, src: ${src}`}`
  const parts = [...(found.length > 0 ? found : [why ?? code, fix ?? '']), now]
  return escapeInvisible(
    parts
      .filter(part => part !== '')
      .join(' ')
      .replaceAll(/\s+/g, ' '),
  )
}
