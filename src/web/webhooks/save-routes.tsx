import { z } from 'zod'
import { saveWebhook } from '../../tools/webhooks/save-webhook.ts'
import { WebhookView } from '../../tools/webhooks/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { attempt, type FormFailure } from '../forms/form-route.ts'
import { findPriorSubmission, submitOnce } from '../forms/submit-once.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { loadWebhookProject, readWebhook, type WebhookProject, webhookPath, webhooksPath } from './load-webhook.ts'
import { describeUrl, type Webhook } from './marks.tsx'
import {
  type DraftFaults,
  EMPTY_DRAFT,
  parseDraft,
  toDraft,
  validateDraft,
  WebhookFormPage,
  type WebhookFormProps,
} from './webhook-form.tsx'
import { SendTest } from './webhook-page.tsx'

/** The part of the output of `save_webhook` that pages read. */
export const SavedWebhook = WebhookView.extend({ secret: z.string().optional() })

/** The form to create a webhook. Its answer shows the secret, the only page that does. */
export const newWebhookRoute: Route = {
  path: '/p/:account/:project/webhooks/new',
  get: withSession(async request => {
    const project = await loadWebhookProject(request)
    sendForm(request, { project, id: undefined, draft: EMPTY_DRAFT, faults: {} })
  }),
  post: withSession(async request => {
    const project = await loadWebhookProject(request)
    const prior = await findPriorSubmission(request)
    if (prior !== undefined) return redirectToSpent(request, project, prior.id)
    const draft = parseDraft(request.form)
    const scene = { project, id: undefined, draft }
    const faults = validateDraft(draft)
    if (Object.keys(faults).length > 0) return sendForm(request, { ...scene, faults })
    let submitted: Awaited<ReturnType<typeof submitOnce<z.output<typeof SavedWebhook>>>> | undefined
    const failure = await attempt(request, FIELDS, async () => {
      submitted = await submitOnce(request, () => save(request, scene))
    })
    if (failure !== undefined || submitted === undefined) return sendRefused(request, scene, failure)
    if ('spent' in submitted) redirectToSpent(request, project, submitted.spent.id)
    else sendSecretPage(request, { project, saved: submitted.done, isRotated: false })
  }),
}

/** The form to change the URL, the events or the description of a webhook. */
export const editWebhookRoute: Route = {
  path: '/p/:account/:project/webhooks/:id/edit',
  get: withSession(async request => {
    const project = await loadWebhookProject(request)
    const webhook = await readWebhook(request, project)
    sendForm(request, { project, id: webhook.id, draft: toDraft(webhook), faults: {} })
  }),
  post: withSession(async request => {
    const project = await loadWebhookProject(request)
    const { id } = await readWebhook(request, project)
    const draft = parseDraft(request.form)
    const scene = { project, id, draft }
    const faults = validateDraft(draft)
    if (Object.keys(faults).length > 0) return sendForm(request, { ...scene, faults })
    const failure = await attempt(request, FIELDS, () => save(request, scene))
    if (failure !== undefined) return sendRefused(request, scene, failure)
    redirect(request, `${webhookPath(project, id)}?done=save`)
  }),
}

const FIELDS = ['url', 'events', 'description'] as const

type Scene = Pick<WebhookFormProps, 'project' | 'id' | 'draft'>

const save = (request: SignedInRequest, { project, id, draft }: Scene) =>
  callTool(request, {
    tool: saveWebhook,
    input: { target: project.name, ...(id !== undefined && { id }), ...draft },
    shape: SavedWebhook,
  })

interface SecretScene {
  readonly project: WebhookProject
  readonly saved: z.output<typeof SavedWebhook>
  readonly isRotated: boolean
}

/** Sends the page with the secret of a webhook. */
export function sendSecretPage(request: PageRequest, { project, saved, isRotated }: SecretScene): void {
  const { secret = '', ...webhook } = saved
  sendPage(request, {
    title: t(isRotated ? 'webhooks.secret.rotated.page' : 'webhooks.secret.created.page', { project: project.name }),
    project: project.place,
    body: <SecretPage project={project} webhook={webhook} secret={secret} isRotated={isRotated} />,
  })
}

/** A form that was submitted again; its secret was in the answer to the first submission. */
const redirectToSpent = (request: PageRequest, project: WebhookProject, id: string | undefined): void =>
  redirect(request, id === undefined ? webhooksPath(project) : `${webhookPath(project, id)}?done=spent`)

function sendRefused(request: PageRequest, scene: Scene, failure: FormFailure | undefined): void {
  const { field = 'url', message = '', fix, status } = failure ?? {}
  sendForm(request, { ...scene, faults: { [field]: message }, fix, status })
}

interface FormState extends Scene {
  readonly faults: DraftFaults
  readonly fix?: string | undefined
  readonly status?: number | undefined
}

function sendForm(request: PageRequest, { faults, fix, status = 400, ...scene }: FormState): void {
  const isFine = Object.keys(faults).length === 0
  if (!isFine) request.noteError(request.errorCode() ?? 'invalid_input')
  sendPage(request, {
    title: t(`webhooks.form.${scene.id === undefined ? 'new' : 'edit'}.${isFine ? 'page' : 'page_error'}`, {
      project: scene.project.name,
    }),
    status: isFine ? 200 : status,
    project: scene.project.place,
    body: <WebhookFormPage {...scene} faults={faults} fix={fix} />,
  })
}

interface SecretPageProps {
  readonly project: WebhookProject
  readonly webhook: Webhook
  /** The value that no other page ever shows. */
  readonly secret: string
  readonly isRotated: boolean
}

/** The secret of a webhook, shown once. */
function SecretPage({ project, webhook, secret, isRotated }: SecretPageProps) {
  return (
    <div class="work form-page">
      <div class="head">
        <div>
          <h1>{t(isRotated ? 'webhooks.secret.rotated.title' : 'webhooks.secret.created.title')}</h1>
          <p class="meta hook-url">
            <bdi>{describeUrl(webhook.url)}</bdi>
          </p>
        </div>
      </div>
      <Notice kind="warning" title={t('webhooks.secret.copy')}>
        <p>{isRotated ? t('webhooks.secret.rotated.advice') : t('webhooks.secret.created.advice')}</p>
      </Notice>
      <section class="panel" aria-label={t('webhooks.secret.label')}>
        <div class="panel-body">
          <figure class="copy">
            <figcaption>
              <label for="secret">{t('webhooks.secret.label')}</label>
              <button type="button" class="button small" data-copy hidden aria-live="polite">
                {t('webhooks.secret.copy_button')}
              </button>
            </figcaption>
            <textarea id="secret" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
              {secret}
            </textarea>
          </figure>
          <p class="hint">
            {rich('webhooks.secret.verify', {
              link: text => (
                <a href="https://www.standardwebhooks.com" rel="noreferrer">
                  {text}
                </a>
              ),
            })}
          </p>
        </div>
      </section>
      <div class="actions">
        {webhook.enabled && <SendTest project={project} webhook={webhook} />}
        <ButtonLink href={webhookPath(project, webhook.id)}>{t('webhooks.secret.view')}</ButtonLink>
      </div>
    </div>
  )
}
