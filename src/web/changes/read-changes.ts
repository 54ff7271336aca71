import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { listChanges } from '../../tools/history/list-changes.ts'
import { REVIEW_STATES } from '../../tools/reviews/view.ts'
import type { FormFailure } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { toMissingPage } from '../layout/page-error.ts'
import { callTool, listPage, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'
import { Author } from '../strings/author-line.tsx'
import { changesPath } from './paths.ts'

export const BATCH_KINDS = ['submit', 'import', 'run', 'review', 'revert', 'push', 'annotate'] as const

export type BatchKind = (typeof BATCH_KINDS)[number]

/** A batch in the listing of `list_changes`. */
export const BatchRow = z.object({
  batch: z.string(),
  at: z.string(),
  kind: z.enum(BATCH_KINDS),
  by: Author,
  /** The string of an annotation. */
  id: z.string().optional(),
  key: z.string().optional(),
  locale: z.string().optional(),
  counts: z.record(z.string(), z.number()),
  /** Translations that it wrote where there was none, and over another one. */
  written: z.object({ new: z.number(), replaced: z.number() }).optional(),
  note: z.string().optional(),
  /** The reviews that are about the batch, newest first. */
  reviews: z.array(z.object({ id: z.string(), state: z.enum(REVIEW_STATES) })).optional(),
})

export interface BatchView extends z.output<typeof BatchRow> {
  /** The locales of the translations that it changed. */
  readonly locales: readonly string[]
}

/** The filters of the address, besides the kind. */
export const FIELDS = ['person', 'client', 'token', 'locale', 'since', 'until'] as const

export interface ChangeFilters extends Readonly<Partial<Record<(typeof FIELDS)[number], string>>> {
  readonly kind?: BatchKind
}

export function readFilters({ query }: Pick<PageRequest, 'query'>): ChangeFilters {
  const kind = BATCH_KINDS.find(one => one === query.get('kind'))
  const given = FIELDS.flatMap(name => {
    const value = query.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(given), ...(kind !== undefined && { kind }) }
}

/** The address of the listing with other filters. */
export function filteredPath(path: string, filters: ChangeFilters): string {
  const query = new URLSearchParams(filters as Readonly<Record<string, string>>)
  return query.size === 0 ? path : `${path}?${query}`
}

const MAX_BATCHES = 25

export interface FoundChanges {
  readonly batches: readonly BatchView[]
  readonly next: string | undefined
  /** Why the filters are not valid, in the words of the tool. */
  readonly fault: Pick<FormFailure, 'message' | 'field'> | undefined
}

/** Lists the batches of a project that match, newest first. A filter with an unknown value finds none, and says why. */
export async function findChanges(
  request: SignedInRequest,
  project: LoadedProject,
  filters: ChangeFilters,
): Promise<FoundChanges> {
  const input = { project: project.name, limit: MAX_BATCHES, ...filters }
  try {
    const { items, next } = await listPage(request, { tool: listChanges, list: 'changes', item: BatchRow, input })
    return { batches: await Promise.all(items.map(row => withLocales(request, row))), next, fault: undefined }
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'invalid_input'].includes(error.code)) throw error
    if (error.field === 'cursor' || Object.keys(filters).length === 0) throw error
    return { batches: [], next: undefined, fault: { message: error.message, field: error.field } }
  }
}

const Opened = z.object({ of: BatchRow })

/**
 * Reads the batch that the URL names.
 * @throws PageError `not_found`
 */
export async function readBatch(request: SignedInRequest, project: LoadedProject): Promise<BatchView> {
  const { batch = '' } = request.params
  const input = { project: project.name, batch, limit: 1 }
  const message = t('changes.not_found', { batch: echo(batch), project: project.name })
  const nextLink = { href: changesPath(project), text: t('changes.of_project', { project: project.name }) }
  const call = { tool: listChanges, input, shape: Opened }
  const { of } = await callTool(request, call).catch(toMissingPage(message, nextLink))
  return withLocales(request, of)
}

async function withLocales({ services }: PageRequest, row: z.output<typeof BatchRow>): Promise<BatchView> {
  const { locales = [] } = (await services.store.read.batches.get(row.batch)) ?? {}
  return { ...row, locales }
}
