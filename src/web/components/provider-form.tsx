import { providerLabel } from '../../auth/identity/providers.ts'
import type { ProviderConfig } from '../../config.ts'
import type { Visit } from '../visit.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { ProviderIcon } from './provider-mark.tsx'

interface ProviderProps {
  readonly visit: Visit
  readonly provider: ProviderConfig
  /** A path of ours that the person wants to see after it. */
  readonly next?: string | undefined
  /** Whether it is added to the person who is signed in. */
  readonly isAdding?: boolean
}

/** Leads to a provider, by a form: no other site can begin a sign-in. */
export function ProviderForm({ visit, provider, next, isAdding = false }: ProviderProps) {
  const { kind } = provider
  const label = providerLabel(provider)
  return (
    <Form visit={visit} action={`/login/${kind}`}>
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {isAdding && <input type="hidden" name="add" value="1" />}
      <Button wide={!isAdding} small={isAdding}>
        <ProviderIcon kind={kind} />
        {isAdding ? `Add ${label}` : `Continue with ${label}`}
      </Button>
    </Form>
  )
}
