import { sep } from 'node:path'
import { hidePassword, isDatabaseUrl } from './config/database-url.ts'
import { defaultDataDir } from './config/folders.ts'
import type { Config } from './config.ts'
import type { CommandFormatter } from './errors.ts'
import { IS_CHECKOUT, PACKAGE_ROOT, PUBLISHED_NAME } from './package-root.ts'

interface CommandOptions {
  /** The data folder of the command; omitted if readers must not see it. */
  readonly dataDir?: string
  /** The URL of the store of the command. A database is named without its password, and instead of the folder. */
  readonly storeUrl?: string | undefined
  /** Whether to name the default folder, too, because the shell sets another one. */
  readonly isDefaultNamed?: boolean
  /** The folder in which the command is run; omitted if unknown. */
  readonly from?: string
  /** Whether the command `dragoman` of the user's shell starts this installation. */
  readonly isCommandOnPath?: boolean | undefined
}

export function createCommandFormatter(options: CommandOptions): CommandFormatter {
  const { from, isCommandOnPath = false } = options
  const store = nameStore(options)
  const checkout = from === PACKAGE_ROOT ? '' : `--prefix ${shellQuote(PACKAGE_ROOT)} `
  const program = IS_CHECKOUT && !isCommandOnPath ? `npm ${checkout}run --silent dragoman --` : 'dragoman'
  return args => `${store}${program} ${args}`
}

/** The assignment by which a command finds its store. */
function nameStore({ dataDir, storeUrl, isDefaultNamed = false }: CommandOptions): string {
  if (dataDir === undefined) return ''
  if (storeUrl !== undefined && isDatabaseUrl(storeUrl))
    return `DRAGOMAN_STORE_URL=${shellQuote(hidePassword(storeUrl))} `
  // Ignores XDG_DATA_HOME of this process: the shell may have another one.
  return isDefaultNamed || dataDir !== defaultDataDir({}) ? `DRAGOMAN_DATA_DIR=${shellQuote(dataDir)} ` : ''
}

/** The words that start this installation in any folder, for programs that start it without a shell. */
export function createProgramWords(dataDir: string): readonly string[] {
  const folder = dataDir === defaultDataDir({}) ? [] : ['env', `DRAGOMAN_DATA_DIR=${dataDir}`]
  if (IS_CHECKOUT) return [...folder, 'npm', '--prefix', PACKAGE_ROOT, 'run', '--silent', 'dragoman', '--']
  // npx removes its folder sooner or later.
  const isTemporary = PACKAGE_ROOT.split(sep).includes('_npx')
  return [...folder, ...(isTemporary && PUBLISHED_NAME !== undefined ? ['npx', '--yes', PUBLISHED_NAME] : ['dragoman'])]
}

/** Formats the command for programs that start it without a shell, such as MCP clients. */
export const toExecCommand = (line: string): string => (/^\w+=/.test(line) ? `env ${line}` : line)

/** The command formatters of a server. */
export interface ServerCommands {
  readonly forOperators: CommandFormatter
  /** Names no folder of the machine, unless only its own users can reach the server. */
  readonly forEverybody: CommandFormatter
}

export function createServerCommands({
  dataDir,
  storeUrl,
  isLocal,
  isCommandOnPath,
}: Pick<Config, 'dataDir' | 'isLocal'> & Partial<Pick<Config, 'storeUrl' | 'isCommandOnPath'>>): ServerCommands {
  const forOperators = createCommandFormatter({ dataDir, storeUrl, isCommandOnPath })
  const forEverybody = isLocal ? forOperators : createCommandFormatter({ from: PACKAGE_ROOT, isCommandOnPath })
  return { forOperators, forEverybody }
}

/** Quotes a word for a POSIX shell. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteShellWord(word)
}

/** A word in single quotes, for a POSIX shell. */
export const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
