import { AppError } from '../../errors.ts'

/** How the fix of a missing account or project begins, which names a tool. */
const TOOL_FIX = 'Call get_context '

/** The error of a tool for somebody in a shell: a missing account or project names the command that helps. */
export function withCommandFix(error: AppError): AppError {
  if (error.code !== 'not_found' || error.fix?.startsWith(TOOL_FIX) !== true) return error
  const [name = ''] = error.message.split(' ')
  return new AppError(error.code, error.message, {
    fix: name.includes('/')
      ? dragoman => `Create the project with ${dragoman('push --create')}, or correct project in dragoman.json.`
      : dragoman =>
          `Correct the account of project in dragoman.json. ${dragoman('whoami')} prints yours in its first line.`,
  })
}
