import type { ComponentChildren } from 'preact'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { t } from '../i18n/t.ts'
import { SectionFrame } from './section-nav.tsx'

export type OrganizationPage = 'overview' | 'members' | 'invitations' | 'tokens' | 'audit' | 'settings'

interface FrameProps {
  readonly organization: OrganizationView
  /** The current page. */
  readonly here: OrganizationPage
  readonly children: ComponentChildren
}

/** The heading of an organization, and the pages that the user's role opens. */
export function OrganizationFrame({ organization, here, children }: FrameProps) {
  const { name, organization: handle, has_access, public: isPublic } = organization
  return (
    <>
      <SectionFrame
        label={t('layout.organization.label', { organization: handle })}
        links={listPages(organization)}
        here={here}
      >
        <div class="title">
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <span class="badges">
            {name !== handle && <code>{handle}</code>}
            {isPublic && <span class="badge info">{t('layout.organization.public')}</span>}
            {!has_access && <span class="badge warning">{t('layout.organization.read_only')}</span>}
          </span>
        </div>
      </SectionFrame>
      {children}
    </>
  )
}

/** Whether the user is an administrator: only they see its tokens, audit log and settings. */
export const isAdmin = ({ roles }: Pick<OrganizationView, 'roles'>): boolean => roles.includes('organization_admin')

function listPages(organization: OrganizationView) {
  const path = `/o/${organization.organization}`
  const all = [
    { page: 'overview', href: path, text: t('layout.organization.overview'), adminOnly: false },
    { page: 'members', href: `${path}/members`, text: t('layout.organization.members'), adminOnly: false },
    { page: 'invitations', href: `${path}/invitations`, text: t('layout.organization.invitations'), adminOnly: false },
    { page: 'tokens', href: `${path}/tokens`, text: t('layout.organization.tokens'), adminOnly: true },
    { page: 'audit', href: `${path}/audit`, text: t('layout.organization.audit'), adminOnly: true },
    { page: 'settings', href: `${path}/settings`, text: t('layout.organization.settings'), adminOnly: true },
  ] as const
  return all.filter(({ adminOnly }) => !adminOnly || isAdmin(organization))
}
