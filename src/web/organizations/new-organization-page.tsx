import { Button, ButtonLink } from '../components/button.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { MAX_LINE_UNITS } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface NewOrganizationPageProps {
  readonly request: PageRequest
  readonly typed: { readonly organization: string; readonly name: string }
  readonly failure: FormFailure | undefined
}

/** The form for a new organization. */
export function NewOrganizationPage({ request, typed, failure }: NewOrganizationPageProps) {
  const faultAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <>
      <div class="intro">
        <h1>{t('organizations.new.title')}</h1>
        <p>{t('organizations.new.intro')}</p>
      </div>
      {failure !== undefined && <FormErrorNotice {...failure} title={t('organizations.new.not_created')} />}
      <Form request={request} action="/account/organizations/new" class="card">
        <Field
          name="organization"
          label={t('organizations.new.handle')}
          value={typed.organization}
          required
          maxlength={60}
          hint={t('organizations.new.handle_hint')}
          fault={faultAt('organization')}
        />
        <Field
          name="name"
          label={t('organizations.new.name')}
          value={typed.name}
          maxlength={MAX_LINE_UNITS}
          hint={t('organizations.new.name_hint')}
          fault={faultAt('name')}
        />
        <div class="actions">
          <Button look="primary">{t('organizations.new.submit')}</Button>
          <ButtonLink href="/account/organizations">{t('organizations.new.cancel')}</ButtonLink>
        </div>
      </Form>
    </>
  )
}
