import type { AuthSettings } from '../../auth/settings.ts'
import { getRequestedData } from '../../auth/sign-in/providers.ts'
import { t } from '../i18n/t.ts'

/** Says which data Dragoman reads from the providers. `sentence` is one of the sentences of two pages. */
export function describeRequestedData(
  auth: Pick<AuthSettings, 'allowed' | 'providers'>,
  sentence: 'reads' | 'only_reads',
): string {
  const { emails, groups } = getRequestedData(auth)
  const data = emails ? (groups ? 'emails_and_groups' : 'emails') : groups ? 'groups' : 'basic'
  return t(`sign_in.providers.${sentence}.${data}`)
}
