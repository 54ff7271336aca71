import { formatCount } from '../format/numbers.ts'
import { type MessageKey, t } from '../i18n/t.ts'
import { stripFlash } from '../requests/flash.ts'
import { requestPath, useRequest } from '../requests/page-request.ts'
import { type ProjectPlace, type ProjectTab, projectPath, projectTabPath } from './project-place.ts'

/** Maximum branches that the picker lists; it opens others by name. */
const MAX_LISTED_BRANCHES = 20

function BranchPicker({ place }: { readonly place: ProjectPlace }) {
  const { branch, here, locale } = place
  if (branch === undefined) return null
  if (branch.names.length < 2) {
    return (
      <span class="branch">
        <BranchIcon />
        <span class="unseen">{t('project.branch')} </span>
        <bdi>{branch.name}</bdi>
      </span>
    )
  }
  const hidden = locale === undefined ? {} : { locale }
  const tab = here === 'string' ? 'strings' : here
  return (
    <details class="branch-picker" data-closes>
      <summary class="branch">
        <BranchIcon />
        <span class="unseen">{t('project.branch')} </span>
        <bdi>{branch.name}</bdi>
        <svg class="caret" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.6" />
        </svg>
      </summary>
      <div class="branch-list">
        <ul>
          {branch.names.slice(0, MAX_LISTED_BRANCHES).map(name => (
            <li key={name}>
              <a
                href={projectTabPath({ ...place, branch: { ...branch, name } }, tab, hidden)}
                aria-current={name === branch.name ? 'true' : undefined}
              >
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
        {branch.names.length > MAX_LISTED_BRANCHES && (
          <form method="get" action={projectTabPath({ ...place, branch: undefined }, tab)}>
            {locale !== undefined && <input type="hidden" name="locale" value={locale} />}
            <label for="other-branch">{t('project.other_branch', { count: branch.names.length })}</label>
            <span class="actions">
              <input id="other-branch" name="branch" type="text" required autocomplete="off" />
              <button type="submit" class="button small">
                {t('project.open_branch')}
              </button>
            </span>
          </form>
        )}
      </div>
    </details>
  )
}

function BranchIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-width="1.4">
        <circle cx="4.5" cy="3.5" r="1.8" />
        <circle cx="4.5" cy="12.5" r="1.8" />
        <circle cx="11.5" cy="5" r="1.8" />
        <path d="M4.5 5.3v5.4M11.5 6.8c0 2.6-7 1.2-7 3.9" />
      </g>
    </svg>
  )
}

interface PlaceProps {
  readonly place: ProjectPlace
}

/** The account, the project and the branch of a page, and the search, in the bar. */
export function ProjectCrumbs({ place }: PlaceProps) {
  const { project, accountPath, branch } = place
  const [account = '', slug = ''] = project.split('/')
  return (
    <>
      <nav class="crumbs" aria-label={t('project.breadcrumb')}>
        {accountPath === undefined ? <span>{account}</span> : <a href={accountPath}>{account}</a>}
        <span aria-hidden="true">/</span>
        <a href={projectTabPath({ project, branch }, 'overview')}>
          <strong>{slug}</strong>
        </a>
      </nav>
      <BranchPicker place={place} />
      <Search place={place} />
    </>
  )
}

/** Searches the strings of the branch. */
function Search({ place: { project, branch, locale } }: PlaceProps) {
  return (
    <form class="find" role="search" method="get" action={`${projectPath(project)}/strings`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M10.6 10.6L14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z"
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
        />
      </svg>
      <input
        type="search"
        name="text"
        maxlength={200}
        placeholder={t('project.search')}
        aria-label={t('project.search')}
        data-project-search
      />
      {locale !== undefined && <input type="hidden" name="locale" value={locale} />}
      {branch !== undefined && branch.name !== branch.main && <input type="hidden" name="branch" value={branch.name} />}
    </form>
  )
}

const TABS = [
  'overview',
  'files',
  'strings',
  'review',
  'changes',
  'glossary',
  'voice',
  'runs',
  'webhooks',
  'settings',
] as const satisfies readonly ProjectTab[]

/** The pages of a project, below the bar. */
export function ProjectTabs({ place }: PlaceProps) {
  const request = useRequest()
  const { project, here, isAdmin, hasGlossary, strings, openReviews } = place
  const tab = here === 'string' ? 'strings' : here
  const query = stripFlash(request.query)
  query.delete('branch')
  const counts: Partial<Record<ProjectTab, number | undefined>> = { strings, review: openReviews }
  const hidden = new Set<ProjectTab>([
    ...(isAdmin ? [] : ['webhooks' as const]),
    ...(hasGlossary ? [] : ['glossary' as const]),
  ])
  return (
    <nav class="project-tabs" aria-label={t('project.tabs.label', { project })}>
      {TABS.filter(one => !hidden.has(one)).map(one => {
        const isPage = query.size === 0 && requestPath(request) === tabPath(project, one)
        const count = counts[one] ?? 0
        return (
          <a
            key={one}
            href={projectTabPath(place, one)}
            aria-current={one !== tab ? undefined : isPage ? 'page' : 'true'}
          >
            {t(`project.tabs.${one}` satisfies MessageKey)}
            {count > 0 && <span class="count">{formatCount(count)}</span>}
          </a>
        )
      })}
    </nav>
  )
}

const tabPath = (project: string, tab: ProjectTab): string => projectTabPath({ project, branch: undefined }, tab)
