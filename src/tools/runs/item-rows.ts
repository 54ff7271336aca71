import { z } from 'zod'
import { OUTCOMES } from '../../store/records/runs.ts'
import type { Page, Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { omitZeros } from '../schemas/omit-undefined.ts'
import { toDollars } from './view.ts'
import type { Part } from './worker/apply-answers.ts'

/** What became of one translation of a run. */
export const ItemRow = z.object({
  /** The short ID of the string, its key and locale. */
  id: z.string(),
  key: z.string(),
  locale: z.string(),
  outcome: z.enum(OUTCOMES),
  message: z.string().optional(),
  findings: z.array(z.object({ id: z.string(), message: z.string(), fix: z.string().optional() })).optional(),
  engine: z.string().optional(),
  repairs: z.number().int().optional(),
  usage: z
    .object({
      input_tokens: z.number().int().optional(),
      output_tokens: z.number().int().optional(),
      characters: z.number().int().optional(),
      cost: z.number().optional(),
    })
    .optional(),
})
export type ItemRow = z.output<typeof ItemRow>

/** The rows of a part for the items that have an outcome. Readers of a public project do not see what they consumed. */
export async function toItemRows(
  part: Part,
  { read, isOutsider }: { readonly read: Pick<Reader, 'entries'>; readonly isOutsider: boolean },
): Promise<readonly ItemRow[]> {
  const rows: ItemRow[] = []
  for (const { entry_id, outcome, message, findings, engine, repairs, usage } of part.items) {
    if (outcome === undefined) continue
    const entry = await read.entries.get(entry_id)
    rows.push({
      id: entry?.short ?? '',
      key: escapeInvisible(entry?.key ?? ''),
      locale: part.locale,
      outcome,
      ...(message !== undefined && { message: escapeInvisible(message) }),
      ...(findings !== undefined && { findings: findings.map(finding => ({ ...finding })) }),
      ...(engine !== undefined && { engine }),
      ...(repairs > 0 && { repairs }),
      ...(usage !== undefined && !isOutsider && { usage: toUsage(usage) }),
    })
  }
  return rows
}

const toUsage = ({ input_tokens, output_tokens, characters, cost }: NonNullable<Part['usage']>) =>
  omitZeros({ input_tokens, output_tokens, characters, cost: toDollars(cost) })

interface ItemQuery {
  readonly kind: 'unresolved' | 'all'
  readonly limit: number
  readonly after: string | undefined
  readonly isOutsider: boolean
}

/** A page of the items of a run: whole parts, until `limit` is reached. Those that have no translation first, if asked for alone. */
export async function pageItems(
  runId: string,
  { kind, limit, after: from, isOutsider }: ItemQuery,
  read: Reader,
): Promise<{ readonly rows: readonly ItemRow[]; readonly next?: string }> {
  const rows: ItemRow[] = []
  let after = from
  do {
    const page: Page<Part> = await read.run_parts.page(kind === 'all' ? 'event' : 'untranslated', runId, {
      limit: 1,
      after,
    })
    for (const part of page.items) {
      const own = await toItemRows(part, { read, isOutsider })
      rows.push(...own.filter(({ outcome }) => kind === 'all' || outcome === 'unresolved' || outcome === 'skipped'))
    }
    after = page.next
  } while (after !== undefined && rows.length < limit)
  return { rows, ...(after !== undefined && { next: after }) }
}
