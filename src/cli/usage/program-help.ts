import type { Command, Help } from 'commander'
import { ERROR_EXITS, EXIT_MEANINGS } from '../exit-codes.ts'

/** The commands that `dragoman` alone shows, by what they are for. All others are for operators. */
export const DAILY_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Set up:': ['init', 'login', 'logout', 'whoami', 'connect'],
  'Translate:': ['push', 'work', 'submit', 'translate', 'runs', 'status', 'review', 'pull', 'open'],
  'Check:': ['check'],
}

/** Commands that the help of the program only names. */
export const MORE = ['glossary', 'memory', 'token', 'mcp', 'call', 'tools', 'doctor', 'completion', 'serve', 'help']

/** Whether only operators run a command. */
export const isForOperators = (name: string): boolean =>
  !MORE.includes(name) && !Object.values(DAILY_GROUPS).some(names => names.includes(name))

/** The help of the program: daily commands with their description, the names of the others. */
export function formatProgramHelp(program: Command, helper: Help): string {
  const find = (name: string): Command | undefined => program.commands.find(command => command.name() === name)
  const groups = Object.entries(DAILY_GROUPS).flatMap(([heading, names]) => {
    const found = names.flatMap(name => find(name) ?? [])
    return found.length === 0 ? [] : [formatCommands(heading, found)]
  })
  const more = MORE.filter(name => find(name) !== undefined)
  return [
    `Usage: ${helper.commandUsage(program)}`,
    program.description(),
    ...groups,
    `More: ${more.join(', ')}\nSee also: dragoman help COMMAND, dragoman help operator, dragoman --version`,
    EXIT_CODES_IN_SHORT,
  ].join('\n\n')
}

const EXIT_CODES_IN_SHORT = `Exit codes:
${[
  ['0', EXIT_MEANINGS[0][1]],
  ['1', EXIT_MEANINGS[1][1]],
  [ERROR_EXITS, 'errors: dragoman help exit-codes'],
]
  .map(([codes = '', meaning]) => `  ${codes.padEnd(ERROR_EXITS.length)}  ${meaning}`)
  .join('\n')}`

/** Pages of `dragoman help` that are no commands. */
export const HELP_TOPICS: Readonly<Record<string, (program: Command) => string>> = {
  operator: program =>
    [
      formatCommands(
        'Operator commands:',
        program.commands.filter(command => isForOperators(command.name())),
      ),
      'They act on the data folder of this machine, also while its server runs.',
      'Documentation: docs/operating.md',
    ].join('\n\n'),
  'exit-codes': () =>
    ['Exit codes:', ...EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)].join('\n'),
}

function formatCommands(heading: string, commands: readonly Command[]): string {
  const width = Math.max(0, ...commands.map(command => command.name().length))
  return [heading, ...commands.map(command => `  ${command.name().padEnd(width)}  ${command.description()}`)].join('\n')
}
