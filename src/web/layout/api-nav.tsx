import { requestPath, type Visit } from '../requests/visit.ts'
import { SectionNav } from './section-nav.tsx'

const PAGES = [
  { page: 'overview', href: '/account/api', text: 'Overview' },
  { page: 'tokens', href: '/account/tokens', text: 'Account tokens' },
  { page: 'apps', href: '/account/apps', text: 'Connected apps' },
  { page: 'rest', href: '/api/openapi.json', text: 'OpenAPI spec (JSON)' },
] as const

/** The pages of the API section, above each of them (spec 5.7, rule 1). */
export function ApiNav({ visit }: { readonly visit: Visit }) {
  const here = findSection(requestPath(visit))
  if (here === undefined) return null
  return (
    <div class="frame">
      <SectionNav visit={visit} label="API" links={PAGES} here={here} />
    </div>
  )
}

const SECTIONS = [
  ['overview', /^\/account\/api$/],
  ['tokens', /^\/account\/tokens(\/|$)/],
  ['apps', /^\/account\/apps(\/|$)/],
] as const

const findSection = (path: string) => SECTIONS.find(([, pattern]) => pattern.test(path))?.[0]
