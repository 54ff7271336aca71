import { loginLinkRoute } from './routes/login-link.tsx'
import { themeRoute } from './routes/theme.ts'
import type { Route } from './visit.ts'

/** Every page of the service. */
export const ROUTES: readonly Route[] = [loginLinkRoute, themeRoute]
