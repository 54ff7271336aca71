import { AppError } from '../../errors.ts'

/** How the fix of a missing account or project begins, which names a tool. */
const TOOL_FIX = 'Call get_context '

interface CommandCall {
  readonly tool: string
  /** The URL of a remote server. */
  readonly server: string | undefined
}

/**
 * The error of a tool for somebody in a shell: a missing account or project names the command that helps, and a missing tool the server.
 */
export function withCommandFix(error: unknown, { tool, server }: CommandCall): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'unknown_tool' && server !== undefined) {
    return new AppError('unavailable', `${server} has no tool ${tool}, which this command needs.`, {
      fix: 'Check the URL, and that the server is not older than this program.',
      cause: error,
    })
  }
  if (error.code !== 'not_found' || error.fix?.startsWith(TOOL_FIX) !== true) return error
  const [name = ''] = error.message.split(' ')
  return new AppError(error.code, error.message, {
    fix: name.includes('/')
      ? dragoman => `Create the project with ${dragoman('push --create')}, or correct project in dragoman.json.`
      : dragoman =>
          `Correct the account of project in dragoman.json. ${dragoman('whoami')} prints yours in its first line.`,
  })
}
