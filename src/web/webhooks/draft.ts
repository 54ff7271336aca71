import type { EventType } from '../../store/records/webhooks.ts'
import { PROJECT_EVENTS } from '../../tools/webhooks/view.ts'
import { validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import type { Webhook } from './words.ts'

/** The fields of the form of a webhook. */
export interface WebhookDraft {
  readonly url: string
  readonly events: readonly EventType[]
  readonly description: string
}

/** The names of the fields in the language of the page. */
export const listDraftLabels = (): Readonly<Record<keyof WebhookDraft, string>> => ({
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
