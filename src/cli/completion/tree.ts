import type { Command, Option } from 'commander'
import { quoteShellWord } from '../../shell-commands.ts'

/** What a shell can offer for a value: words, locales of the repository, files, or nothing. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'locales' | 'files' | 'none' }

interface FlagEntry {
  /** `--locale` */
  readonly flag: string
  readonly description: string
  /** Undefined for a flag without a value. */
  readonly values: Values | undefined
}

/** A command as shells complete it. */
export interface CommandEntry {
  /** Path below the program: `token create`; empty for the program. */
  readonly path: string
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly flags: readonly FlagEntry[]
  readonly args: Values
}

export function readCommands(program: Command, path = ''): readonly CommandEntry[] {
  const flags = program
    .createHelp()
    .visibleOptions(program)
    .flatMap(option => toFlag(option) ?? [])
  const entry: CommandEntry = {
    path,
    subcommands: program.commands.map(command => ({ name: command.name(), description: command.description() })),
    flags,
    args: program.registeredArguments
      .map(argument => toValues(argument.argChoices, argument.name()))
      .find(({ kind }) => kind !== 'none') ?? { kind: 'none' },
  }
  return [entry, ...program.commands.flatMap(command => readCommands(command, `${path} ${command.name()}`.trim()))]
}

function toFlag(option: Option): FlagEntry | undefined {
  const { long, description, flags } = option
  if (long === undefined || long === null) return undefined
  const value = /<([^>]+)>|\[([^\]]+)\]/.exec(flags)
  return {
    flag: long,
    description,
    values: value === null ? undefined : toValues(option.argChoices, value[1] ?? value[2] ?? ''),
  }
}

const FILES = new Set(['file', 'path', 'folder', 'source', 'files', 'paths'])
const LOCALES = new Set(['locale', 'locales', 'tag', 'tags'])

/** The values of a parameter, by its choices or else its name. */
function toValues(choices: readonly string[] | undefined, name: string): Values {
  if (choices !== undefined) return { kind: 'words', words: choices }
  const word = name.replace(/\.+$/, '')
  return { kind: FILES.has(word) ? 'files' : LOCALES.has(word) ? 'locales' : 'none' }
}

/** Prints the target locales of the nearest dragoman.json; bash and zsh run it. */
export const LOCALES_FUNCTION = `__dragoman_locales() {
  local folder=$PWD
  while [ -n "$folder" ]; do
    if [ -f "$folder/dragoman.json" ]; then
      tr '\\n' ' ' < "$folder/dragoman.json" | sed -n 's/.*"target_locales"[^[]*\\[\\([^]]*\\)\\].*/\\1/p' | tr '",' '  '
      return
    fi
    folder=\${folder%/*}
  done
}`

/** The paths of all commands below the program. */
export const listPaths = (commands: readonly CommandEntry[]): readonly string[] =>
  commands.map(({ path }) => path).filter(path => path !== '')

/** The cases of a shell for the values of options, by command and option. */
export const listValueCases = (commands: readonly CommandEntry[], offer: (values: Values) => string): string =>
  commands
    .flatMap(({ path, flags }) =>
      flags.flatMap(({ flag, values }) =>
        values === undefined ? [] : [`    ${quoteShellWord(`${path}|${flag}`)}) ${offer(values)}; return ;;`],
      ),
    )
    .join('\n')
