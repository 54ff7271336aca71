import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { batchPath } from './paths.ts'
import { SHOWN, type SurveyQuery } from './survey.ts'

/** What the address of the page of a batch asks for. */
export function readSurveyQuery({ query }: Pick<PageRequest, 'query'>): SurveyQuery {
  const from = query.get('from') ?? ''
  return {
    show: SHOWN.find(one => one === query.get('show')) ?? 'all',
    file: query.get('file') ?? undefined,
    from: /^\d{1,4}$/.test(from) ? Number(from) : 0,
  }
}

/** The address of the page of a batch with another choice. It keeps the part of a large batch. */
export function surveyPath(
  { query }: Pick<PageRequest, 'query'>,
  project: Pick<LoadedProject, 'name'>,
  batch: string,
  { show, file, from }: SurveyQuery,
): string {
  const cursor = query.get('cursor')
  const chosen = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(file !== undefined && { file }),
    ...(from > 0 && { from: String(from) }),
    ...(cursor !== null && { cursor }),
  })
  return chosen.size === 0 ? batchPath(project, batch) : `${batchPath(project, batch)}?${chosen}`
}
