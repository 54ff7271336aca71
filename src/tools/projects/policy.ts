import { z } from 'zod'
import { FILE_SYNTAXES } from '../../l10n/message/patterns/find-pattern.ts'
import { REFUSED_EXPORTS, STALE_EXPORTS } from '../../l10n/translation/export.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'

const LEVELS = ['error', 'warning', 'info', 'off'] as const

/** Who can change the settings, for answers that show them. */
export const SETTINGS_BY = 'Administrators of the account, with update_project_policy (scope project:admin).'

/** The policy fields that a call may change. */
export const policyInput = {
  review: z.enum(['none', 'required']).optional().describe('Whether translations by agents wait for review'),
  approve: z.enum(['people', 'anyone']).optional().describe('people = users only'),
  four_eyes: z.boolean().optional().describe('Users cannot approve their own translations'),
  agents_replace: z
    .boolean()
    .optional()
    .describe('Agents that send rev may replace translations that users wrote or approved, and imports'),
  export: z.enum(['translated', 'approved']).optional().describe('Which translations a pull contains'),
  changes_requested: z
    .enum(REFUSED_EXPORTS)
    .optional()
    .describe('A pull contains the previous or the current translation where a reviewer wants changes'),
  stale: z
    .enum(STALE_EXPORTS)
    .optional()
    .describe('Whether a pull of translated contains translations of an earlier source'),
  levels: z
    .record(z.string(), z.enum([...LEVELS, 'default']))
    .optional()
    .describe('Check ID to level; other checks keep theirs'),
  syntax: z
    .enum([...FILE_SYNTAXES, 'auto'])
    .optional()
    .describe('Message syntax of all files; auto = detected per file'),
  engines: z
    .array(z.string().max(60))
    .max(10)
    .optional()
    .describe('Engines that runs may use, in order; [] = each that the account may use'),
}

/** The full policy of a project. */
export const Policy = z.object({
  review: z.enum(['none', 'required']),
  approve: z.enum(['people', 'anyone']),
  four_eyes: z.boolean(),
  agents_replace: z.boolean(),
  export: z.enum(['translated', 'approved']),
  changes_requested: z.enum(REFUSED_EXPORTS),
  stale: z.enum(STALE_EXPORTS),
  levels: z.record(z.string(), z.enum(LEVELS)).optional(),
  syntax: z.string(),
  engines: z.array(z.string()).optional(),
})

/** The policy as answers show it; `levels` is absent if no level was changed. */
export function showPolicy({
  levels,
  syntax,
  changes_requested = 'previous',
  stale = 'keep',
  engines,
  ...settings
}: Frozen<Settings>): z.input<typeof Policy> {
  return {
    ...settings,
    changes_requested,
    stale,
    ...(Object.keys(levels).length > 0 && { levels: { ...levels } }),
    syntax: syntax ?? 'auto',
    ...(engines !== undefined && { engines: [...engines] }),
  }
}
