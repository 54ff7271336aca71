import type { Command } from 'commander'
import { localHandle } from '../../../auth/users/handles.ts'
import type { CliContext, WrapAction } from '../../context.ts'
import { paint } from '../../io.ts'
import { formatResult, type NewToken } from '../../output/operator-results.ts'
import { addHelpText, OPERATOR_GROUP } from '../help-text.ts'
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

const DOCS = 'docs/tokens.md'

/** Adds `token create`, `token list` and `token revoke`. */
export function addTokenCommands(program: Command, context: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const { command } = context
  const token = program
    .command('token')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Create, list and revoke account tokens.')
  addHelpText(token, {
    examples: [command('token create --name laptop --scopes everyday'), command('token list --user ada')],
    docs: DOCS,
  })
  const create = token
    .command('create')
    .description('Create an account token.')
    .option('--user <handle>', 'for another user')
    .option('--create', 'create the user if they do not exist')
    .requiredOption('--name <name>', 'for example: CI deploy')
    .requiredOption('--scopes <scopes>', 'everyday, all, or a quoted list: "project:read project:write"')
    .option('--expires-in <time>', 'for example 12h, 30d or 8w (default: never)')
    .option('--description <text>', 'note about the token')
    .option('--quiet', 'print only the token')
    .option('--json', 'print JSON')
    .action(wrap(options => createToken(options, context, run)))
  addHelpText(create, {
    examples: [
      command('token create --name laptop --scopes everyday'),
      command('token create --user grace --create --name ci --scopes "project:read project:write" --expires-in 30d'),
    ],
    notes: 'Without --user, the token is your own.',
    docs: DOCS,
  })
  const list = token
    .command('list')
    .description('List the active tokens of a user.')
    .requiredOption('--user <handle>', 'owner of the tokens')
    .option('--json', 'print JSON')
    .action(
      wrap(async ({ user, json = false }: JsonOption & { user: string }) =>
        run('token list', { user }, { json }, formatResult.tokens),
      ),
    )
  addHelpText(list, {
    examples: [command('token list --user ada'), command('token list --user ada --json')],
    docs: DOCS,
  })
  const revoke = token
    .command('revoke <id>')
    .description('Revoke a token, and all tokens created with it. This cannot be undone.')
    .option('--json', 'print JSON')
    .action(wrap(async (id: string, options: JsonOption) => run('token revoke', { id }, options, formatResult.revoked)))
  addHelpText(revoke, {
    examples: [`${command('token list --user ada')}  # shows the IDs`, command('token revoke 1mg0fcdg0w2k1ygrn22t')],
    docs: DOCS,
  })
}

async function createToken(options: CreateOptions, context: CliContext, run: RunAndPrint): Promise<number> {
  const { user, name, scopes, description, expiresIn: expires_in, quiet, json = false } = options
  const handle = user ?? localHandle((await context.machine()).userName)
  const input = { user: handle, own: user === undefined, name, scopes, description, expires_in }
  const ask = (isNew: boolean): Promise<number> =>
    run('token create', { ...input, create: isNew }, { json }, (created: NewToken) =>
      quiet === true ? created.token : formatResult.newToken(created, paint(context.io.stdout)),
    )
  return withUserCreationPrompt(ask, { create: options.create ?? false, json }, context)
}
