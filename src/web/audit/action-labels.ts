import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AUDITED_TOOLS } from '../../tools/audit/actions.ts'

/** Every action of the audit log in the past tense: `Deleted project`. */
export const ACTION_LABELS: ReadonlyMap<string, string> = new Map([
  ...AUDITED_TOOLS.map(({ name, pastTense }) => [name, pastTense] as const),
  ...Object.entries(NON_TOOL_ACTIONS),
])
