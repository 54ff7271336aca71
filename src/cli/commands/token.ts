import type { Command } from 'commander'
import { localHandle } from '../../auth/users/handles.ts'
import type { CliContext, WrapAction } from '../context.ts'
import { paint } from '../io.ts'
import { formatResult, type NewToken } from '../output/operator-results.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'
import { withUserCreationPrompt } from './user-creation-prompt.ts'

interface CreateOptions extends JsonOption {
  readonly user?: string
  readonly create?: boolean
  readonly name: string
  readonly scopes: string
  readonly description?: string
  readonly expiresIn?: string
  readonly quiet?: boolean
}

/** Adds `token create`, `token list` and `token revoke`. */
export function addTokenCommands(program: Command, context: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const token = program
    .command('token')
    .helpCommand(false)
    .description('Create, list and revoke account tokens of any user.')
    .addHelpText('after', formatExamples(context))
  token
    .command('create')
    .description('Create a token; without --user, your own.')
    .option('--user <handle>', 'for another user')
    .option('--create', 'create the user if there is none with this handle')
    .requiredOption('--name <name>', 'name of the token, such as the job that uses it')
    .requiredOption('--scopes <scopes>', 'everyday, all, or a list in quotes: "project:read project:write"')
    .option('--expires-in <time>', 'such as 12h, 30d or 8w; without it, the token never expires')
    .option('--description <text>', 'what it is for')
    .option('--quiet', 'print the token alone')
    .option('--json', 'print JSON')
    .addHelpText('after', formatCreateExamples(context))
    .action(wrap(options => createToken(options, context, run)))
  token
    .command('list')
    .description('List the active tokens of a user.')
    .requiredOption('--user <handle>', 'whose tokens')
    .option('--json', 'print JSON')
    .action(
      wrap(async ({ user, json = false }: JsonOption & { user: string }) =>
        run('token list', { user }, { json }, formatResult.tokens),
      ),
    )
  token
    .command('revoke <id>')
    .description('Revoke a token and all tokens created with it, at once and for good.')
    .option('--json', 'print JSON')
    .action(wrap(async (id: string, options: JsonOption) => run('token revoke', { id }, options, formatResult.revoked)))
}

async function createToken(options: CreateOptions, context: CliContext, run: RunAndPrint): Promise<number> {
  const { user, name, scopes, description, expiresIn: expires_in, quiet, json = false } = options
  const whose = user ?? localHandle((await context.machine()).userName)
  const input = { user: whose, own: user === undefined, name, scopes, description, expires_in }
  const ask = (isNew: boolean): Promise<number> =>
    run('token create', { ...input, create: isNew }, { json }, (made: NewToken) =>
      quiet === true ? made.token : formatResult.newToken(made, paint(context.io.stdout)),
    )
  return withUserCreationPrompt(ask, { create: options.create ?? false, json }, context)
}

const formatExamples = ({ command }: CliContext): string => `
Examples:
  ${command('token create --name laptop --scopes everyday')}
  ${command('token list --user ada')}
  ${command('help token create')}`

const formatCreateExamples = ({ command }: CliContext): string => `
Examples:
  ${command('token create --name laptop --scopes everyday')}
  ${command('token create --user grace --create --name ci --scopes "project:read project:write" --expires-in 30d')}

Documentation: docs/tokens.md`
