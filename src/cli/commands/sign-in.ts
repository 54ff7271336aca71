import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'
import { addHelpText } from './help-text.ts'

const DOCS = 'docs/command-line.md'

/** Adds `login`, `logout` and `whoami`. */
export function addSignInCommands(program: Command, context: CliContext, wrap: WrapAction): void {
  const { command } = context
  const login = program
    .command('login [url]')
    .description('Sign in to a server. Commands then act as you.')
    .option('--device', 'sign in with a code, on any device; default without a browser')
    .option('--scopes <scopes>', 'everyday, all, or a quoted list (default: what the server proposes)')
    .action(
      wrap(async (url: string | undefined, { device = false, scopes }: { device?: boolean; scopes?: string }) => {
        const { logIn } = await import('../sign-in/login-command.ts')
        return logIn(context, { url, device, scopes })
      }),
    )
  addHelpText(login, {
    examples: [command('login https://l10n.example.org'), command('login --device')],
    notes: 'Without URL: DRAGOMAN_URL, the server of dragoman.json, or the server of this machine.',
    docs: DOCS,
  })
  const logout = program
    .command('logout [url]')
    .description('Revoke a sign-in and delete its credentials.')
    .option('--all', 'sign out of all servers')
    .action(
      wrap(async (url: string | undefined, { all = false }: { all?: boolean }) => {
        const { logOut } = await import('../sign-in/logout-command.ts')
        return logOut(context, { url, all })
      }),
    )
  addHelpText(logout, {
    examples: [command('logout'), command('logout --all')],
    notes: 'Without URL: the server that commands here use.',
    docs: DOCS,
  })
  const whoami = program
    .command('whoami')
    .description('Show your user, server, scopes and their expiration.')
    .option('--json', 'print JSON')
    .option('--quiet', 'print only the username')
    .action(
      wrap(async ({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }) => {
        const { printWhoami } = await import('../sign-in/whoami-command.ts')
        return printWhoami(context, { json, quiet })
      }),
    )
  addHelpText(whoami, { examples: [command('whoami'), command('whoami --json')], docs: DOCS })
}
