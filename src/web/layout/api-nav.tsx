import { t } from '../i18n/t.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { SectionFrame } from './section-nav.tsx'

const listPages = () =>
  [
    { page: 'overview', href: '/account/api', text: t('layout.api.overview') },
    { page: 'tokens', href: '/account/tokens', text: t('layout.api.tokens') },
    { page: 'apps', href: '/account/apps', text: t('layout.api.apps') },
    { page: 'rest', href: '/api/openapi.json', text: t('layout.api.openapi') },
  ] as const

/** The head of the API section (spec 5.7, rule 1). The title of the page below is its heading. */
export function ApiNav({ request }: { readonly request: PageRequest }) {
  const here = findSection(requestPath(request))
  if (here === undefined) return null
  return (
    <SectionFrame request={request} label={t('layout.api.title')} links={listPages()} here={here}>
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
