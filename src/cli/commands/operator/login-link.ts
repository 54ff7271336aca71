import { AppError } from '../../../errors.ts'
import type { MachineSignInLink } from '../../../operator/users/sign-in-link.ts'
import type { CliContext } from '../../context.ts'
import { formatResult } from '../../output/operator-results.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../options.ts'
import { runForUser, withUserCreationPrompt } from './command-user.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

interface SignInLinkOptions extends JsonOption {
  readonly user?: string
  readonly create?: boolean
  readonly operator?: boolean
  readonly quiet?: boolean
}

/** Adds `login-link`. */
export function addLoginLinkCommand(program: CliCommand, context: CliContext, run: RunAndPrint): void {
  program
    .command('login-link')
    .helpGroup(OPERATOR_GROUP)
    .description('Print a one-time link to sign in to the web pages.')
    .option('--user <handle>', 'for another user (default: you)')
    .option('--create', 'create the user if they do not exist')
    .option('--operator', 'make yourself an operator; your first link does so, too')
    .option('--quiet', 'print only the link')
    .option('--json', 'print JSON')
    .explain({
      examples: ['login-link', 'login-link --user ada', 'login-link --user grace --create'],
      docs: 'docs/sign-in.md',
    })
    .run(async ({ user, create = false, operator = false, quiet = false, json = false }: SignInLinkOptions) => {
      const ask = (isNew: boolean): Promise<number> =>
        runForUser(user, context, target => {
          if (operator && !target.own) throw otherOperatorError()
          return run('login-link', { ...target, operator, create: isNew }, { json }, (created: MachineSignInLink) => {
            if (!quiet) context.io.stderr.write(formatResult.loginLink(created))
            return created.url
          })
        })
      return withUserCreationPrompt(ask, { create, json }, context)
    })
}

const otherOperatorError = (): AppError =>
  new AppError('invalid_input', '--operator is only for your own user.', {
    fix: 'Omit --operator or --user. Only your own link can make a user an operator.',
  })
