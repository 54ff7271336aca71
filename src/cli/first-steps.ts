/** What a person types after the first start, when nobody has a token yet. */
export interface FirstSteps {
  readonly url: string
  /** How this installation's commands begin: `dragoman`, or npm's way in a checkout. */
  readonly command: string
  /** The handle that the first token is for. */
  readonly handle: string
}

/** The command that makes the first token. */
export const firstTokenCommand = ({ command, handle }: FirstSteps): string =>
  `${command} token create --user ${handle} --name claude-code --scopes everyday --quiet`

/** The text for a terminal: two lines to copy, and a working agent. */
export function describeFirstSteps(steps: FirstSteps): string {
  return `Nobody has a token yet. In another terminal, make one:

  export DRAGOMAN_URL=${steps.url} DRAGOMAN_TOKEN=$(${firstTokenCommand(steps)})

and connect Claude Code with it:

  claude mcp add --transport http dragoman ${steps.url}/mcp --header "Authorization: Bearer $DRAGOMAN_TOKEN"

Other clients: README.md. Any tool from a shell: ${steps.command} call get_context
`
}
