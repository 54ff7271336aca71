import type { CliContext } from '../context.ts'
import type { CliCommand } from '../usage/cli-command.ts'

const DOCS = 'docs/command-line.md'

/** Adds `login`, `logout` and `whoami`. */
export function addSignInCommands(program: CliCommand, context: CliContext): void {
  program
    .command('login [url]')
    .description('Sign in to a server. Commands then act as you.')
    .option('--device', 'sign in with a code, on any device; default without a browser')
    .option('--scopes <scopes>', 'everyday, all, or a quoted list (default: what the server proposes)')
    .explain({
      examples: ['login https://l10n.example.org', 'login --device'],
      notes: 'Without URL: DRAGOMAN_URL, the server of dragoman.json, or the server of this machine.',
      docs: DOCS,
    })
    .run(async (url: string | undefined, { device = false, scopes }: { device?: boolean; scopes?: string }) => {
      const { logIn } = await import('../sign-in/login-command.ts')
      return logIn(context, { url, device, scopes })
    })
  program
    .command('logout [url]')
    .description('Revoke a sign-in and delete its credentials.')
    .option('--all', 'sign out of all servers')
    .explain({
      examples: ['logout', 'logout --all'],
      notes: 'Without URL: the server that commands here use.',
      docs: DOCS,
    })
    .run(async (url: string | undefined, { all = false }: { all?: boolean }) => {
      const { logOut } = await import('../sign-in/logout-command.ts')
      return logOut(context, { url, all })
    })
  program
    .command('whoami')
    .description('Show your user, server, scopes and their expiration.')
    .option('--json', 'print JSON')
    .option('--quiet', 'print only the username')
    .explain({ examples: ['whoami', 'whoami --json'], docs: DOCS })
    .run(async ({ json = false, quiet = false }: { json?: boolean; quiet?: boolean }) => {
      const { printWhoami } = await import('../sign-in/whoami-command.ts')
      return printWhoami(context, { json, quiet })
    })
}
