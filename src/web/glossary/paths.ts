import type { GlossaryPlace } from './load-glossary.ts'

/** A page of a glossary, such as `import`. */
export function glossaryPath(
  { project, isOfAccount }: Pick<GlossaryPlace, 'project' | 'isOfAccount'>,
  page = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(isOfAccount && { of: 'account' }) })
  const path = `/p/${project.name}/glossary${page === '' ? '' : `/${page}`}`
  return search.size === 0 ? path : `${path}?${search}`
}
