import type { AuthSettings } from '../../auth/settings.ts'
import { getRequestedData, providerLabel } from '../../auth/sign-in/providers.ts'
import type { ProviderConfig } from '../../config.ts'
import { Button } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'

interface ProviderProps {
  readonly provider: ProviderConfig
  readonly next?: string | undefined
  /** Whether the identity is added to the signed-in user. */
  readonly isAdding?: boolean
}

/** Redirects to a provider. A form, so that other sites cannot start a sign-in. */
export function ProviderForm({ provider, next, isAdding = false }: ProviderProps) {
  const { kind } = provider
  const label = providerLabel(provider)
  return (
    <Form action={`/login/${kind}`}>
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {isAdding && <input type="hidden" name="add" value="1" />}
      <Button wide={!isAdding} small={isAdding}>
        <ProviderIcon kind={kind} />
        {t(isAdding ? 'sign_in.providers.add' : 'sign_in.providers.continue', { provider: label })}
      </Button>
    </Form>
  )
}

/** A plain symbol per kind of provider, in the color of the text: code in braces, code in a branch, a key. */
const SHAPES: Readonly<Record<ProviderConfig['kind'], string>> = {
  github: 'M5 3.5a2 2 0 1 0 0 .1M5 12.5a2 2 0 1 0 0 .1M13 3.5a2 2 0 1 0 0 .1M4 5.5v5M12 5.5c0 3.5-8 1.5-8 5',
  gitlab: 'M8 14 1.5 8.8 3.6 2l2 5h4.8l2-5 2.1 6.8z',
  oidc: 'M9.5 6.5a3.5 3.5 0 1 1-3.5-3.5 3.5 3.5 0 0 1 3.5 3.5zM8.6 9 14 14.4M12 12.4l1.6-1.6',
}

function ProviderIcon({ kind }: Pick<ProviderConfig, 'kind'>) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[kind]} />
    </svg>
  )
}

/** Says which data Dragoman reads from the providers. `sentence` is one of the sentences of two pages. */
export function describeRequestedData(
  auth: Pick<AuthSettings, 'allowed' | 'providers'>,
  sentence: 'reads' | 'only_reads',
): string {
  const { emails, groups } = getRequestedData(auth)
  const data = emails ? (groups ? 'emails_and_groups' : 'emails') : groups ? 'groups' : 'basic'
  return t(`sign_in.providers.${sentence}.${data}`)
}
