import { requestPath, type Visit } from '../requests/visit.ts'
import { SectionFrame } from './section-nav.tsx'

const PAGES = [
  { page: 'overview', href: '/account/api', text: 'Overview' },
  { page: 'tokens', href: '/account/tokens', text: 'Account tokens' },
  { page: 'apps', href: '/account/apps', text: 'Connected apps' },
  { page: 'rest', href: '/api/openapi.json', text: 'OpenAPI spec (JSON)' },
] as const

/** The head of the API section (spec 5.7, rule 1). The title of the page below is its heading. */
export function ApiNav({ visit }: { readonly visit: Visit }) {
  const here = findSection(requestPath(visit))
  if (here === undefined) return null
  return (
    <SectionFrame visit={visit} label="API" links={PAGES} here={here}>
      <p class="section-title">API</p>
    </SectionFrame>
  )
}

const SECTIONS = [
  ['overview', /^\/account\/api$/],
  ['tokens', /^\/account\/tokens(\/|$)/],
  ['apps', /^\/account\/apps(\/|$)/],
] as const

const findSection = (path: string) => SECTIONS.find(([, pattern]) => pattern.test(path))?.[0]
