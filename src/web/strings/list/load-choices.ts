import { z } from 'zod'
import { getStatus } from '../../../tools/work/get-status.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool, type SignedInRequest } from '../../requests/page-request.ts'
import type { FilterChoices } from './filter-strip.tsx'
import { ALL_LOCALES } from './filters.ts'

const Status = z.object({
  locales: z.array(
    z.object({
      locale: z.string(),
      untranslated: z.number(),
      needs_review: z.number(),
      translated: z.number(),
      approved: z.number(),
      stale: z.number(),
      errors: z.number(),
      left: z.number(),
      suggestions: z.number(),
    }),
  ),
})

/** Files that the strip lists; others are chosen by their address. */
const MAX_FILES = 50

/** Chooses the first locale with work, else the first. */
export async function chooseLocale(request: SignedInRequest, { name, record }: LoadedProject): Promise<string> {
  const [first = record.source_locale] = record.target_locales
  if (record.target_locales.length < 2) return first
  const input = { project: name, locales: record.target_locales.slice(0, MAX_STATUS) }
  const { locales } = await callTool(request, { tool: getStatus, input, shape: Status })
  const wanted = locales.find(one => one.needs_review > 0 || one.left > 0 || one.errors > 0)
  return wanted?.locale ?? first
}

const MAX_STATUS = 50

/** Reads what the filters of a page choose from. The list of all locales has no counts: they cost more with each locale. */
export async function loadChoices(
  request: SignedInRequest,
  { name, record }: Pick<LoadedProject, 'name' | 'record'>,
  { locale, branch }: { readonly locale: string; readonly branch: string | undefined },
): Promise<FilterChoices> {
  const input = { project: name, locales: [locale], ...(branch !== undefined && { branch }) }
  const status =
    locale === ALL_LOCALES ? undefined : (await callTool(request, { tool: getStatus, input, shape: Status })).locales[0]
  const { items } = await request.services.store.read.files.page('project', record.id, { limit: MAX_FILES })
  const { locale: _locale, errors, suggestions, ...counts } = status ?? {}
  return {
    project: name,
    locales: record.target_locales,
    files: items.map(({ path }) => path),
    counts: { ...counts, error: errors, suggested: suggestions },
  }
}
