import type { CommandFormatter } from '../../errors.ts'

/** What a person needs at the start of the service. */
export interface FirstSteps {
  readonly url: string
  /** How commands of this installation are written where this is read. */
  readonly command: CommandFormatter
  /** The handle of the user at the machine. */
  readonly handle: string
  /** A one-time link that signs this user in; absent when people sign in through a provider. */
  readonly link?: string | undefined
  /** Whether nobody runs the service yet: then it is the user of the first own link. */
  readonly nobodyOperates?: boolean
}

/** The arguments that create a token, for programs that cannot sign in. */
export const FIRST_TOKEN_ARGS = 'token create --name scripts --scopes everyday --quiet'

/** The arguments that create a new sign-in link. */
export const LOGIN_LINK_ARGS = 'login-link'

/** What is said about the command that creates a link while there is no operator. */
export const NO_OPERATOR_HINT = 'nobody operates this service yet: the user of this link will'

/** The text for a terminal after the first start: one address to paste, and the way in. */
export function describeFirstSteps(steps: FirstSteps): string {
  const { url, command } = steps
  return `Connect your client to ${url}/mcp, for example Claude Code:

  claude mcp add --transport http dragoman ${url}/mcp

${formatSignInHelp(steps)}
Scripts use a token instead:

  export DRAGOMAN_URL=${url}
  export DRAGOMAN_TOKEN=$(${command(FIRST_TOKEN_ARGS)})

Other clients: README.md. Any tool from a shell: ${command('call get_context')}
`
}

/** How to sign in, for a terminal: a link that works once is printed nowhere else. */
export function formatSignInHelp(steps: FirstSteps): string {
  const { url, link, handle, nobodyOperates, command } = steps
  if (link === undefined) {
    const there = `When it opens your browser, sign in there, or at ${url}/login\n`
    return nobodyOperates === true
      ? `${there}\nNobody operates this service yet. This prints a link that signs you in as its operator, who invites others:\n\n  ${command(LOGIN_LINK_ARGS)}\n`
      : there
  }
  return `Sign in as ${handle} with this link when the browser asks. It works once, for 15 minutes:

  ${link}

For a new one: ${command(LOGIN_LINK_ARGS)}
`
}
