import { stripFlash } from '../requests/flash.ts'
import { requestPath, type Visit } from '../requests/visit.ts'

/** The pages of a project. */
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

/** The place of a page in a project. */
export interface ProjectPlace {
  /** `acme/app`. */
  readonly project: string
  /** The page of its account; undefined if the user has none. */
  readonly accountPath: string | undefined
  /** The current tab. `string` is the page of one string, which has no list yet. */
  readonly here: ProjectTab | 'string'
  /** Whether the user may manage its webhooks. */
  readonly isAdmin: boolean
}

interface PlaceProps {
  readonly place: ProjectPlace
}

/** The first page of a project. */
export const projectPath = (project: string): string => `/p/${project}/runs`

/** The account and the project of a page, in the bar. */
export function ProjectCrumbs({ place: { project, accountPath } }: PlaceProps) {
  const [account = '', slug = ''] = project.split('/')
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      {accountPath === undefined ? <span>{account}</span> : <a href={accountPath}>{account}</a>}
      <span aria-hidden="true">/</span>
      <a href={projectPath(project)}>
        <strong>{slug}</strong>
      </a>
    </nav>
  )
}

/** The pages of a project, below the bar. */
export function ProjectTabs({ visit, place: { project, here, isAdmin } }: PlaceProps & { readonly visit: Visit }) {
  const path = requestPath(visit)
  const query = stripFlash(visit.query)
  const current = query.size === 0 ? path : `${path}?${query}`
  const tabs = [
    ...(here === 'string' ? [{ tab: 'string', href: current, text: 'String' }] : []),
    { tab: 'runs', href: `/p/${project}/runs`, text: 'Runs' },
    ...(isAdmin ? [{ tab: 'webhooks', href: `/p/${project}/webhooks`, text: 'Webhooks' }] : []),
  ]
  return (
    <nav class="project-tabs" aria-label={`Pages of ${project}`}>
      {tabs.map(({ tab, href, text }) => (
        <a key={tab} href={href} aria-current={tab !== here ? undefined : href === current ? 'page' : 'true'}>
          {text}
        </a>
      ))}
    </nav>
  )
}
