import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'

interface UserNavProps {
  /** The path of the page that is shown. */
  readonly path: string
  readonly user: Frozen<UserRecord>
}

const MENU = 'menu'

/** What a person reaches from every page. Where it does not fit beside the name of the product, a button without a script opens it. */
export function UserNav({ path, user }: UserNavProps) {
  const here = findSection(path)
  const link = (section: Section, href: string, text: string) => (
    <a href={href} class={section} aria-current={here !== section ? undefined : path === href ? 'page' : 'true'}>
      {text}
    </a>
  )
  return (
    <>
      <button type="button" class="button small menu" popovertarget={MENU}>
        Menu
      </button>
      <nav id={MENU} popover="auto" aria-label="Your pages">
        {link('home', '/', 'Home')}
        {link('organizations', '/account/organizations', 'Organizations')}
        {link('api', '/account/api', 'API')}
        {link('audit', '/account/audit', 'Audit log')}
        {user.operator && link('operator', '/operator', 'Operator')}
        {link('profile', '/account', user.handle)}
      </nav>
    </>
  )
}

const SECTIONS = [
  ['organizations', /^\/(o|account\/(organizations|invitations))(\/|$)/],
  ['api', /^\/account\/(api|tokens|apps)(\/|$)/],
  ['audit', /^\/account\/audit(\/|$)/],
  ['operator', /^\/operator(\/|$)/],
  ['profile', /^\/account(\/|$)/],
  ['home', /^\/$/],
] as const

type Section = (typeof SECTIONS)[number][0]

const findSection = (path: string): Section | undefined => SECTIONS.find(([, pattern]) => pattern.test(path))?.[0]
