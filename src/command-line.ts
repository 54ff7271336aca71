import { type Config, defaultDataDir } from './config.ts'
import type { CommandLine } from './errors.ts'
import { IS_CHECKOUT, ROOT } from './installation.ts'

interface Situation {
  /** The data folder that the command has to reach; left out where readers must not learn it. */
  readonly dataDir?: string
  /** Whether the default folder is named too, because the shell names another one. */
  readonly isDefaultNamed?: boolean
  /** The folder in which the command is pasted; left out when that is unknown. */
  readonly from?: string
}

export function commandLine({ dataDir, isDefaultNamed = false, from }: Situation): CommandLine {
  // Not the default of this process: a shell may have another XDG_DATA_HOME.
  const isNamed = dataDir !== undefined && (isDefaultNamed || dataDir !== defaultDataDir({}))
  const folder = isNamed ? `DRAGOMAN_DATA_DIR=${quote(dataDir)} ` : ''
  const checkout = from === ROOT ? '' : `--prefix ${quote(ROOT)} `
  const program = IS_CHECKOUT ? `npm ${checkout}run --silent dragoman --` : 'dragoman'
  return args => `${folder}${program} ${args}`
}

/** The same for a program that starts it without a shell, such as an MCP client. */
export const asArguments = (line: string): string => (/^\w+=/.test(line) ? `env ${line}` : line)

/** How a server writes commands. */
export interface Commands {
  readonly forOperators: CommandLine
  /** Names no folder of the machine, unless the machine's own users alone reach the server. */
  readonly forEverybody: CommandLine
}

export function serverCommands({ dataDir, isLocal }: Pick<Config, 'dataDir' | 'isLocal'>): Commands {
  const forOperators = commandLine({ dataDir })
  return { forOperators, forEverybody: isLocal ? forOperators : commandLine({ from: ROOT }) }
}

/** As a POSIX shell reads it back. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
