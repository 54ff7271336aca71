import { z } from 'zod'
import { revertChanges } from '../../../tools/history/revert-changes.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { formatCount } from '../../format/numbers.ts'
import { FormErrorNotice } from '../../forms/error-notice.tsx'
import { Fact } from '../../forms/facts.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { validateLines } from '../../forms/text-validation.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject, type ProjectPage } from '../../layout/load-project.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { BatchCrumbs } from '../batch-frame.tsx'
import { batchPath, stringHref } from '../paths.ts'
import { type BatchView, readBatch } from '../read-changes.ts'
import { titleBatch } from '../words.tsx'

const Refused = z.object({
  count: z.number(),
  first: z.array(z.object({ id: z.string(), key: z.string(), locale: z.string(), why: z.string() })),
})

const Reverted = z.object({
  reverted: z.number(),
  superseded: z.number(),
  suggestions_removed: z.number().default(0),
  suggestions_returned: z.number().default(0),
  refused: Refused.optional(),
  batch: z.string().optional(),
  next_cursor: z.string().optional(),
})

/** What a revert of a batch does, or would do. */
interface RevertOutcome {
  readonly reverted: number
  readonly superseded: number
  readonly suggestions: number
  readonly refused: z.output<typeof Refused>
  /** The last batch that it wrote. */
  readonly batch: string | undefined
  /** Whether a large batch has more than the counts say. */
  readonly isPartial: boolean
}

/** Calls of one revert; each reads up to 5,000 revisions. */
const MAX_CALLS = 40

const NOTHING: RevertOutcome = {
  reverted: 0,
  superseded: 0,
  suggestions: 0,
  refused: { count: 0, first: [] },
  batch: undefined,
  isPartial: false,
}

/** Counts what a revert of a batch would restore: of a large batch, at least. */
async function previewRevert(request: SignedInRequest, project: LoadedProject, batch: string): Promise<RevertOutcome> {
  const input = { project: project.name, batch, dry_run: true }
  const found = await callTool(request, { tool: revertChanges, input, shape: Reverted })
  return { ...add(NOTHING, found), isPartial: found.next_cursor !== undefined }
}

/** Reverts a batch where it is still current. */
async function revertBatch(
  request: SignedInRequest,
  project: LoadedProject,
  { batch, note }: { readonly batch: string; readonly note: string },
): Promise<RevertOutcome> {
  let outcome = NOTHING
  let cursor: string | undefined
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const input = { project: project.name, batch, note: note || undefined, cursor }
    const done = await callTool(request, { tool: revertChanges, input, shape: Reverted })
    outcome = add(outcome, done)
    cursor = done.next_cursor
    if (cursor === undefined) return outcome
  }
  return { ...outcome, isPartial: true }
}

const add = (sum: RevertOutcome, done: z.output<typeof Reverted>): RevertOutcome => ({
  reverted: sum.reverted + done.reverted,
  superseded: sum.superseded + done.superseded,
  suggestions: sum.suggestions + done.suggestions_removed + done.suggestions_returned,
  refused: {
    count: sum.refused.count + (done.refused?.count ?? 0),
    first: [...sum.refused.first, ...(done.refused?.first ?? [])].slice(0, MAX_REFUSED),
  },
  batch: done.batch ?? sum.batch,
  isPartial: false,
})

const MAX_REFUSED = 20

/** Shows what a revert of a batch would do, then reverts it. Both are forms, because the dry run is in the audit log. */
export const revertRoute: Route = {
  path: '/p/:account/:project/changes/:batch/revert',
  get: withSession(async request => {
    const project = await loadProject(request, 'changes')
    redirect(request, batchPath(project, request.params['batch'] ?? ''))
  }),
  post: withSession(async request => {
    if (request.form.get('action') !== 'revert') return sendPreview(request, undefined)
    const project = await loadProject(request, 'changes')
    const { batch } = await readBatch(request, project)
    const note = readNote(request)
    const fault = note === '' ? undefined : validateLines(note)
    if (fault !== undefined) return sendPreview(request, fault)
    const outcome = await revertBatch(request, project, { batch, note })
    if (outcome.batch === undefined) return sendPreview(request, undefined)
    redirect(request, `${batchPath(project, outcome.batch)}?done=revert`)
  }),
}

const readNote = ({ form }: PageRequest): string => (form.get('note') ?? '').replaceAll('\r\n', '\n').trim()

async function sendPreview(request: SignedInRequest, fault: string | undefined): Promise<void> {
  const project = await loadProject(request, 'changes')
  const batch = await readBatch(request, project)
  const outcome = await previewRevert(request, project, batch.batch)
  if (fault !== undefined) request.noteError('invalid_input')
  const props = { project, batch, outcome, note: readNote(request), fault }
  sendPage(request, {
    title: `${t('changes.revert.open')} · ${project.name}`,
    status: fault === undefined ? 200 : 400,
    project: project.place,
    body: <RevertPage {...props} />,
  })
}

interface RevertPageProps extends ProjectPage {
  readonly batch: BatchView
  readonly outcome: RevertOutcome
  readonly note: string
  readonly fault: string | undefined
}

/** What a revert of a batch would restore and what it would leave, before it happens. */
function RevertPage({ project, batch, outcome, note, fault }: RevertPageProps) {
  const { reverted, superseded, suggestions, refused, isPartial } = outcome
  const path = batchPath(project, batch.batch)
  const hasEffect = reverted + suggestions > 0
  const tell = (count: number) => (isPartial ? t('changes.at_least', { count }) : formatCount(count))
  return (
    <div class="work form-page">
      {fault !== undefined && <FormErrorNotice title={t('changes.revert.failed')} message={fault} field="note" />}
      <PageHead
        path={<BatchCrumbs project={project} batch={batch} />}
        title={t(hasEffect ? 'changes.revert.title' : 'changes.revert.nothing')}
        about={<bdi>{titleBatch(batch)}</bdi>}
      />
      <section class="panel" aria-label={t('changes.revert.effect')}>
        <dl class="facts">
          <Fact term={t('changes.revert.restores')}>
            {tell(reverted)} <span class="hint">{t('changes.revert.restores_hint')}</span>
          </Fact>
          <Fact term={t('changes.revert.suggestions')}>{suggestions > 0 && tell(suggestions)}</Fact>
          <Fact term={t('changes.revert.superseded')}>
            {tell(superseded)} <span class="hint">{t('changes.revert.superseded_hint')}</span>
          </Fact>
          {refused.count > 0 && (
            <Fact term={t('changes.revert.refused')}>
              {tell(refused.count)}
              <ul class="refused">
                {refused.first.map(({ id, key, locale, why }) => (
                  <li key={`${id} ${locale}`}>
                    <a href={stringHref(project, id, locale)}>
                      <code>{key}</code>
                    </a>{' '}
                    <code class="locale-code">{locale}</code> <span lang="en">{why}</span>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      </section>
      {hasEffect ? (
        <Form action={`${path}/revert`} class="stack">
          <Field
            name="note"
            kind="lines"
            label={t('changes.revert.note')}
            hint={t('changes.revert.note_hint')}
            maxlength={1000}
            value={note}
            fault={fault}
          />
          <div class="actions">
            <Button look="danger" name="action" value="revert">
              {t('changes.revert.submit', { count: reverted })}
            </Button>
            <ButtonLink href={path}>{t('changes.cancel')}</ButtonLink>
          </div>
        </Form>
      ) : (
        <div class="actions">
          <ButtonLink href={path}>{t('changes.back')}</ButtonLink>
        </div>
      )}
    </div>
  )
}
