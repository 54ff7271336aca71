import type { CommandFormatter } from '../../errors.ts'

/** What a new user needs after the first start. */
export interface FirstSteps {
  readonly url: string
  /** Formats commands of this installation. */
  readonly command: CommandFormatter
  /** The handle of the operating system user. */
  readonly handle: string
  /** A one-time sign-in link for this user; absent when users sign in through a provider. */
  readonly link?: string | undefined
  /** True without any operator: the first user with a link of their own becomes one. */
  readonly nobodyOperates?: boolean
}

/** Arguments of the command that creates a token for scripts. */
export const FIRST_TOKEN_ARGS = 'token create --name scripts --scopes everyday --quiet'

/** Arguments of the command that creates a sign-in link. */
export const SIGN_IN_LINK_ARGS = 'login-link'

/** Hint next to the link command while there is no operator. */
export const NO_OPERATOR_HINT = 'this link makes its user the first operator'

/** The text on a terminal after the first start: how to connect a client, and to sign in. */
export function describeFirstSteps(steps: FirstSteps): string {
  const { url, command } = steps
  return `Connect your client to ${url}/mcp. For example, Claude Code:

  claude mcp add --transport http dragoman ${url}/mcp

${formatSignInHelp(steps)}
Scripts use a token:

  export DRAGOMAN_URL=${url}
  export DRAGOMAN_TOKEN=$(${command(FIRST_TOKEN_ARGS)})

Other clients: docs/clients.md. Tools from a shell: ${command('call get_context')}
`
}

/** The text on a terminal about signing in. The one-time link is printed nowhere else. */
export function formatSignInHelp(steps: FirstSteps): string {
  const { url, link, handle, nobodyOperates, command } = steps
  if (link === undefined) {
    const there = `Sign in when your browser opens, or at ${url}/login\n`
    return nobodyOperates === true
      ? `${there}\nThis server has no operator yet. To become its operator, create a sign-in link:\n\n  ${command(SIGN_IN_LINK_ARGS)}\n`
      : there
  }
  return `Sign in as ${handle} with this link. It works once and expires in 15 minutes:

  ${link}

New link: ${command(SIGN_IN_LINK_ARGS)}
`
}
