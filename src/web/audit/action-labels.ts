import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AUDITED_TOOLS } from '../../tools/audit/actions.ts'
import { isMessageKey } from '../i18n/catalog.ts'
import { t } from '../i18n/t.ts'

/** Every action of the audit log in the past tense: `Deleted project`. */
export const ACTION_LABELS: ReadonlyMap<string, string> = new Map([
  ...AUDITED_TOOLS.map(({ name, pastTense }) => [name, pastTense] as const),
  ...Object.entries(NON_TOOL_ACTIONS),
])

/** The action in the language of the page. */
export function actionLabel(action: string): string {
  const key = `audit.actions.${action.replace(' ', '_')}`
  return isMessageKey(key) ? t(key) : action
}
