import { z } from 'zod'
import { listReplacedFields } from '../../l10n/voice/resolve.ts'
import type { Voice } from '../../l10n/voice/voice.ts'

/** Most overrides that an answer lists. */
const MAX_LISTED = 20

/** The fields that the base of a project, or an override, replaces. */
export const replacedOutput = { replaces: z.record(z.string(), z.array(z.string())).optional() }

/** Says which fields are replaced, and how to add to them instead. */
export function describeReplaced(account: Voice | undefined, own: Voice) {
  const parts = Object.entries(listReplacedFields(account, own))
  const replaces = Object.fromEntries(parts.slice(0, MAX_LISTED).map(([name, fields]) => [name, [...fields]]))
  const first = parts.find(([, fields]) => fields.includes('guidelines') || fields.includes('description'))
  return { output: parts.length > 0 && { replaces }, hint: first === undefined ? '' : formatHint(first) }
}

function formatHint([name, fields]: readonly [string, readonly string[]]): string {
  const texts = fields.filter(field => field === 'guidelines' || field === 'description').join(' and ')
  return name === 'base'
    ? `Its ${texts} replaces that of the account. To add to it instead, set append to true in voice.`
    : `overrides.${name} replaces ${texts} of the base. To add to it instead, set append to true in overrides.${name}.`
}
