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

/** The form for a new organization. */
export function NewOrganizationPage({ visit, typed, failure }: NewOrganizationPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <>
      <div class="intro">
        <h1>New organization</h1>
        <p>An organization shares projects among its members. You become its owner.</p>
      </div>
      {failure !== undefined && <FormErrorNotice {...failure} title="The organization was not created" />}
      <Form visit={visit} action="/account/organizations/new" class="card">
        <Field
          name="organization"
          label="Handle"
          value={typed.organization}
          required
          maxlength={60}
          hint="For example: acme. Use 2 to 39 lowercase letters, digits and single hyphens. You can't change it later."
          fault={faultAt('organization')}
        />
        <Field
          name="name"
          label="Display name (optional)"
          value={typed.name}
          maxlength={MAX_LINE_UNITS}
          hint="Default: the handle."
          fault={faultAt('name')}
        />
        <div class="actions">
          <Button look="primary">Create organization</Button>
          <ButtonLink href="/account/organizations">Cancel</ButtonLink>
        </div>
      </Form>
    </>
  )
}
