import type { ComponentChildren } from 'preact'
import { ASSETS } from '../assets/manifest.ts'
import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Form } from '../forms/form.tsx'
import { LANGUAGES, type LanguageTag } from '../i18n/languages.ts'
import { rich, t } from '../i18n/t.ts'
import { requestPath, useRequest } from '../requests/page-request.ts'
import { pendingAction } from '../sessions/pending-action.ts'
import { MainNav } from './main-nav.tsx'
import { ProjectCrumbs, ProjectTabs } from './project-frame.tsx'
import type { ProjectPlace } from './project-place.ts'
import { SectionFrame } from './section-nav.tsx'

const listPages = () =>
  [
    { page: 'overview', href: '/account/api', text: t('layout.api.overview') },
    { page: 'tokens', href: '/account/tokens', text: t('layout.api.tokens') },
    { page: 'apps', href: '/account/apps', text: t('layout.api.apps') },
    { page: 'rest', href: '/api/openapi.json', text: t('layout.api.openapi') },
  ] as const

/** The head of the API section (`5.7.dashboard`). The title of the page below is its heading. */
function ApiNav() {
  const here = findSection(requestPath(useRequest()))
  if (here === undefined) return null
  return (
    <SectionFrame label={t('layout.api.title')} links={listPages()} here={here}>
      <p class="section-title">{t('layout.api.title')}</p>
    </SectionFrame>
  )
}

const SECTIONS = [
  ['overview', /^\/account\/api$/],
  ['tokens', /^\/account\/tokens(\/|$)/],
  ['apps', /^\/account\/apps(\/|$)/],
] as const

const findSection = (path: string) => SECTIONS.find(([, pattern]) => pattern.test(path))?.[0]

interface LayoutProps {
  readonly page: Page
}

export function Layout({ page }: LayoutProps) {
  const request = useRequest()
  return (
    <html lang={request.language} dir={LANGUAGES[request.language].dir} data-theme={request.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={request.theme ?? 'light dark'} />
        {page.refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${page.refresh}`} />}
        <title>{`${page.title} · Dragoman`}</title>
        <link rel="icon" href={ASSETS.mark.path} type="image/svg+xml" />
        <link rel="stylesheet" href={ASSETS.style.path} />
        {page.project !== undefined && <link rel="stylesheet" href={ASSETS.project.path} />}
        <script type="module" src={ASSETS.copy.path} />
        {page.project !== undefined && <script type="module" src={ASSETS.frame.path} />}
      </head>
      <body class={page.isStep === true ? 'step' : page.project && (page.isWide === true ? 'project wide' : 'project')}>
        <a class="skip" href="#content">
          {t('layout.skip')}
        </a>
        <Header page={page} />
        {page.project !== undefined && <ProjectTabs place={page.project} />}
        <main id="content">
          <PendingActionNotice />
          {request.signedIn !== undefined && page.isStep !== true && <ApiNav />}
          {page.body}
        </main>
        <Footer page={page} />
      </body>
    </html>
  )
}

/** Sign-in and consent pages have no navigation. The pages that show their own sign-in button have none here. */
function Header({ page }: LayoutProps) {
  const request = useRequest()
  const { signedIn } = request
  if (page.isStep === true) {
    return (
      <header class="top">
        <span class="brand">
          <Logo />
          Dragoman
        </span>
      </header>
    )
  }
  return (
    <header class="top">
      {page.project === undefined ? (
        <a class="brand" href="/">
          <Logo />
          Dragoman
        </a>
      ) : (
        <>
          <a class="brand" href="/" aria-label={t('layout.home')}>
            <Logo />
          </a>
          <ProjectCrumbs place={page.project} />
        </>
      )}
      {signedIn === undefined ? (
        !['/', '/login'].includes(requestPath(request)) && (
          <ButtonLink href="/login" small>
            {t('layout.sign_in')}
          </ButtonLink>
        )
      ) : (
        <MainNav handle={signedIn.user.handle} isOperator={signedIn.user.operator} />
      )}
    </header>
  )
}

const THEMES = ['system', 'light', 'dark'] as const

function Footer({ page }: LayoutProps) {
  const request = useRequest()
  const host = new URL(request.services.baseUrl).host
  return (
    <footer class="foot">
      <span>
        {rich('layout.version', { version: request.services.version, host: <bdi>{host}</bdi> })}
        {page.isStep !== true && (
          <>
            {' · '}
            <a href="/api/openapi.json">{t('layout.openapi')}</a>
          </>
        )}
      </span>
      {/* Changing a setting reloads the page. That fails after a form, and a page that redirects would redirect again. */}
      {request.hasBrowserCookie && request.incoming.method !== 'POST' && page.refresh === undefined && (
        <div class="settings">
          <Choice setting="language" chosen={request.language} choices={LANGUAGE_CHOICES} />
          <Choice setting="theme" chosen={request.theme ?? 'system'} choices={listThemes()} />
        </div>
      )}
    </footer>
  )
}

interface ChoiceProps {
  readonly setting: 'language' | 'theme'
  readonly chosen: string
  readonly choices: readonly {
    readonly value: string
    readonly text: string
    readonly lang?: string
    readonly dir?: 'ltr' | 'rtl'
  }[]
}

/** Saves a setting of this browser. */
const Choice = ({ setting, chosen, choices }: ChoiceProps) => (
  <Form action={`/${setting}`} class="choices">
    {choices.map(({ value, text, ...own }) => (
      <button
        key={value}
        type="submit"
        name={setting}
        value={value}
        {...own}
        aria-pressed={value === chosen ? 'true' : 'false'}
      >
        {text}
      </button>
    ))}
  </Form>
)

const LANGUAGE_CHOICES = (Object.keys(LANGUAGES) as LanguageTag[]).map(tag => ({
  value: tag,
  text: LANGUAGES[tag].name,
  lang: tag,
  dir: LANGUAGES[tag].dir,
}))

const listThemes = () => THEMES.map(value => ({ value, text: t(`layout.theme.${value}`) }))

export interface Page {
  /** The title of the tab, before the name of the product. */
  readonly title: string
  readonly body: ComponentChildren
  /** Default 200. */
  readonly status?: number
  /** A URL of this server or of a client that the browser opens at once. A later redirect would interrupt a reader (WCAG 2.2.1). */
  readonly refresh?: string
  /** A step of sign-in or consent: no navigation. */
  readonly isStep?: boolean
  /** A page of a project: its bar names the project, and its tabs lead to the project's pages. */
  readonly project?: ProjectPlace
  /** A page of a project with panes that scroll by themselves: `main` fills the window, without padding and footer, where the window is wide. */
  readonly isWide?: boolean
  /**
   * Whether the window that opened the page loses its handle to it (`Cross-Origin-Opener-Policy`), so that it cannot swap the page under a click.
   * Default: true, except for steps, because clients that sign in by a popup need the handle.
   */
  readonly dropsOpener?: boolean
}

/** The logo: the same text in two languages. */
function Logo() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.5" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M10 1.5a8.5 8.5 0 0 0 0 17z" fill="currentColor" />
    </svg>
  )
}

/** Says that a sensitive action was not done yet, after the user signed in again for it. */
function PendingActionNotice() {
  const left = pendingAction(useRequest())
  if (left === undefined) return null
  return (
    <Notice kind="info" title={t('layout.pending_action.title')} isFirst>
      <p>{t('layout.pending_action.advice', { button: left.button })}</p>
    </Notice>
  )
}
