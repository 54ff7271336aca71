import { authorizeRoute } from './routes/authorize.tsx'
import { consentRoute } from './routes/consent.tsx'
import { loginLinkRoute } from './routes/login-link.tsx'
import { providerCallbackRoute, providerRoute } from './routes/provider.tsx'
import { themeRoute } from './routes/theme.ts'
import type { Route } from './visit.ts'

/** Every page of the service. */
export const ROUTES: readonly Route[] = [authorizeRoute, consentRoute, loginLinkRoute, themeRoute]
