import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { requestPath, useRequest } from '../requests/page-request.ts'

const MENU = 'menu'

interface Link {
  readonly href: string
  readonly text: string
  /** The paths of the section that it leads to. */
  readonly section: RegExp
}

const listPages = (): readonly Link[] => [
  { href: '/', text: t('layout.nav.home'), section: /^\/$/ },
  {
    href: '/account/organizations',
    text: t('layout.nav.organizations'),
    section: /^\/(o|account\/organizations)(\/|$)/,
  },
  { href: '/account/api', text: t('layout.nav.api'), section: /^\/account\/(api|tokens|apps)(\/|$)/ },
  { href: '/account/audit', text: t('layout.nav.audit'), section: /^\/account\/audit(\/|$)/ },
]
const operatorLink = (): Link => ({ href: '/operator', text: t('layout.nav.operator'), section: /^\/operator(\/|$)/ })
const listAccountPages = (): readonly Link[] => [
  { href: '/account', text: t('layout.nav.account'), section: /^\/account$|^\/account\/identities(\/|$)/ },
  { href: '/account/invitations', text: t('layout.nav.invitations'), section: /^\/account\/invitations(\/|$)/ },
]

/** The main pages, and the menu of the signed-in user. On a narrow screen the menu holds the main pages too. */
export function MainNav({ handle, isOperator }: { readonly handle: string; readonly isOperator: boolean }) {
  const path = requestPath(useRequest())
  const links = (list: readonly Link[]) =>
    list.map(({ href, text, section }) => (
      <a key={href} href={href} aria-current={!section.test(path) ? undefined : path === href ? 'page' : 'true'}>
        {text}
      </a>
    ))
  const pages = isOperator ? [...listPages(), operatorLink()] : listPages()
  return (
    <>
      <nav class="pages" aria-label={t('layout.nav.label')}>
        {links(pages)}
      </nav>
      <button
        type="button"
        class="button small account"
        data-initial={handle.slice(0, 1)}
        popovertarget={MENU}
        aria-label={t('layout.nav.account_menu', { handle })}
      >
        <bdi>{handle}</bdi>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" stroke-width="2" />
        </svg>
      </button>
      <div id={MENU} popover="auto">
        <nav aria-label={t('layout.nav.account_label')}>
          <div class="narrow">{links(pages)}</div>
          {links(listAccountPages())}
        </nav>
        <Form action="/logout">
          <button type="submit">{t('layout.nav.sign_out')}</button>
        </Form>
      </div>
    </>
  )
}
