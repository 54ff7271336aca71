import { recover } from '../../../errors.ts'
import type { TokenView } from '../../../tools/tokens/view.ts'
import type { CliContext } from '../../context.ts'
import { paint, printAnswer } from '../../io.ts'
import { formatResult, type NewToken } from '../../output/operator-results.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { findOwnHandle, runForUser, withUserCreationPrompt } from './command-user.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

interface UserOption extends JsonOption {
  readonly user?: string
}

interface ListOptions extends UserOption {
  readonly quiet?: boolean
}

interface CreateOptions extends UserOption {
  readonly create?: boolean
  readonly name: string
  readonly scopes: string
  readonly description?: string
  readonly expiresIn?: string
  readonly quiet?: boolean
}

const DOCS = 'docs/tokens.md'

const OWN_OR_OPERATOR = `Without --user: your own tokens, at the server that you are signed in to, or else in your
data folder. With --user: an operator's command, in the data folder.`

/** Adds `token create`, `token list` and `token revoke`. */
export function addTokenCommands(program: CliCommand, context: CliContext, run: RunAndPrint): void {
  const token = program
    .command('token')
    .helpCommand(false)
    .description('Create, list and revoke account tokens.')
    .explain({
      examples: ['token create --name laptop --scopes everyday', 'token list'],
      notes: OWN_OR_OPERATOR,
      docs: DOCS,
    })
  token
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
    .explain({
      examples: [
        'token create --name laptop --scopes everyday',
        'token create --user grace --create --name ci --scopes "project:read project:write" --expires-in 30d',
      ],
      notes: OWN_OR_OPERATOR,
      docs: DOCS,
    })
    .run((options: CreateOptions) => createToken(options, context, run))
  token
    .command('list')
    .description('List active tokens.')
    .option('--user <handle>', 'of another user')
    .option('--quiet', 'print only the IDs')
    .option('--json', 'print JSON')
    .explain({
      examples: ['token list', 'token list --user ada --json'],
      notes: OWN_OR_OPERATOR,
      docs: DOCS,
    })
    .run((options: ListOptions) => listTokens(options, context))
  token
    .command('revoke <id>')
    .description('Revoke a token, and all tokens created with it. This cannot be undone.')
    .option('--user <handle>', 'of another user')
    .option('--json', 'print JSON')
    .explain({
      examples: ['token list --user ada  # shows the IDs', 'token revoke 1mg0fcdg0w2k1ygrn22t'],
      notes: OWN_OR_OPERATOR,
      docs: DOCS,
    })
    .run((id: string, options: UserOption) => revokeToken(id, options, context, run))
}

async function createToken(options: CreateOptions, context: CliContext, run: RunAndPrint): Promise<number> {
  const { user, name, scopes, description, expiresIn, quiet, json = false } = options
  const show = (created: NewToken): string =>
    quiet === true ? created.token : formatResult.newToken(created, paint(context.io.stdout))
  const own = await findOwn(user, context)
  if (own !== undefined) {
    const created = await own.create({ name, scopes, description, expiresIn })
    return printAnswer(context.io, json, created, () => show(created))
  }
  const input = { name, scopes, description, expires_in: expiresIn }
  const ask = (isNew: boolean): Promise<number> =>
    runForUser(user, context, target => run('token create', { ...target, ...input, create: isNew }, { json }, show))
  return withUserCreationPrompt(ask, { create: options.create ?? false, json }, context)
}

async function listTokens({ user, json = false, quiet = false }: ListOptions, context: CliContext): Promise<number> {
  const [own, { printTokens }] = await Promise.all([findOwn(user, context), import('../../output/tokens.ts')])
  const tokens = own === undefined ? await listInDataFolder(user, context) : await own.list()
  printTokens(context.io, tokens, { json, quiet })
  return 0
}

async function listInDataFolder(user: string | undefined, context: CliContext): Promise<readonly TokenView[]> {
  const { dispatchOperatorCommand } = await import('../../control/operator-command.ts')
  const handle = await findOwnHandle(context)
  const isOwn = user === undefined || user.toLowerCase() === handle
  const found = dispatchOperatorCommand(await context.machine(), 'token list', { user: user ?? handle })
  // The user of this machine is created by their first call.
  const answer = await (isOwn ? found.catch(recover({ tokens: [] }, 'not_found')) : found)
  return (answer as { readonly tokens: readonly TokenView[] }).tokens
}

async function revokeToken(id: string, options: UserOption, context: CliContext, run: RunAndPrint): Promise<number> {
  const { user, json = false } = options
  const own = await findOwn(user, context)
  if (own === undefined) {
    return run('token revoke', { id, user }, { json }, formatResult.revoked)
  }
  const answer = await own.revoke(id)
  return printAnswer(context.io, json, answer, () => formatResult.revoked(answer))
}

/** The user's own tokens at their server; undefined for an operator's command. */
async function findOwn(user: string | undefined, context: CliContext) {
  if (user !== undefined) return undefined
  const { findOwnTokens } = await import('../../tokens/own-tokens.ts')
  return findOwnTokens(context)
}
