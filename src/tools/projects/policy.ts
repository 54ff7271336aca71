import { z } from 'zod'
import { SYNTAXES } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'

const LEVELS = ['error', 'warning', 'info', 'off'] as const

/** What a call may change of how a project treats texts. */
export const policyInput = {
  review: z.enum(['none', 'required']).optional().describe('Whether texts of agents wait for a review'),
  approve: z.enum(['people', 'anyone']).optional().describe('Who may approve'),
  four_eyes: z.boolean().optional().describe('Nobody approves a text of their own'),
  agents_replace: z.boolean().optional().describe('Agents that name the rev may replace what people wrote'),
  export: z.enum(['translated', 'approved']).optional().describe('What a pull gives'),
  levels: z
    .record(z.string(), z.enum([...LEVELS, 'default']))
    .optional()
    .describe('Check id to its level; the others stay'),
  syntax: z
    .enum([...SYNTAXES, 'auto'])
    .optional()
    .describe('Of all messages; auto: found out for each file'),
}

/** The policy of a project, whole. */
export const Policy = z.object({
  review: z.enum(['none', 'required']),
  approve: z.enum(['people', 'anyone']),
  four_eyes: z.boolean(),
  agents_replace: z.boolean(),
  export: z.enum(['translated', 'approved']),
  levels: z.record(z.string(), z.enum(LEVELS)).optional(),
  syntax: z.string(),
})

/** The policy as tools show it: no levels when all are the checks' own. */
export function showPolicy({ levels, syntax, ...settings }: Frozen<Settings>): z.input<typeof Policy> {
  return { ...settings, ...(Object.keys(levels).length > 0 && { levels: { ...levels } }), syntax: syntax ?? 'auto' }
}
