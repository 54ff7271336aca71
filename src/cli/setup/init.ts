import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { localHandle } from '../../auth/users/handles.ts'
import { AppError, recover } from '../../errors.ts'
import { fillLocale, LOCALE_VARIABLE } from '../../l10n/files/locale-variables.ts'
import { adviseTag, findLocale } from '../../l10n/locales/find-locale.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { SCHEMA_PATH } from '../../tools/schemas/project-file.ts'
import { findTarget } from '../backends/target.ts'
import { withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import { type Io, paint, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { diffLines } from '../output/text-diff.ts'
import { type Git, openGit } from '../repository/git.ts'
import { findRemoteName, listRepositoryFiles } from '../repository/list-files.ts'
import { PROJECT_FILE, type ProjectFile, parseProjectFile, tryParseProjectFile } from '../repository/project-file.ts'
import { type Asker, openAsker } from './ask.ts'
import { countSpellings, type DetectedSource, detectSources } from './detect-sources.ts'
import { writeRules } from './file-rules.ts'

/** Files and locales that are listed. */
const MAX_FILES = 20
const MAX_LOCALES = 6

/** Describes the source files of a repository as a list with aligned columns. */
function describeSources(sources: readonly DetectedSource[], io: Io): string {
  const colour = paint(io.stdout)
  const formats = new Set(sources.map(({ format }) => format)).size
  const rows = sources.slice(0, MAX_FILES).map(({ path, format, strings, locales }) => ({
    path: escapeInvisible(path),
    format,
    strings: `${formatCount(strings)} ${strings === 1 ? 'string ' : 'strings'}`,
    locales: describeLocales(locales),
  }))
  const width = (field: 'path' | 'format' | 'strings'): number => Math.max(...rows.map(row => row[field].length))
  const [paths, names, counts] = [width('path'), width('format'), width('strings')]
  const lines = rows.map(row =>
    `  ${row.path.padEnd(paths)}  ${row.format.padEnd(names)}  ${row.strings.padStart(counts)}  ${colour('dim', row.locales)}`.trimEnd(),
  )
  const more = sources.length - rows.length
  return [
    `Found ${pluralize(sources.length, 'source file')} in ${pluralize(formats, 'format')}:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more. All: dragoman init --json`] : []),
  ].join('\n')
}

function describeLocales(locales: readonly string[]): string {
  if (locales.length === 0) return 'no translations yet'
  const names = locales.slice(0, MAX_LOCALES).join(', ')
  const more = locales.length - MAX_LOCALES
  return `${names}${more > 0 ? ` and ${more} more` : ''} ${locales.length === 1 ? 'exists' : 'exist'}`
}

export interface InitOptions {
  readonly project?: string
  readonly sourceLocale?: string
  /** Separated by commas. */
  readonly locales?: string
  readonly server?: string
  readonly yes?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** `init`: detects source files and locales, asks for the rest, and writes `dragoman.json`. Returns the exit code. */
export async function initRepository(
  machine: Machine,
  options: InitOptions,
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const root = machine.workingFolder
  const before = await readFile(join(root, PROJECT_FILE), 'utf8').catch(() => undefined)
  const known = before === undefined ? undefined : tryParseProjectFile(before)
  const files = await listRepositoryFiles(openGit(machine, root))
  const sourceLocale = parseLocale(options.sourceLocale ?? known?.source_locale ?? findSourceLocale(files))
  const sources = mergeLocales(await detectSources(root, files, sourceLocale))
  if (sources.length === 0) throw noSourcesError(sourceLocale)
  if (options.json !== true) io.stdout.write(`${describeSources(sources, io)}\n`)
  const asker = options.yes === true || options.json === true ? undefined : openAsker(io)
  try {
    const project = await chooseProject(machine, options, { known, asker, io })
    const locales = await chooseLocales(options, known, sources, asker)
    const named = options.server ?? known?.server ?? machine.config.remoteUrl
    const server = named && new URL(named).origin
    const content: ProjectFile = {
      $schema: server && `${server}${SCHEMA_PATH}`,
      server,
      project,
      source_locale: sourceLocale,
      target_locales: [...locales],
      files: keepRules(writeRules(sources, files), locales),
      glossary: known?.glossary,
      levels: known?.levels,
    }
    const text = formatProjectFile(content)
    parseProjectFile(text)
    if (before !== undefined && before !== text) {
      writeDiff(io, before, text)
      if (options.force !== true) throw existsError()
    }
    if (before !== text) await writeFile(join(root, PROJECT_FILE), text)
    if (options.json === true) printJson(io, { ...content, detected: sources })
    else {
      const needsLogin = server !== undefined && machine.config.remoteToken === undefined
      const pushing = command(known?.project === project ? 'push' : 'push --create')
      const next = `Next: ${needsLogin ? `${command('login')}, then ` : ''}${pushing}.`
      io.stdout.write(
        `${before === text ? `${PROJECT_FILE} is up to date.` : `Wrote ${PROJECT_FILE}.`} ${paint(io.stdout)('dim', next)}\n`,
      )
    }
    return 0
  } finally {
    asker?.close()
  }
}

/** Lists of locales are on one line. */
const formatProjectFile = (content: ProjectFile): string =>
  `${JSON.stringify(content, null, 2).replaceAll(/\[\s+("[^\]{}]*")\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s*\n\s*/g, ' ')}]`)}\n`

/** English in the spelling of most files. */
function findSourceLocale(files: readonly string[]): string {
  const counts = [...countSpellings(files, 'en')].filter(([locale]) => locale === 'en' || locale.startsWith('en-'))
  const [best] = counts.sort(([, a], [, b]) => b - a)
  return counts.some(([locale]) => locale === 'en') || best === undefined ? 'en' : best[0]
}

function parseLocale(tag: string): string {
  const found = findLocale(tag.trim(), { allowPrivate: true })
  if (found !== undefined) return found
  throw new AppError('invalid_input', `Locale ${quote(tag)} is not valid.`, { fix: `Use ${adviseTag(tag, true)}.` })
}

async function chooseProject(
  machine: Machine,
  options: InitOptions,
  { known, asker, io }: { readonly known: ProjectFile | undefined; readonly asker: Asker | undefined; readonly io: Io },
): Promise<string> {
  if (options.project !== undefined) return options.project
  const { workingFolder, userName } = machine
  const preset =
    known?.project ??
    (await suggestProject(openGit(machine, workingFolder), await findAccounts(machine, options.server, io), userName))
  if (asker !== undefined) return asker.ask('Project', preset)
  if (options.yes === true || known !== undefined) return preset
  throw new AppError('invalid_input', 'The project is missing, and nobody can answer here.', {
    fix: `Name it with --project, such as --project ${preset}. Or accept what was found with --yes.`,
    field: 'project',
  })
}

/** The accounts at the server, the user's own first; none without a server that answers. */
async function findAccounts(machine: Machine, server: string | undefined, io: Io): Promise<readonly string[]> {
  const read = async (): Promise<readonly string[]> => {
    const target = await findTarget(machine, server)
    if (target.kind !== 'environment' && target.kind !== 'sign-in') return []
    const files = await openFileAccess(machine, { root: undefined, stderr: io.stderr })
    return withToolCaller(machine, { target, files, io }, async caller => {
      const { user, accounts } = await caller.call('get_context', {}, Context)
      return [user.handle, ...accounts.map(({ account }) => account)]
    })
  }
  // A push reports what is wrong with the server.
  return read().catch(recover([]))
}

const Context = z.object({
  user: z.object({ handle: z.string() }),
  accounts: z.array(z.object({ account: z.string() })).default([]),
})

/** The repository's name at its host, or the folder's name below the user's. At a server, only its accounts can have projects. */
async function suggestProject(git: Git, accounts: readonly string[], userName: string): Promise<string> {
  const [own = localHandle(userName)] = accounts
  const [owner = own, name = 'app'] = (await findRemoteName(git))?.split('/') ?? [own, basename(git.folder)]
  const account = toHandle(owner)
  return `${accounts.length === 0 || accounts.includes(account) ? account : own}/${toHandle(name)}`
}

const toHandle = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'app'

async function chooseLocales(
  options: InitOptions,
  known: ProjectFile | undefined,
  sources: readonly DetectedSource[],
  asker: Asker | undefined,
): Promise<readonly string[]> {
  // A file that exists keeps its order.
  const files = sources.flatMap(({ locales }) => locales).toSorted()
  const found = [...new Set([...(known?.target_locales ?? []), ...files])]
  const given = options.locales ?? (await asker?.ask('Target locales', found.join(', ')))
  const locales = given === undefined ? found : given.split(/[,\s]+/).filter(tag => tag !== '')
  if (locales.length === 0) {
    throw new AppError('invalid_input', 'No translated file was found, so the target locales are unknown.', {
      fix: 'Name them with --locales, such as --locales de,ja,pt-BR.',
      field: 'locales',
    })
  }
  return [...new Set(locales.map(parseLocale))]
}

/** Leaves out aliases of locales that are no target locales. */
function keepRules(rules: ReturnType<typeof writeRules>, locales: readonly string[]): ProjectFile['files'] {
  return rules.map(({ aliases = {}, ...rule }) => {
    const kept = Object.entries(aliases).filter(([locale]) => locales.includes(locale))
    return kept.length === 0 ? rule : { ...rule, aliases: Object.fromEntries(kept) }
  })
}

function writeDiff(io: Io, before: string, after: string): void {
  const colour = paint(io.stderr)
  for (const { mark, text } of diffLines(before, after)) {
    const line = `${mark} ${escapeInvisible(text)}`
    io.stderr.write(`${mark === '+' ? colour('green', line) : mark === '-' ? colour('red', line) : line}\n`)
  }
}

const existsError = (): AppError =>
  new AppError('already_exists', `${PROJECT_FILE} exists and differs. Nothing was written.`, {
    fix: dragoman => `Edit it, or replace it with ${dragoman('init --force')}.`,
  })

const noSourcesError = (locale: string): AppError =>
  new AppError('not_found', `No source file for ${locale} was found.`, {
    fix: dragoman =>
      `Run ${dragoman('init')} in the folder of the repository, or name the locale of its source files with --source-locale. Layouts that are not found can be written by hand: docs/project-file.md.`,
  })

/** Languages whose regions differ enough that a file for a region is not one for the language. */
const REGIONAL: ReadonlySet<string> = new Set(['en', 'es', 'pt', 'zh'])

/**
 * Treats a locale with the usual region of its language as the language, if another file has that: `ja-JP` in one format and `ja` in another are one
 * locale. Its spelling becomes an alias. Files with both keep both.
 */
function mergeLocales(sources: readonly DetectedSource[]): readonly DetectedSource[] {
  const all = new Set(sources.flatMap(({ locales }) => locales))
  const merged = new Map<string, string>()
  for (const locale of all) {
    const { language, region } = new Intl.Locale(locale)
    const isUsual = region !== undefined && new Intl.Locale(language).maximize().region === region
    const isPlain = locale === `${language}-${region}`
    if (!isUsual || !isPlain || REGIONAL.has(language) || !all.has(language)) continue
    if (sources.every(({ locales }) => !(locales.includes(locale) && locales.includes(language)))) {
      merged.set(locale, language)
    }
  }
  return merged.size === 0 ? sources : sources.map(source => renameLocales(source, merged))
}

function renameLocales(source: DetectedSource, merged: ReadonlyMap<string, string>): DetectedSource {
  const aliases: Record<string, string> = {}
  for (const [locale, spelled] of Object.entries(source.aliases)) aliases[merged.get(locale) ?? locale] = spelled
  for (const locale of source.locales) {
    const name = merged.get(locale)
    if (name !== undefined && source.target !== source.path)
      aliases[name] = source.aliases[locale] ?? spellLocale(source.target, locale)
  }
  return { ...source, aliases, locales: source.locales.map(locale => merged.get(locale) ?? locale) }
}

/** The locale as the variable of a template spells it. */
const spellLocale = (target: string, locale: string): string =>
  fillLocale(LOCALE_VARIABLE.exec(target)?.[0] ?? '{locale}', locale, undefined)
