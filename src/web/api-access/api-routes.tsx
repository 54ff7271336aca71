import { CopyBlock } from '../components/copy-block.tsx'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { Route } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'

/** The overview of a user's API section. */
export const apiRoute: Route = {
  path: '/account/api',
  get: withSession(async request =>
    sendPage(request, { title: t('api_access.page'), body: <ApiPage baseUrl={request.services.baseUrl} /> }),
  ),
}

/** The addresses of the API, and the ways to get access. */
function ApiPage({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>{t('api_access.title')}</h1>
        <p>{t('api_access.intro')}</p>
      </div>
      <section class="card">
        <h2>{t('api_access.addresses')}</h2>
        <CopyBlock label="MCP" text={`${baseUrl}/mcp`} />
        <CopyBlock label="REST" text={`${baseUrl}/api`} />
        <CopyBlock label={t('api_access.openapi')} text={`${baseUrl}/api/openapi.json`} />
      </section>
      <section class="card">
        <h2>{t('api_access.access')}</h2>
        <ul class="rows">
          <Row href="/account/tokens" name={t('api_access.tokens')}>
            {t('api_access.tokens_hint')}
          </Row>
          <Row href="/account/apps" name={t('api_access.apps')}>
            {t('api_access.apps_hint')}
          </Row>
          <Row href="/api/openapi.json" name={t('api_access.openapi')}>
            {t('api_access.openapi_hint')}
          </Row>
        </ul>
      </section>
    </>
  )
}

const Row = ({ href, name, children }: { readonly href: string; readonly name: string; readonly children: string }) => (
  <li>
    <div>
      <span class="name">
        <a href={href}>{name}</a>
      </span>
      <span class="hint">{children}</span>
    </div>
  </li>
)
