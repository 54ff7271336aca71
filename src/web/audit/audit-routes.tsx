import type { ComponentProps } from 'preact'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { auditLog } from '../../operator/audit.ts'
import { listAuditEvents, listOrganizationAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { AuditView } from '../../tools/audit/view.ts'
import { JSON_LINES, toJsonLines } from '../../tools/pipeline/json-lines.ts'
import { pageFix } from '../format/page-fix.ts'
import { t } from '../i18n/t.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import { staleCursorError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { runOperatorAction } from '../operator/run-action.ts'
import { loadAdministeredOrganization } from '../organizations/load-organization.ts'
import { callTool, type PageRequest, type Route, type SignedInRequest } from '../requests/page-request.ts'
import { sendStream } from '../requests/send-stream.ts'
import { withSession } from '../sessions/require.ts'
import { type AuditFault, AuditLog } from './audit-page.tsx'
import { parseAuditFilters } from './filter.tsx'

/** Keeps a page below 50 kB. */
const PAGE_ROWS = 25
/** Rows per batch of an export. */
const EXPORT_BATCH_ROWS = 200

const Listed = z.object({ events: z.array(AuditView), next_cursor: z.string().optional() })

/** Reads events with the user's current permissions. */
interface AuditSource {
  readonly hasAccounts: boolean
  readonly read: (request: SignedInRequest, input: object) => Promise<z.output<typeof Listed>>
}

const OWN: AuditSource = {
  hasAccounts: false,
  read: (request, input) => callTool(request, { tool: listAuditEvents, input, shape: Listed }),
}

const ORGANIZATION: AuditSource = {
  hasAccounts: false,
  read: (request, given) => {
    const input = { ...given, organization: request.params['organization'] }
    return callTool(request, { tool: listOrganizationAuditEvents, input, shape: Listed })
  },
}

const SERVICE: AuditSource = {
  hasAccounts: true,
  read: async (request, input) => Listed.parse(await runOperatorAction(request, auditLog, input)),
}

/** Loads a page of events, or the error of the filters, which is shown above their form. */
async function loadAuditLogProps(
  request: SignedInRequest,
  { read, hasAccounts }: AuditSource,
): Promise<Omit<ComponentProps<typeof AuditLog>, 'nothing'>> {
  const cursor = request.query.get('cursor') ?? undefined
  const props = { hasAccounts, me: request.signedIn.user.handle }
  try {
    const page = await read(request, { ...parseAuditFilters(request, hasAccounts), limit: PAGE_ROWS, cursor })
    return { ...props, events: page.events, next: page.next_cursor }
  } catch (error) {
    const isOfFilter = error instanceof AppError && (error.code === 'invalid_input' || error.code === 'not_found')
    // Callers without access to the log itself learn nothing about its filters.
    if (!isOfFilter || (error.code === 'not_found' && !hasAccounts)) throw error
    return { ...props, events: [], next: undefined, fault: toFault(request, error) }
  }
}

function toFault(request: PageRequest, error: AppError): AuditFault {
  const stale = staleCursorError(request, error)
  if (stale !== undefined) return { title: stale.message, nextLink: stale.nextLink }
  return { title: t('audit.filter.not_valid'), message: error.message, fix: pageFix(error) }
}

const pageStatus = ({ fault }: Pick<ComponentProps<typeof AuditLog>, 'fault'>): number =>
  fault === undefined ? 200 : 400

const own: Route = {
  path: '/account/audit',
  get: withSession(async request => {
    const props = await loadAuditLogProps(request, OWN)
    const nothing = t('audit.own.nothing')
    const body = (
      <>
        <div class="intro">
          <h1>{t('audit.own.title')}</h1>
          <p>{t('audit.own.intro')}</p>
        </div>
        <AuditLog {...props} nothing={nothing} />
      </>
    )
    sendPage(request, { title: t('audit.own.title'), body, status: pageStatus(props) })
  }),
}

const ofOrganization: Route = {
  path: '/o/:organization/audit',
  get: withSession(async request => {
    const organization = await loadAdministeredOrganization(request)
    const props = await loadAuditLogProps(request, ORGANIZATION)
    const nothing = t('audit.organization.nothing')
    const body = (
      <OrganizationFrame organization={organization} here="audit">
        <AuditLog {...props} nothing={nothing} />
      </OrganizationFrame>
    )
    sendPage(request, {
      title: t('audit.organization.title', { organization: organization.name }),
      body,
      status: pageStatus(props),
    })
  }),
}

const ofService: Route = {
  path: '/operator/audit',
  get: withSession(async request => {
    const props = await loadAuditLogProps(request, SERVICE)
    const body = (
      <OperatorFrame here="audit">
        <AuditLog {...props} nothing={t('audit.server.nothing')} />
      </OperatorFrame>
    )
    sendPage(request, { title: t('audit.server.title'), body, status: pageStatus(props) })
  }),
}

/**
 * Exports all events of a list as a file. Each batch is read with the current permissions; the export stops if they are
 * revoked.
 */
const toExportRoute = ({ path }: Route, log: AuditSource): Route => ({
  path: `${path}/export`,
  hasSideEffects: true,
  get: withSession(async request => {
    const about = request.params['organization'] ?? (log === SERVICE ? 'service' : request.signedIn.user.handle)
    const name = `audit-${about.replaceAll(/[^a-z0-9-]/g, '')}-${request.services.now().toISOString().slice(0, 10)}.jsonl`
    const headers = {
      'content-type': JSON_LINES,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    }
    if (log === ORGANIZATION) await loadAdministeredOrganization(request)
    const input = { ...parseAuditFilters(request, log.hasAccounts), limit: EXPORT_BATCH_ROWS }
    const lines = toJsonLines('events', cursor => log.read(request, { ...input, cursor }))
    await sendStream(request.response, headers, lines)
  }),
})

/** The audit logs of a user, of an organization and of the whole server. */
export const AUDIT_ROUTES: readonly Route[] = [
  own,
  toExportRoute(own, OWN),
  ofOrganization,
  toExportRoute(ofOrganization, ORGANIZATION),
  ofService,
  toExportRoute(ofService, SERVICE),
]
