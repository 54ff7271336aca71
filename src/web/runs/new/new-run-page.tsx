import { Button, ButtonLink } from '../../components/button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { formatDollars } from '../../format/numbers.ts'
import { FormErrorSummary } from '../../forms/error-summary.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { listFormat } from '../../i18n/formats.ts'
import { rich, t } from '../../i18n/t.ts'
import type { ProjectPage } from '../../layout/load-project.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import { newRunPath, runsPath } from '../paths.ts'
import { type DraftFaults, listDraftLabels, type RunDraft, type Selection } from './draft.ts'
import type { EngineChoice, EngineChoices, LocaleWork } from './list-engines.ts'

export interface NewRunPageProps extends ProjectPage {
  readonly locales: readonly LocaleWork[]
  readonly engines: EngineChoices
  readonly draft: RunDraft
  readonly faults: DraftFaults
  /** What the user can do about the faults. */
  readonly fix: string | undefined
  /** What was not done because of the faults. */
  readonly refused: 'estimated' | 'started'
}

/** The form to start a run. Its first step is an estimate. */
export function NewRunPage(props: NewRunPageProps) {
  const { project, draft, faults, fix, refused } = props
  return (
    <div class="work form-page">
      <FormErrorSummary title={t(`runs.new.refused.${refused}`)} faults={faults} labels={listDraftLabels()} fix={fix} />
      <PageHead title={t('runs.new.title')} about={t('runs.new.intro')} />
      <Form action={newRunPath(project)} class="panel sections-form">
        <Locales {...props} />
        <Selection draft={draft} fault={faults.what} />
        <Engines {...props} />
        <div class="pair">
          <Field
            name="budget"
            label={t('runs.new.budget')}
            hint={t('runs.new.budget_hint')}
            maxlength={12}
            value={draft.budget}
            fault={faults.budget}
          />
          <Field
            name="note"
            label={t('runs.new.note')}
            hint={t('runs.new.note_hint')}
            maxlength={1000}
            value={draft.note}
            fault={faults.note}
          />
        </div>
        <div class="actions">
          <Button look="primary" name="step" value="estimate">
            {t('runs.new.estimate')}
          </Button>
          <ButtonLink href={runsPath(project)}>{t('runs.new.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}

function Fault({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <span class="fault" id={`${id}-fault`}>
      {text}
    </span>
  )
}

const describedBy = (id: string, fault: string | undefined) => (fault === undefined ? undefined : `${id}-fault`)

function Locales({ locales, draft, faults }: NewRunPageProps) {
  return (
    <fieldset id="locales" class="checklist" tabIndex={-1} aria-describedby={describedBy('locales', faults.locales)}>
      <legend>{t('runs.new.fields.locales')}</legend>
      <Fault id="locales" text={faults.locales} />
      <div class="choice">
        {locales.map(({ locale, words_left, left }) => (
          <label key={locale}>
            <input type="checkbox" name="locales" value={locale} checked={draft.locales.includes(locale)} />
            <span>
              <LocaleLabel locale={locale} />
              <span class="hint">
                {left === 0 ? t('runs.new.nothing_left') : t('runs.new.words_left', { words: words_left })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Selection({ draft, fault }: { readonly draft: RunDraft; readonly fault: string | undefined }) {
  const groups: readonly (readonly [title: string, names: readonly Selection[]])[] = [
    [t('runs.new.groups.translate'), ['work', 'missing', 'stale']],
    [t('runs.new.groups.revise'), ['findings', 'outdated_voice']],
  ]
  return (
    <fieldset id="what" class="checklist" tabIndex={-1} aria-describedby={describedBy('what', fault)}>
      <legend>{t('runs.new.fields.what')}</legend>
      <Fault id="what" text={fault} />
      <div class="pair">
        {groups.map(([title, names]) => (
          <div key={title} role="group" aria-label={title}>
            <h3 aria-hidden="true">{title}</h3>
            {names.map(name => (
              <label key={name}>
                <input type="radio" name="what" value={name} checked={draft.what === name} />
                <span>
                  {t(`runs.new.selections.${name}.label`)}
                  {name !== 'missing' && <span class="hint">{t(`runs.new.selections.${name}.hint`)}</span>}
                </span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Engines({ engines: { usable, off }, draft, faults, project }: NewRunPageProps) {
  return (
    <fieldset id="engines" class="checklist" tabIndex={-1} aria-describedby={describedBy('engines', faults.engines)}>
      <legend>{t('runs.new.fields.engines')}</legend>
      <Fault id="engines" text={faults.engines} />
      <p class="hint">{t('runs.new.engines.order')}</p>
      {usable.map(engine => (
        <label key={engine.name}>
          <input type="checkbox" name="engines" value={engine.name} checked={draft.engines.includes(engine.name)} />
          <span>
            <span class="name">
              {engine.kind === 'memory' ? t('runs.new.engines.memory_name') : <code>{engine.name}</code>}
              {engine.isPaid && <span class="badge warning">{t('runs.new.engines.paid')}</span>}
            </span>
            <span class="hint">
              {describeEngine(engine).map(sentence => (
                <span key={sentence}>{sentence} </span>
              ))}
            </span>
          </span>
        </label>
      ))}
      {usable.every(({ kind }) => kind === 'memory') && (
        <p class="hint">{t('runs.new.engines.none', { project: project.name })}</p>
      )}
      {off.length > 0 && (
        <p class="hint">
          {rich('runs.new.engines.off', {
            account: project.account.handle,
            count: off.length,
            engines: <bdi>{listFormat().format(off)}</bdi>,
          })}
        </p>
      )}
    </fieldset>
  )
}

/** What an engine does, what it can't do, and what is left of its budget. */
function describeEngine({ kind, model, canRevise, left }: EngineChoice): readonly string[] {
  return [
    kind === 'llm' && model !== undefined ? t('runs.new.engines.llm_model', { model }) : t(`runs.new.engines.${kind}`),
    ...(canRevise || kind === 'memory' ? [] : [t('runs.new.engines.cannot_revise')]),
    ...(left === undefined
      ? []
      : [t('runs.new.engines.left', { left: formatDollars(left.dollars), budget: formatDollars(left.of) })]),
  ]
}
