import { Button, ButtonLink } from '../components/button.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import type { Visit } from '../requests/visit.ts'

interface NewOrganizationPageProps {
  readonly visit: Visit
  readonly typed: { readonly organization: string; readonly name: string }
  readonly failure: FormFailure | undefined
}

/** Asks what a new organization is called. */
export function NewOrganizationPage({ visit, typed, failure }: NewOrganizationPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <>
      <div class="intro">
        <h1>New organization</h1>
        <p>Its people share projects, voice and terms. You own it, and can hand it over later.</p>
      </div>
      {failure !== undefined && <FormErrorNotice {...failure} />}
      <Form visit={visit} action="/account/organizations/new" class="card">
        <Field
          name="organization"
          label="Handle"
          value={typed.organization}
          required
          maxlength={60}
          hint="Its short name in addresses and commands, such as acme in acme/app: 2 to 39 letters (a to z), digits and single hyphens. It never changes."
          fault={faultAt('organization')}
        />
        <Field
          name="name"
          label="Name (optional)"
          value={typed.name}
          maxlength={MAX_LINE_UNITS}
          hint="Leave blank to use the handle. You can change it at any time."
          fault={faultAt('name')}
        />
        <div class="actions">
          <Button look="primary">Make the organization</Button>
          <ButtonLink href="/account/organizations">Cancel</ButtonLink>
        </div>
      </Form>
    </>
  )
}
