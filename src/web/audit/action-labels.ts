import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AUDITED_TOOLS } from '../../tools/audit/actions.ts'

/** Verbs of titles whose past tense does not end in -ed. */
const IRREGULAR_PAST_TENSES: Readonly<Record<string, string>> = {
  Keep: 'Kept',
  Leave: 'Left',
  Make: 'Made',
  Set: 'Set',
  Submit: 'Submitted',
}

/** Every action of the audit log in the past tense: `Deleted a project`. Tools take it from their title. */
export const ACTION_LABELS: ReadonlyMap<string, string> = new Map([
  ...AUDITED_TOOLS.map(({ name, title }) => [name, toPastTense(title)] as const),
  ...Object.entries(NON_TOOL_ACTIONS),
])

function toPastTense(title: string): string {
  const [verb = '', ...rest] = title.split(' ')
  return [IRREGULAR_PAST_TENSES[verb] ?? `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`, ...rest].join(' ')
}
