import type { EventType } from '../../store/records/webhooks.ts'
import { PROJECT_EVENTS } from '../../tools/webhooks/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field, Form, IdempotencyField } from '../forms/form.tsx'
import { validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { type WebhookProject, webhookPath, webhooksPath } from './load-webhook.ts'
import { describeEventType, type Webhook } from './marks.tsx'

interface WebhookDraft {
  readonly url: string
  readonly events: readonly EventType[]
  readonly description: string
}

/** The names of the fields in the language of the page. */
const listDraftLabels = (): Readonly<Record<keyof WebhookDraft, string>> => ({
  url: t('webhooks.form.fields.url'),
  events: t('webhooks.form.fields.events'),
  description: t('webhooks.form.fields.description'),
})

export type DraftFaults = Readonly<Partial<Record<keyof WebhookDraft, string | undefined>>>

export const EMPTY_DRAFT: WebhookDraft = { url: '', events: [], description: '' }

export function parseDraft(form: URLSearchParams): WebhookDraft {
  return {
    url: (form.get('url') ?? '').trim(),
    events: PROJECT_EVENTS.filter(type => form.getAll('events').includes(type)),
    description: (form.get('description') ?? '').replaceAll('\r\n', '\n').trim(),
  }
}

export const toDraft = ({ url, events, description = '' }: Webhook): WebhookDraft => ({ url, events, description })

/** The errors that a user can correct without the server; it checks the URL itself. */
export function validateDraft({ url, events, description }: WebhookDraft): DraftFaults {
  const line = description === '' ? undefined : validateLines(description)
  return {
    ...(url === '' && { url: t('webhooks.form.faults.no_url') }),
    ...(events.length === 0 && { events: t('webhooks.form.faults.no_event') }),
    ...(line !== undefined && { description: line }),
  }
}

export interface WebhookFormProps {
  readonly project: WebhookProject
  /** The webhook to change; undefined for a new one. */
  readonly id: string | undefined
  readonly draft: WebhookDraft
  readonly faults: DraftFaults
  /** What the user can do about the faults. */
  readonly fix: string | undefined
}

/** The form of a new webhook, or of one to change. */
export function WebhookFormPage({ project, id, draft, faults, fix }: WebhookFormProps) {
  const isNew = id === undefined
  const page = isNew ? webhooksPath(project) : webhookPath(project, id)
  return (
    <div class="work form-page">
      <FormErrorSummary
        title={t(isNew ? 'webhooks.form.new.refused' : 'webhooks.form.edit.refused')}
        faults={faults}
        labels={listDraftLabels()}
        fix={fix}
      />
      <div class="head">
        <div>
          <h1>{t(isNew ? 'webhooks.form.new.title' : 'webhooks.form.edit.title')}</h1>
          <p class="meta">{t('webhooks.form.intro')}</p>
        </div>
      </div>
      <Form action={`${page}/${isNew ? 'new' : 'edit'}`} class="panel sections-form">
        {isNew && <IdempotencyField />}
        <div class="single">
          <Field
            name="url"
            label={t('webhooks.form.fields.url')}
            hint={t('webhooks.form.url_hint')}
            maxlength={2000}
            value={draft.url}
            fault={faults.url}
            required
          />
        </div>
        <Events draft={draft} fault={faults.events} />
        <div class="single">
          <Field
            name="description"
            kind="lines"
            label={t('webhooks.form.description')}
            hint={t('webhooks.form.description_hint')}
            maxlength={1000}
            value={draft.description}
            fault={faults.description}
          />
        </div>
        <div class="actions">
          <Button look="primary">{t(isNew ? 'webhooks.form.new.submit' : 'webhooks.form.edit.submit')}</Button>
          <ButtonLink href={page}>{t('webhooks.form.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}

function Events({ draft, fault }: { readonly draft: WebhookDraft; readonly fault: string | undefined }) {
  return (
    <fieldset
      id="events"
      class="checklist"
      tabIndex={-1}
      aria-describedby={fault === undefined ? undefined : 'events-fault'}
    >
      <legend>{t('webhooks.form.fields.events')}</legend>
      {fault !== undefined && (
        <span class="fault" id="events-fault">
          {fault}
        </span>
      )}
      {PROJECT_EVENTS.map(type => (
        <label key={type}>
          <input type="checkbox" name="events" value={type} checked={draft.events.includes(type)} />
          <span>
            <code>{type}</code>
            <span class="hint">{describeEventType(type)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
