import { type Config, defaultDataDir } from './config.ts'
import type { CommandFormatter } from './errors.ts'
import { IS_CHECKOUT, PACKAGE_ROOT } from './package-root.ts'

interface CommandOptions {
  /** The data folder that the command has to reach; left out where readers must not learn it. */
  readonly dataDir?: string
  /** Whether the default folder is named too, because the shell names another one. */
  readonly isDefaultNamed?: boolean
  /** The folder in which the command is pasted; left out when that is unknown. */
  readonly from?: string
}

export function createCommandFormatter({ dataDir, isDefaultNamed = false, from }: CommandOptions): CommandFormatter {
  // Not the default of this process: a shell may have another XDG_DATA_HOME.
  const isNamed = dataDir !== undefined && (isDefaultNamed || dataDir !== defaultDataDir({}))
  const folder = isNamed ? `DRAGOMAN_DATA_DIR=${shellQuote(dataDir)} ` : ''
  const checkout = from === PACKAGE_ROOT ? '' : `--prefix ${shellQuote(PACKAGE_ROOT)} `
  const program = IS_CHECKOUT ? `npm ${checkout}run --silent dragoman --` : 'dragoman'
  return args => `${folder}${program} ${args}`
}

/** The same for a program that starts it without a shell, such as an MCP client. */
export const toExecCommand = (line: string): string => (/^\w+=/.test(line) ? `env ${line}` : line)

/** How a server writes commands. */
export interface ServerCommands {
  readonly forOperators: CommandFormatter
  /** Names no folder of the machine, unless the machine's own users alone reach the server. */
  readonly forEverybody: CommandFormatter
}

export function createServerCommands({ dataDir, isLocal }: Pick<Config, 'dataDir' | 'isLocal'>): ServerCommands {
  const forOperators = createCommandFormatter({ dataDir })
  return { forOperators, forEverybody: isLocal ? forOperators : createCommandFormatter({ from: PACKAGE_ROOT }) }
}

/** As a POSIX shell reads it back. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
