import type { ReviewView } from '../../../tools/reviews/view.ts'
import { Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import type { ProjectPage } from '../../layout/load-project.ts'
import { useRequest } from '../../requests/page-request.ts'
import { MAX_NOTE, type ReviewFault } from '../decide.ts'
import { describeGrounds, describeMissing, describeProof, formatGoal, isOwn } from '../model/live.ts'
import { reviewPath } from '../paths.ts'
import { groupLabel } from '../words.ts'
import { FaultNotice } from './ended.tsx'

export type End = 'accept' | 'return' | 'revert'

interface EndPageProps extends ProjectPage {
  readonly view: ReviewView
  readonly end: End
  readonly failure: ReviewFault | undefined
}

/** Asks before a review ends, with the exact consequence. */
export function EndPage(props: EndPageProps) {
  const { project, view, end, failure } = props
  return (
    <div class="work form-page rv-end-page">
      <h1>{t(`review.end.${end}.title`, { title: view.title })}</h1>
      {failure !== undefined && <FaultNotice fault={failure} />}
      <section class="panel">
        <div class="panel-body">
          <p>
            <strong>{describeProof(view)}</strong>
          </p>
          <p class="hint">{describeGrounds(view)}</p>
        </div>
        <Question {...props} />
      </section>
      <p>
        <a href={reviewPath(project, view.id)}>{t('review.end.back')}</a>
      </p>
    </div>
  )
}

function Question(props: EndPageProps) {
  const { view, end } = props
  const { ends } = view
  if (ends === undefined) return null
  if (end !== 'accept') return <EndForm {...props} isReasonNeeded={end === 'return' && ends.return.findings === 0} />
  const { missing, needs_reason } = ends.accept
  if (isOwn(ends) || missing.must_see + missing.sample > 0) return <Missing {...props} />
  return needs_reason ? <GoalMissed {...props} /> : <EndForm {...props} />
}

/** The consequence, a reason, and the button. */
function EndForm({ project, view, end, isReasonNeeded = false }: EndPageProps & { readonly isReasonNeeded?: boolean }) {
  return (
    <Form action={reviewPath(project, view.id)} class="panel-body">
      <ul class="rv-effects">
        {listEffects(view, end).map(effect => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <label class="rv-why">
        <span>{isReasonNeeded ? t('review.end.why_needed') : t('review.end.why')}</span>
        <textarea name="why" rows={3} dir="auto" required={isReasonNeeded} maxLength={MAX_NOTE} autocomplete="off">
          {useRequest().form.get('why')}
        </textarea>
      </label>
      <div class="rv-actions">
        <button type="submit" class={`button ${end === 'revert' ? 'danger' : 'primary'}`} name="end" value={end}>
          {t(`review.end.${end}.confirm`, { count: countOf(view, end) })}
        </button>
        <a class="button" href={reviewPath(project, view.id)}>
          {t('review.end.cancel')}
        </a>
      </div>
    </Form>
  )
}

function countOf({ ends }: ReviewView, end: End): number {
  if (ends === undefined) return 0
  if (end === 'accept') return ends.accept.approves
  return end === 'return' ? ends.return.requests + ends.return.reopens : ends.revert.restores + ends.revert.clears
}

function listEffects({ ends, changed = 0 }: ReviewView, end: End): readonly string[] {
  if (ends === undefined) return []
  const later = changed === 0 ? [] : [t('review.changed', { count: changed })]
  const { approves, leaves, own } = ends.accept
  const { findings, requests, reopens } = ends.return
  switch (end) {
    case 'accept':
      return [
        t('review.end.accept.approves', { count: approves }),
        ...(leaves > own ? [t('review.end.accept.leaves', { count: leaves - own })] : []),
        ...(own > 0 ? [t('review.end.accept.own', { count: own })] : []),
        ...later,
      ]
    case 'return':
      return [
        t('review.end.return.findings', { count: findings }),
        ...(findings === 0 ? [t('review.end.return.requests', { count: requests })] : []),
        ...(reopens > 0 ? [t('review.end.return.reopens', { count: reopens })] : []),
        ...later,
      ]
    case 'revert':
      return [
        t('review.end.revert.restores', { count: ends.revert.restores }),
        t('review.end.revert.clears', { count: ends.revert.clears }),
        ...later,
      ]
  }
}

/** What must be read before Accept, or taken out by name. */
function Missing({ project, view }: EndPageProps) {
  const { must_see } = view
  const open = must_see.groups.filter(group => group.total > group.decided + group.taken_out)
  return (
    <div class="panel-body">
      <h2>{t('review.end.accept.not_yet')}</h2>
      <p>{describeMissing(view)}</p>
      <div class="rv-actions">
        <a class="button primary" href={reviewPath(project, view.id)}>
          {t('review.end.accept.read_on')}
        </a>
      </div>
      {open.length > 0 && (
        <>
          <h3>{t('review.take_out.title')}</h3>
          <p class="hint">{t('review.take_out.hint')}</p>
          <Form action={reviewPath(project, view.id)} class="rv-take-groups">
            {open.map(({ reason, total, decided, taken_out }) => (
              <button key={reason} type="submit" class="button small" name="take_out" value={reason}>
                {t('review.take_out.group', { count: total - decided - taken_out, group: groupLabel(reason) })}
              </button>
            ))}
          </Form>
        </>
      )}
    </div>
  )
}

/** A larger sample first; acceptance only with a reason. */
function GoalMissed(props: EndPageProps) {
  const { project, view } = props
  const { sample, goal } = view
  const more = sample.more_needed ?? 0
  const size = sample.read + more
  const isPossible = more > 0 && size <= sample.population
  return (
    <>
      <div class="panel-body">
        <h2>{t('review.end.goal.title')}</h2>
        <p>{t('review.end.goal.text', { goal: formatGoal(goal) })}</p>
        {isPossible && (
          <Form action={reviewPath(project, view.id)} class="rv-actions">
            <button type="submit" class="button primary" name="sample" value={size}>
              {t('review.sample.more', { count: more })}
            </button>
            <span class="hint">{t('review.end.goal.more_hint')}</span>
          </Form>
        )}
        {isPossible && <p class="hint">{t('review.sample.look_again')}</p>}
      </div>
      <details class="panel-body rv-with-reason" open={!isPossible}>
        <summary>{t('review.end.goal.with_reason')}</summary>
        <EndForm {...props} isReasonNeeded />
      </details>
    </>
  )
}
