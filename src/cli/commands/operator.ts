import { type Command, Option } from 'commander'
import { localHandle } from '../../auth/users/handles.ts'
import { AppError, type CommandFormatter } from '../../errors.ts'
import type { LoginLink } from '../../operator/users/login-link.ts'
import type { CliContext, WrapAction } from '../context.ts'
import { printJson } from '../io.ts'
import { formatResult } from '../output/operator-results.ts'
import { describeChangedQuota, describeQuota } from '../output/quota.ts'
import { parseCount } from './count-argument.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'
import { addTokenCommands } from './token.ts'
import { withUserCreationPrompt } from './user-creation-prompt.ts'

interface LoginLinkOptions extends JsonOption {
  readonly user?: string
  readonly create?: boolean
  readonly operator?: boolean
  readonly quiet?: boolean
}

/** Adds what the operator of the machine does: tokens for people, access, who is kept out, and a look at the process that serves. */
export function addOperatorCommands(program: Command, context: CliContext, wrap: WrapAction): void {
  const run: RunAndPrint = async (command, input, { json }, show) => {
    const { dispatchOperatorCommand } = await import('../control/operator-command.ts')
    const answer = await dispatchOperatorCommand(await context.machine(), command, input)
    if (json === true) printJson(context.io, answer)
    else context.io.stdout.write(`${show(answer as never)}\n`)
    return 0
  }
  addTokenCommands(program, context, run, wrap)
  addAccountsCommand(program, run, wrap)
  addAccessCommands(program, run, wrap)
  addQuotaCommands(program, context, run, wrap)
  addUserCommands(program, run, wrap)
  addLoginLinkCommand(program, context, run, wrap)
  program
    .command('server')
    .helpCommand(false)
    .description('Look at the process that holds the data folder.')
    .command('status')
    .description('Say which process serves, where, and how its store does.')
    .option('--json', 'print JSON')
    .action(wrap(async (options: JsonOption) => run('server status', {}, options, formatResult.status)))
}

interface AccountsOptions extends JsonOption {
  readonly kind?: string
  readonly startingWith?: string
  readonly limit: number
  readonly cursor?: string
}

function addAccountsCommand(program: Command, run: RunAndPrint, wrap: WrapAction): void {
  program
    .command('accounts')
    .description('List the accounts of everybody, by handle: what they may, and how much is in them.')
    .addOption(new Option('--kind <kind>', 'one kind alone').choices(['personal', 'organization']))
    .option('--starting-with <text>', 'only handles that begin so')
    .addOption(new Option('--limit <count>', 'how many at most, up to 200').argParser(parseCount).default(50))
    .option('--cursor <cursor>', 'go on where the answer before ended')
    .option('--json', 'print JSON')
    .action(
      wrap(async ({ kind, startingWith: starting_with, limit, cursor, json = false }: AccountsOptions) =>
        run('accounts', { kind, starting_with, limit, cursor }, { json }, formatResult.accounts),
      ),
    )
}

function addUserCommands(program: Command, run: RunAndPrint, wrap: WrapAction): void {
  const user = program.command('user').helpCommand(false).description('Keep a person out, or let them in again.')
  const set = (command: 'suspend' | 'resume') =>
    wrap(async (handle: string, options: JsonOption) =>
      run(command, { user: handle }, options, formatResult.suspension),
    )
  user
    .command('suspend <handle>')
    .description('Sign the person out everywhere; nothing works for them until they are resumed.')
    .option('--json', 'print JSON')
    .addHelpText('after', SUSPEND_HELP)
    .action(set('suspend'))
  user
    .command('resume <handle>')
    .description('Let the person in again; their tokens and apps work as before.')
    .option('--json', 'print JSON')
    .action(set('resume'))
}

const SUSPEND_HELP = `
It takes effect at once: browsers are signed out and sign-in links end for good; account tokens, connected apps and
local processes are refused until the person is resumed. What they own, their memberships and their projects stay.
To end a token for good: token revoke. To let an account only be read: access withdraw.`

function addAccessCommands(program: Command, run: RunAndPrint, wrap: WrapAction): void {
  const access = program.command('access').helpCommand(false).description('Let an account write, or only read.')
  const set = (has_access: boolean) =>
    wrap(async (handle: string, options: JsonOption) =>
      run('access', { handle, has_access }, options, formatResult.access),
    )
  access
    .command('grant <handle>')
    .description('Let the account write.')
    .option('--json', 'print JSON')
    .action(set(true))
  access
    .command('withdraw <handle>')
    .description('Let the account read only.')
    .option('--json', 'print JSON')
    .action(set(false))
}

interface QuotaOptions extends JsonOption {
  readonly projects?: number
  readonly strings?: number
  readonly bytes?: string
  readonly history?: string
  readonly reset?: boolean
}

function addQuotaCommands(program: Command, { command }: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const quota = program.command('quota').helpCommand(false).description('Show or set the limits of an account.')
  quota
    .command('show <account>')
    .description('Show the limits of an account and what it uses.')
    .option('--json', 'print JSON')
    .addHelpText('after', formatQuotaShowHelp(command))
    .action(
      wrap(async (account: string, options: JsonOption) => run('quota show', { account }, options, describeQuota)),
    )
  quota
    .command('set <account>')
    .description('Set limits of one account. Limits that you leave out stay as they are.')
    .addOption(new Option('--projects <count>', 'projects').argParser(parseCount))
    .addOption(new Option('--strings <count>', 'source strings on all branches').argParser(parseCount))
    .option('--bytes <size>', 'files and texts, such as 500MB or 2GiB')
    .option('--history <size>', 'past texts and sources, such as 20GiB')
    .option('--reset', 'use the limits of the server for all that you leave out')
    .option('--json', 'print JSON')
    .addHelpText('after', formatQuotaSetHelp(command))
    .action(
      wrap(async (account: string, { json = false, ...limits }: QuotaOptions) =>
        run('quota set', { account, ...limits }, { json }, describeChangedQuota),
      ),
    )
}

const formatQuotaShowHelp = (command: CommandFormatter): string => `
Examples:
  ${command('quota show acme')}
  ${command('quota show acme --json')}

Documentation: docs/operating.md, Limits and quotas.`

const formatQuotaSetHelp = (command: CommandFormatter): string => `
Examples:
  ${command('quota set acme --strings 1000000')}
  ${command('quota set acme --projects 500 --bytes 4GiB')}
  ${command('quota set acme --reset')}

A limit below what the account uses deletes nothing. The account can then delete and read, but not add.
DRAGOMAN_MAX_PROJECTS, DRAGOMAN_MAX_STRINGS, DRAGOMAN_MAX_BYTES and DRAGOMAN_MAX_HISTORY set the limits
of all other accounts.
Documentation: docs/operating.md, Limits and quotas.`

function addLoginLinkCommand(program: Command, context: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  program
    .command('login-link')
    .description('Print a one-time link that signs in to the web pages; without --user, you.')
    .option('--user <handle>', 'for another user')
    .option('--create', 'create the user if there is none with this handle')
    .option('--operator', 'make yourself an operator, as your first link does')
    .option('--quiet', 'print the link and nothing beside it')
    .option('--json', 'print JSON')
    .addHelpText('after', formatLoginLinkExamples(context))
    .action(
      wrap(async ({ user, create = false, operator = false, quiet = false, json = false }: LoginLinkOptions) => {
        if (user !== undefined && operator) {
          throw new AppError('invalid_input', '--user and --operator were given together.', {
            fix: 'A link for somebody else makes nobody an operator: leave one of them out.',
          })
        }
        const own = user === undefined
        const input = { user: user ?? localHandle((await context.machine()).userName), own, operator }
        const ask = (isNew: boolean): Promise<number> =>
          run('login-link', { ...input, create: isNew }, { json }, (made: LoginLink) => {
            if (!quiet) context.io.stderr.write(formatResult.loginLink(made))
            return made.url
          })
        return withUserCreationPrompt(ask, { create, json }, context)
      }),
    )
}

const formatLoginLinkExamples = ({ command }: CliContext): string => `
Examples:
  ${command('login-link')}
  ${command('login-link --user ada')}
  ${command('login-link --user grace --create')}

Documentation: docs/sign-in.md`
