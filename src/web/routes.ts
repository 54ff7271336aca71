import { canonicalizeHandle } from './at-its-handle.ts'
import { ACCOUNT_ROUTES } from './routes/account.tsx'
import { apiRoute } from './routes/api.tsx'
import { appScopesRoute } from './routes/app-scopes.tsx'
import { APP_ROUTES } from './routes/apps.tsx'
import { AUDIT_ROUTES } from './routes/audit.tsx'
import { authorizeRoute } from './routes/authorize.tsx'
import { consentRoute } from './routes/consent.tsx'
import { deviceRoute } from './routes/device.tsx'
import { homeRoute } from './routes/home.tsx'
import { INVITATION_ROUTES } from './routes/invitations.tsx'
import { inviteLinkRoute, inviteRoute } from './routes/invite.tsx'
import { loginRoute } from './routes/login.tsx'
import { loginLinkRoute } from './routes/login-link.tsx'
import { MEMBER_ROUTES } from './routes/members.tsx'
import { myInvitationsRoute } from './routes/my-invitations.tsx'
import { newTokenRoute } from './routes/new-token.tsx'
import { OPERATOR_ROUTES } from './routes/operator.tsx'
import { operatorLimitsRoute } from './routes/operator-limits.tsx'
import { ORGANIZATION_ROUTES } from './routes/organization.tsx'
import { organizationSettingsRoute } from './routes/organization-settings.tsx'
import { ORGANIZATION_TOKEN_ROUTES } from './routes/organization-tokens.tsx'
import { ORGANIZATIONS_ROUTES } from './routes/organizations.tsx'
import { providerCallbackRoute, providerRoute } from './routes/provider.tsx'
import { removeIdentityRoute } from './routes/remove-identity.tsx'
import { themeRoute } from './routes/theme.ts'
import { TOKEN_ROUTES } from './routes/tokens.tsx'
import type { Route } from './visit.ts'

/** Every page of the service. */
export const ROUTES: readonly Route[] = [
  authorizeRoute,
  consentRoute,
  deviceRoute,
  loginLinkRoute,
  providerRoute,
  providerCallbackRoute,
  removeIdentityRoute,
  themeRoute,
  homeRoute,
  loginRoute,
  ...ACCOUNT_ROUTES,
  apiRoute,
  ...APP_ROUTES,
  appScopesRoute,
  // Before the page of one token, whose address has the same shape.
  newTokenRoute,
  ...TOKEN_ROUTES,
  ...ORGANIZATION_TOKEN_ROUTES,
  inviteLinkRoute,
  inviteRoute,
  myInvitationsRoute,
  ...INVITATION_ROUTES,
  ...ORGANIZATIONS_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...MEMBER_ROUTES,
  organizationSettingsRoute,
  ...OPERATOR_ROUTES,
  operatorLimitsRoute,
  ...AUDIT_ROUTES,
].map(canonicalizeHandle)
