import { findSession } from '../../src/auth/users/sessions.ts'
import { csrfToken } from '../../src/web/forms/csrf.ts'
import type { TestApp } from '../http/test-app.ts'
import type { Jar } from './jar.ts'

/** The CSRF token for a form of this path in the jar's browser, also when no page shows such a form. */
export async function ownCsrf({ services }: TestApp, { cookies }: Jar, action: string): Promise<string> {
  const browser = cookies.get('dragoman_browser') ?? ''
  const session = cookies.get('dragoman_session') ?? ''
  return csrfToken({ browser, signedIn: await findSession(session, services.store.read, services.now()) }, action)
}
