import { OTHER_ACTIONS } from '../../auth/audit.ts'
import { AppError } from '../../errors.ts'
import { echo } from '../../shown.ts'
import { stageFile } from '../files/stage-file.ts'
import { nearest } from '../nearest.ts'
import { TOOLS } from '../registry.ts'

/** The tools whose calls are in the audit log. */
export const AUDITED_TOOLS = [...TOOLS, stageFile].filter(({ hints }) => !hints.readOnly)

const ACTIONS: ReadonlySet<string> = new Set([...AUDITED_TOOLS.map(({ name }) => name), ...Object.keys(OTHER_ACTIONS)])

/** What no event can have is a slip, and no filter. @throws AppError `invalid_input` with the nearest name. */
export function assertAction(action: string): void {
  if (ACTIONS.has(action)) return
  const close = nearest(action, [...ACTIONS])
  throw new AppError('invalid_input', `action is ${JSON.stringify(echo(action))}, which is in no audit log.`, {
    fix:
      close === undefined
        ? `Give the name of a tool that writes, or one of ${Object.keys(OTHER_ACTIONS).join(', ')}.`
        : `Did you mean ${close}?`,
  })
}
