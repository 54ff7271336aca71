import { Form } from '../forms/form.tsx'
import { requestPath, type Visit } from '../requests/visit.ts'

const MENU = 'menu'

interface Link {
  readonly href: string
  readonly text: string
  /** The paths of the section that it leads to. */
  readonly section: RegExp
}

const PAGES: readonly Link[] = [
  { href: '/', text: 'Home', section: /^\/$/ },
  { href: '/account/organizations', text: 'Organizations', section: /^\/(o|account\/organizations)(\/|$)/ },
  { href: '/account/api', text: 'API', section: /^\/account\/(api|tokens|apps)(\/|$)/ },
  { href: '/account/audit', text: 'Audit log', section: /^\/account\/audit(\/|$)/ },
]
const OPERATOR: Link = { href: '/operator', text: 'Operator', section: /^\/operator(\/|$)/ }
const ACCOUNT: readonly Link[] = [
  { href: '/account', text: 'Account settings', section: /^\/account$|^\/account\/identities(\/|$)/ },
  { href: '/account/invitations', text: 'Your invitations', section: /^\/account\/invitations(\/|$)/ },
]

/** The main pages, and the menu of the signed-in user. On a narrow screen the menu holds the main pages too. */
export function MainNav({ visit, handle, isOperator }: MenuProps) {
  const path = requestPath(visit)
  const links = (list: readonly Link[]) =>
    list.map(({ href, text, section }) => (
      <a key={href} href={href} aria-current={!section.test(path) ? undefined : path === href ? 'page' : 'true'}>
        {text}
      </a>
    ))
  const pages = isOperator ? [...PAGES, OPERATOR] : PAGES
  return (
    <>
      <nav class="pages" aria-label="Main">
        {links(pages)}
      </nav>
      <button type="button" class="button small account" popovertarget={MENU} aria-label={`${handle}: account menu`}>
        <bdi>{handle}</bdi>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" stroke-width="2" />
        </svg>
      </button>
      <div id={MENU} popover="auto">
        <nav aria-label="Account">
          <div class="narrow">{links(pages)}</div>
          {links(ACCOUNT)}
        </nav>
        <Form visit={visit} action="/logout">
          <button type="submit">Sign out</button>
        </Form>
      </div>
    </>
  )
}

interface MenuProps {
  readonly visit: Visit
  readonly handle: string
  readonly isOperator: boolean
}
