import { Button } from '../../components/button.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { Form } from '../../forms/form.tsx'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import { LocaleLabel, stringPath } from '../string-frame.tsx'
import type { CardProps } from './card-props.ts'
import { EditForm } from './edit-form.tsx'
import { Findings } from './findings.tsx'

/** The current translation, its findings, and the form to change it. */
export function TranslationCard(props: CardProps) {
  const { visit, translation } = props
  const { locale, state, value, by, at, stale, isLocked, findings, actions } = translation
  return (
    <section class="card" aria-labelledby="translation-heading">
      <div class="split">
        <h2 id="translation-heading">Translation</h2>
        <span>
          <LocaleLabel locale={locale} />
        </span>
      </div>
      <div class="badges">
        <StateMark state={state} isStale={stale !== undefined} />
        {isLocked && <span class="badge">Locked</span>}
        <AuthorLine by={by} at={at} now={visit.services.now()} />
      </div>
      {value === undefined ? <p class="hint">No translation yet</p> : <MessageText value={value} locale={locale} />}
      {findings.length > 0 && <Findings {...props} />}
      {actions.edit && <EditForm {...props} />}
      {actions.write && <Lock {...props} />}
    </section>
  )
}

function Lock({ visit, string, translation: { locale, isLocked } }: CardProps) {
  return (
    <Form visit={visit} action={stringPath(visit, string, locale)} class="split">
      <span class="hint">
        {isLocked ? 'Nobody can change a locked translation.' : 'Lock the translation so that nobody can change it.'}
      </span>
      <Button small name="action" value={isLocked ? 'unlock' : 'lock'}>
        {isLocked ? 'Unlock' : 'Lock'}
      </Button>
    </Form>
  )
}
