import { formatDollars } from '../../../tools/runs/format-dollars.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { formatCount } from '../../format/count.ts'
import { FormErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { Visit } from '../../requests/visit.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import { runsPath } from '../paths.ts'
import { DRAFT_LABELS, type DraftFaults, type RunDraft, SELECTIONS } from './draft.ts'
import type { EngineChoice, EngineChoices } from './list-engines.ts'
import type { LocaleWork } from './read-locales.ts'

export interface NewRunPageProps {
  readonly visit: Visit
  readonly project: LoadedProject
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
  const { visit, project, draft, faults, fix, refused } = props
  return (
    <div class="work form-page">
      <FormErrorSummary title={`The run was not ${refused}`} faults={faults} labels={DRAFT_LABELS} fix={fix} />
      <div class="head">
        <div>
          <h1>New run</h1>
          <p class="meta">Nothing is sent before you have seen the estimate.</p>
        </div>
      </div>
      <Form visit={visit} action={`${runsPath(project)}/new`} class="panel sections-form">
        <Locales {...props} />
        <Selection draft={draft} fault={faults.what} />
        <Engines {...props} />
        <div class="pair">
          <Field
            name="budget"
            label="Budget in US dollars (optional)"
            hint="The run pauses before it costs more. For example: 5.00"
            maxlength={12}
            value={draft.budget}
            fault={faults.budget}
          />
          <Field
            name="note"
            label="Note (optional)"
            hint="Shown with the run and its changes. For example: Release 5.0"
            maxlength={1000}
            value={draft.note}
            fault={faults.note}
          />
        </div>
        <div class="actions">
          <Button look="primary" name="step" value="estimate">
            Estimate
          </Button>
          <ButtonLink href={runsPath(project)}>Cancel</ButtonLink>
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
      <legend>Locales</legend>
      <Fault id="locales" text={faults.locales} />
      <div class="choice">
        {locales.map(({ locale, words_left, left }) => (
          <label key={locale}>
            <input type="checkbox" name="locales" value={locale} checked={draft.locales.includes(locale)} />
            <span>
              <LocaleLabel locale={locale} />
              <span class="hint">{left === 0 ? 'Nothing left' : `${formatWords(words_left)} left`}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const formatWords = (words: number): string => `${formatCount(words)} ${words === 1 ? 'word' : 'words'}`

function Selection({ draft, fault }: { readonly draft: RunDraft; readonly fault: string | undefined }) {
  const groups = [
    ['Translate', ['work', 'missing', 'stale']],
    ['Revise', ['findings', 'outdated_voice']],
  ] as const
  return (
    <fieldset id="what" class="checklist" tabIndex={-1} aria-describedby={describedBy('what', fault)}>
      <legend>Selection</legend>
      <Fault id="what" text={fault} />
      <div class="pair">
        {groups.map(([title, names]) => (
          <div key={title} role="group" aria-label={title}>
            <h3 aria-hidden="true">{title}</h3>
            {names.map(name => (
              <label key={name}>
                <input type="radio" name="what" value={name} checked={draft.what === name} />
                <span>
                  {SELECTIONS[name].label}
                  {SELECTIONS[name].hint !== undefined && <span class="hint">{SELECTIONS[name].hint}</span>}
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
      <legend>Engines</legend>
      <Fault id="engines" text={faults.engines} />
      <p class="hint">In this order: each engine gets what the one before it left.</p>
      {usable.map(engine => (
        <label key={engine.name}>
          <input type="checkbox" name="engines" value={engine.name} checked={draft.engines.includes(engine.name)} />
          <span>
            <span class="name">
              {engine.kind === 'memory' ? 'Translation memory' : <code>{engine.name}</code>}
              {engine.isPaid && <span class="badge warning">Costs money</span>}
            </span>
            <span class="hint">
              {describeEngine(engine)}
              {engine.left !== undefined &&
                ` ${formatDollars(engine.left.dollars)} of ${formatDollars(engine.left.of)} left this month.`}
            </span>
          </span>
        </label>
      ))}
      {usable.every(({ kind }) => kind === 'memory') && (
        <p class="hint">
          {project.name} has no other engine. An operator of this server can configure and enable engines.
        </p>
      )}
      {off.length > 0 && (
        <p class="hint">
          Off for {project.account.handle}: <bdi>{off.join(', ')}</bdi>. An operator of this server can enable{' '}
          {off.length === 1 ? 'it' : 'them'} with a monthly budget.
        </p>
      )}
    </fieldset>
  )
}

function describeEngine({ kind, model, canRevise }: EngineChoice): string {
  const revises = canRevise ? '' : ' Can’t revise.'
  switch (kind) {
    case 'memory':
      return 'Reuses translations of equal source strings. Not used to revise.'
    case 'llm':
      return `Language model${model === undefined ? '' : ` ${model}`}.${revises}`
    case 'mt':
      return `Machine translation.${revises}`
    case 'pseudo':
      return `Pseudo-localization for tests of a user interface.${revises}`
  }
}
