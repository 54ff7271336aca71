export type ProjectTab =
  | 'overview'
  | 'files'
  | 'strings'
  | 'review'
  | 'changes'
  | 'glossary'
  | 'voice'
  | 'runs'
  | 'webhooks'
  | 'settings'

interface PlaceBranch {
  readonly name: string
  readonly main: string
  /** The branches of the project: the main branch, then the others by last push. */
  readonly names: readonly string[]
}

/** The place of a page in a project. `loadProject` creates it. */
export interface ProjectPlace {
  /** `acme/app`. */
  readonly project: string
  /** The page of its account; undefined if the user has none. */
  readonly accountPath: string | undefined
  /** The current tab. `string` is the page of one string, below the tab of strings. */
  readonly here: ProjectTab | 'string'
  /** Whether the user may manage its webhooks. */
  readonly isAdmin: boolean
  /** Whether the user may read its glossary. */
  readonly hasGlossary: boolean
  /** Undefined before the first push. */
  readonly branch: PlaceBranch | undefined
  /** The locale of the address, which a search and another branch keep. */
  readonly locale: string | undefined
  /** Strings of the branch. */
  readonly strings: number
  /** Open reviews; undefined without a count. */
  readonly openReviews?: number | undefined
}

/** The first page of a project. */
export const projectPath = (project: string): string => `/p/${project}`

/** The address of a page of a project. It keeps the branch, unless that is the main branch. */
export function projectTabPath(
  { project, branch }: Pick<ProjectPlace, 'project' | 'branch'>,
  tab: ProjectTab,
  query: Readonly<Record<string, string>> = {},
): string {
  const path = tab === 'overview' ? projectPath(project) : `${projectPath(project)}/${tab}`
  const search = new URLSearchParams({
    ...query,
    ...(branch !== undefined && branch.name !== branch.main && { branch: branch.name }),
  })
  return search.size === 0 ? path : `${path}?${search}`
}
