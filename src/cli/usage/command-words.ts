import type { Command } from 'commander'
import { AppError, type CommandFormatter } from '../../errors.ts'
import { shellQuote } from '../../shell-commands.ts'
import { PROJECT_FILE } from '../repository/project-file.ts'
import type { CliCommand } from './cli-command.ts'

/** The commands that do what a tool does. Every other tool is `call NAME` in a shell. */
export const TOOL_COMMANDS: Readonly<Record<string, string>> = {
  get_work: 'work',
  submit_translations: 'submit',
  push_source: 'push',
  push_translations: 'push --translations',
  pull_translations: 'pull',
  create_project: 'push --create',
  get_status: 'status',
  get_review: 'review',
  start_run: 'translate',
  get_runs: 'runs list',
  cancel_run: 'runs cancel',
  get_glossary: 'glossary export',
  save_glossary: 'glossary import',
  import_memory: 'memory import',
  export_memory: 'memory export',
  list_tokens: 'token list',
  create_token: 'token create',
  revoke_token: 'token revoke',
}

/** Arguments of tools, and the names under which commands take them. */
export const ARGUMENT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  locale: ['locales'],
  locales: ['locale'],
  target: ['account', 'project'],
  ids: ['what'],
  keys: ['what'],
  path: ['file'],
  files: ['file'],
  engines: ['engine'],
  run: ['resume'],
  user: ['handle'],
}

/** Arguments that commands take from `dragoman.json`, and the fields there. */
export const PROJECT_FILE_FIELDS: Readonly<Record<string, string>> = {
  project: 'project',
  source_locale: 'source_locale',
  target_locales: 'target_locales',
  add_locales: 'target_locales',
  files: 'files',
}

/** Text in quotes is what somebody wrote: names in it are not ours. */
const QUOTED = /"(?:[^"\\]|\\.)*"/.source
/** An argument at the start of a sentence: `locales.0 is "xx"`. */
const ARGUMENT = new RegExp(`${QUOTED}|(?<=^|[.!?] )([a-z_]+)((?:\\.[\\w-]+)*)(?= (?:is|has|holds) )`, 'g')
/** A tool. Not a part of a path, and not in a command that is written already. */
const TOOL = new RegExp(
  `${QUOTED}|(?<![\\w/.-]|(?:dragoman|--) (?:call )?)(?:([Cc])all )?([a-z]+(?:_[a-z]+)+)(?![\\w/-])(?: with ([a-z_]+): (\\w+)| \\{ ([\\w, ]+) \\})?`,
  'g',
)
const NAMED = new RegExp(`${QUOTED}|\\b((?:[Oo]mit|[Gg]ive|[Ss]et|[Ww]ithout) )([a-z_]+)(?=[ .,])`, 'g')
/** A list for an option that is repeated: `engines: ["memory"]`. */
const LISTED = /"(?:[^"\\]|\\.)*"|\b([a-z_]+): \[("[\w-]+"(?:, "[\w-]+")*)\]/g
const ALL_ARGUMENTS = /^Correct the arguments? of [\w -]+: it takes [^]*$/

/**
 * Writes the error of a tool in the words of the command that called it: arguments as it takes them, tools as commands.
 * Of `call`, whose users name tools and arguments, it stays as it is.
 */
export async function toCommandWords(
  error: unknown,
  running: CliCommand | undefined,
  { command, createAll }: WordsOptions,
): Promise<unknown> {
  if (!(error instanceof AppError) || running === undefined || running.path === 'call') return error
  const given = error.fixWith(command)
  const isScope = error.code === 'insufficient_scope'
  const fix = isScope ? given && addressUser(given, command) : given
  const message = isScope ? error.message.replace(/^\w+(?= needs )/, 'This command') : error.message
  const carry = (path: string): string => carryOptions(running, findCommand(createAll(), path))
  const write = (text: string): Promise<string> => writeToolsAsCommands(nameArguments(text, running), command, carry)
  const help = `See the options: ${command(`${running.path} --help`)}`
  return new AppError(error.code, await write(message), {
    fix: fix && (await write(fix.replace(ALL_ARGUMENTS, help))),
    scopes: error.scopes,
    retryAfter: error.retryAfter,
    cause: error,
  })
}

/** Who runs a command is the user that an agent would ask, and knows no tools. */
const addressUser = (fix: string, command: CommandFormatter): string =>
  fix
    .replace(/ Without (?:it|them), these tools work: [^.]*\./, '')
    .replace('Ask your user for a new token that has', 'Create a token that has')
    .replace('Ask your user to approve', 'Approve')
    .replace(/`dragoman (token create [^`]*)`/, (_, given: string) => `\`${command(given)}\``)

interface WordsOptions {
  readonly command: CommandFormatter
  /** Creates the program with all commands. */
  readonly createAll: () => Command
}

/**
 * Replaces the names of tools by the commands that do the same.
 * @param carry the options of a command, after a space
 */
export async function writeToolsAsCommands(
  text: string,
  command: CommandFormatter,
  carry: (path: string) => string = () => '',
): Promise<string> {
  if (!/[a-z]_[a-z]/.test(text)) return text
  const { TOOLS } = await import('../../tools/registry.ts')
  const names = new Set(TOOLS.map(({ name }) => name))
  return text.replaceAll(
    TOOL,
    (whole: string, call?: string, name = '', option?: string, value = '', fields?: string) => {
      if (!names.has(name)) return whole
      const start = call === undefined ? '' : call === 'C' ? 'Run ' : 'run '
      // A push makes the project follow the file.
      if (name === 'update_project')
        return `${PROJECT_FILE}${fields === undefined ? '' : ` (${fields})`} and ${command(`push${carry('push')}`)}`
      const own = TOOL_COMMANDS[name] ?? `call ${name}`
      const given = option === undefined ? '' : ` ${toFlag(option)} ${value}`
      const rest = fields === undefined ? '' : ` { ${fields} }`
      return `${start}${command(`${own}${given}${carry(own)}`)}${rest}`
    },
  )
}

/** The options that say what a command is about, and that its user would repeat. */
const PLACES = ['--branch', '--project', '--server'] as const

function carryOptions(running: Command, other: Command | undefined): string {
  const given = PLACES.flatMap(flag => {
    const value: unknown = running.opts()[flag.slice(2)]
    const isTaken = other?.options.some(({ long }) => long === flag) === true
    return typeof value === 'string' && isTaken ? [` ${flag} ${shellQuote(value)}`] : []
  })
  return given.join('')
}

const findCommand = (program: Command, path: string): Command | undefined =>
  path
    .split(' ')
    .filter(word => !word.startsWith('-'))
    .reduce<Command | undefined>((found, name) => found?.commands.find(one => one.name() === name), program)

function nameArguments(text: string, running: Command): string {
  const named = text.replaceAll(ARGUMENT, (whole: string, name?: string, path = '') =>
    // A name with a dot, such as that of a file, is no argument, unless it leads into a list.
    name === undefined || !/^(?:\.\d+|$)/.test(path)
      ? whole
      : (findPlace(name, running) ?? findLastName(path) ?? whole),
  )
  const valued = named.replaceAll(NAMED, (whole: string, verb?: string, name = '') => {
    const option = verb === undefined ? undefined : findOption(name, running)
    return option === undefined ? whole : `${verb}${option}`
  })
  return valued.replaceAll(LISTED, (whole: string, name?: string, values = '') => {
    const option = name === undefined ? undefined : findPlaceOption(name, running)
    if (option === undefined) return whole
    return (JSON.parse(`[${values}]`) as readonly string[]).map(value => `${option} ${shellQuote(value)}`).join(' ')
  })
}

const findPlaceOption = (name: string, running: Command): string | undefined =>
  [name, ...(ARGUMENT_ALIASES[name] ?? [])].map(one => findOption(one, running)).find(one => one !== undefined)

/** `Argument <locales>`, `Option --limit`, or a field of `dragoman.json`. */
function findPlace(name: string, running: Command): string | undefined {
  for (const known of [name, ...(ARGUMENT_ALIASES[name] ?? [])]) {
    if (running.registeredArguments.some(argument => argument.name() === known)) return `Argument <${known}>`
    const option = findOption(known, running)
    const field = PROJECT_FILE_FIELDS[name]
    if (option !== undefined && (field === undefined || isGiven(known, running))) return `Option ${option}`
  }
  const field = PROJECT_FILE_FIELDS[name]
  return field === undefined ? undefined : `${field} in ${PROJECT_FILE}`
}

const findOption = (name: string, running: Command): string | undefined =>
  running.options.find(({ long }) => long === toFlag(name))?.long ?? undefined

const isGiven = (name: string, running: Command): boolean =>
  running.getOptionValueSource(
    toFlag(name)
      .slice(2)
      .replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase()),
  ) === 'cli'

const toFlag = (name: string): string => `--${name.replaceAll('_', '-')}`

/** The field of an item, if the command has no word for its list: of `files.0.path` it is `path`. */
const findLastName = (path: string): string | undefined => /\.\d+\.(?:.*\.)?([A-Za-z_][\w-]*)$/.exec(path)?.[1]

/** Names an item of a list as its user does: `items.0.src is` becomes `src of line 1 is`. */
export function nameItems(error: unknown, list: string, nameItem: (index: number) => string): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return error
  const path = new RegExp(`${QUOTED}|\\b${list}\\.(\\d+)((?:\\.[\\w-]+)*)`, 'g')
  const message = error.message.replaceAll(path, (whole: string, index?: string, rest = '') => {
    if (index === undefined) return whole
    return `${rest === '' ? '' : `${rest.slice(1)} of `}${nameItem(Number(index))}`
  })
  return new AppError(error.code, message, { fix: error.fix, cause: error })
}
