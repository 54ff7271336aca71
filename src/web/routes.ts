import { ACCOUNT_ROUTES } from './account/account-routes.tsx'
import { removeIdentityRoute } from './account/remove-identity-routes.tsx'
import { apiRoute } from './api-access/api-routes.tsx'
import { appScopesRoute } from './apps/app-scopes-routes.tsx'
import { APP_ROUTES } from './apps/apps-routes.tsx'
import { AUDIT_ROUTES } from './audit/audit-routes.tsx'
import { CHANGE_ROUTES } from './changes/changes-routes.tsx'
import { authorizeRoute } from './consent/authorize-routes.tsx'
import { consentRoute } from './consent/consent-routes.tsx'
import { deviceRoute } from './device/device-routes.tsx'
import { GLOSSARY_ROUTES } from './glossary/glossary-routes.tsx'
import { HOME_ROUTES } from './home/home-routes.tsx'
import { SETTING_ROUTES } from './layout/setting-routes.ts'
import { INVITATION_ROUTES } from './members/invitations-routes.tsx'
import { inviteLinkRoute, inviteRoute } from './members/invite-routes.tsx'
import { MEMBER_ROUTES } from './members/members-routes.tsx'
import { myInvitationsRoute } from './members/my-invitations-routes.tsx'
import { OPERATOR_ACCOUNT_ROUTES } from './operator/account-routes.tsx'
import { operatorRoute } from './operator/operator-routes.tsx'
import { newSignInLinkRoute } from './operator/sign-in-link-routes.tsx'
import { canonicalizeHandle } from './organizations/canonicalize-handle.ts'
import { ORGANIZATIONS_ROUTES } from './organizations/organizations-routes.tsx'
import { ORGANIZATION_ROUTES } from './organizations/overview-routes.tsx'
import { organizationSettingsRoute } from './organizations/settings-routes.tsx'
import {
  createPasskeyRoute,
  newPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
} from './passkeys/create-routes.tsx'
import { passkeySignInRoute } from './passkeys/sign-in-routes.ts'
import { signUpRoute } from './passkeys/sign-up-routes.ts'
import { filesRoute } from './projects/files/files-routes.tsx'
import { overviewRoute } from './projects/overview/overview-routes.tsx'
import { projectSettingsRoute } from './projects/settings/settings-routes.tsx'
import type { Route } from './requests/page-request.ts'
import { REVIEW_ROUTES } from './reviews/review-routes.tsx'
import { RUN_ROUTES } from './runs/runs-routes.tsx'
import { loginRoute } from './sign-in/login-routes.tsx'
import { providerCallbackRoute, providerRoute } from './sign-in/provider-routes.tsx'
import { signInLinkRoute } from './sign-in/sign-in-link-routes.tsx'
import { checkRoute } from './strings/editor/check-route.ts'
import { stringsRoute } from './strings/list/list-routes.tsx'
import { stringRoute } from './strings/strings-routes.tsx'
import { newTokenRoute } from './tokens/new/new-token-routes.tsx'
import { ORGANIZATION_TOKEN_ROUTES } from './tokens/organization-tokens-routes.tsx'
import { TOKEN_ROUTES } from './tokens/tokens-routes.tsx'
import { VOICE_ROUTES } from './voice/voice-routes.tsx'
import { WEBHOOK_ROUTES } from './webhooks/webhooks-routes.tsx'

/** Every page of the service. */
export const ROUTES: readonly Route[] = [
  authorizeRoute,
  consentRoute,
  deviceRoute,
  signInLinkRoute,
  // Before those of providers, whose address has the same shape.
  passkeySignInRoute,
  providerRoute,
  providerCallbackRoute,
  removeIdentityRoute,
  newPasskeyRoute,
  createPasskeyRoute,
  renamePasskeyRoute,
  removePasskeyRoute,
  ...SETTING_ROUTES,
  ...HOME_ROUTES,
  loginRoute,
  ...ACCOUNT_ROUTES,
  apiRoute,
  ...APP_ROUTES,
  appScopesRoute,
  // Before the page of one token, whose address has the same shape.
  newTokenRoute,
  ...TOKEN_ROUTES,
  ...ORGANIZATION_TOKEN_ROUTES,
  // Before the link, whose address has the same shape.
  signUpRoute,
  inviteLinkRoute,
  inviteRoute,
  myInvitationsRoute,
  ...INVITATION_ROUTES,
  ...ORGANIZATIONS_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...MEMBER_ROUTES,
  organizationSettingsRoute,
  operatorRoute,
  ...OPERATOR_ACCOUNT_ROUTES,
  newSignInLinkRoute,
  ...AUDIT_ROUTES,
  overviewRoute,
  stringsRoute,
  checkRoute,
  stringRoute,
  ...REVIEW_ROUTES,
  filesRoute,
  projectSettingsRoute,
  ...RUN_ROUTES,
  ...WEBHOOK_ROUTES,
  ...CHANGE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...VOICE_ROUTES,
].map(canonicalizeHandle)
