import { t } from '../i18n/t.ts'
import { type ProjectPlace, projectTabPath } from './project-place.ts'

/** Maximum branches that the picker lists; it opens others by name. */
const MAX_LISTED_BRANCHES = 20

/** Shows the branch of a page, and opens the page for another branch. */
export function BranchPicker({ place }: { readonly place: ProjectPlace }) {
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
