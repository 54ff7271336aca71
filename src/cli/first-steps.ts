/** What a person needs at the start of the service. */
export interface FirstSteps {
  readonly url: string
  /** How this installation's commands begin: `dragoman`, or npm's way in a checkout. */
  readonly command: string
  /** The handle of the person at the machine. */
  readonly handle: string
  /** A one-time link that signs this person in; absent when people sign in through a provider. */
  readonly link?: string | undefined
  /** Whether nobody runs the service yet: then it is the person of the first own link. */
  readonly nobodyOperates?: boolean
}

/** The command that makes a token, for programs that cannot sign in. */
export const firstTokenCommand = ({ command, handle }: Pick<FirstSteps, 'command' | 'handle'>): string =>
  `${command} token create --user ${handle} --name claude-code --scopes everyday --quiet`

/** The command that makes a new sign-in link. */
export const linkCommand = ({ command }: Pick<FirstSteps, 'command'>): string => `${command} login-link`

/** What is said about the command that makes a link while there is no operator. */
export const NOBODY_OPERATES = 'nobody operates this service yet: the person of this link does'

/** The text for a terminal after the first start: one address to paste, and the way in. */
export function describeFirstSteps(steps: FirstSteps): string {
  const { url, command } = steps
  return `Connect your client to ${url}/mcp, for example Claude Code:

  claude mcp add --transport http dragoman ${url}/mcp

${describeWayIn(steps)}
Scripts use a token instead:

  export DRAGOMAN_URL=${url} DRAGOMAN_TOKEN=$(${firstTokenCommand(steps)})

Other clients: README.md. Any tool from a shell: ${command} call get_context
`
}

/** How to sign in, for a terminal: a link that works once is printed nowhere else. */
export function describeWayIn(steps: FirstSteps): string {
  const { url, link, nobodyOperates } = steps
  if (link === undefined) {
    const there = `When it opens your browser, sign in there, or at ${url}/login\n`
    return nobodyOperates === true
      ? `${there}\nNobody operates this service yet. This prints a link that signs you in as its operator, who invites others:\n\n  ${linkCommand(steps)}\n`
      : there
  }
  return `Sign in with this link when the browser asks. It works once, for 15 minutes:

  ${link}

For a new one: ${linkCommand(steps)}
`
}
