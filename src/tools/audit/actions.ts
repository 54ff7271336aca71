import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { stageFile } from '../files/transfer/stage-file.ts'
import { TOOLS } from '../registry.ts'

/** The tools whose calls the audit log records: all that write. */
export const AUDITED_TOOLS = [...TOOLS, stageFile].flatMap(({ name, pastTense }) =>
  pastTense === undefined ? [] : [{ name, pastTense }],
)

/** Every action of an audit event. */
export const AUDIT_ACTIONS: ReadonlySet<string> = new Set([
  ...AUDITED_TOOLS.map(({ name }) => name),
  ...Object.keys(NON_TOOL_ACTIONS),
])
