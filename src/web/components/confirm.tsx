import type { ComponentChildren } from 'preact'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { Button } from './button.tsx'

interface ConfirmProps {
  /** Unique on the page. */
  readonly id: string
  /** Text of the button that opens the question, such as "Revoke". */
  readonly open: string
  /** Accessible name of that button, for users who don't see its row; begins with `open` (WCAG 2.5.3). */
  readonly label?: string
  /** The question, such as "Revoke CI deploy?". */
  readonly title: string
  readonly action: string
  /** Text of the submit button; default: `open`. */
  readonly submit?: string
  /** Text of the button that closes the question; default: Cancel. */
  readonly dismiss?: string
  readonly name?: string
  readonly value?: string
  readonly look?: 'primary' | 'danger'
  readonly small?: boolean
  /** Whether the question is open on the page, for example after an error in it. */
  readonly isOpen?: boolean
  /** The consequences, and the fields of the form. */
  readonly children: ComponentChildren
}

/** A button that asks before it submits its form. Works without a script: the question is a popover. */
export function Confirm(props: ConfirmProps) {
  const { id, open, label, look = 'danger', small = false, isOpen = false, ...question } = props
  const dialog = `confirm-${id}`
  if (isOpen) return <Question {...question} id={dialog} look={look} submit={question.submit ?? open} />
  return (
    <>
      <button
        type="button"
        class={['button', look === 'danger' ? 'danger' : undefined, small && 'small'].filter(Boolean).join(' ')}
        popovertarget={dialog}
        aria-label={label}
      >
        {open}
      </button>
      <div id={dialog} popover="auto" role="dialog" aria-labelledby={`${dialog}-title`} class="dialog">
        <Question {...question} id={dialog} look={look} submit={question.submit ?? open} isPopover />
      </div>
    </>
  )
}

interface QuestionProps extends Pick<ConfirmProps, 'title' | 'action' | 'dismiss' | 'name' | 'value' | 'children'> {
  readonly id: string
  readonly submit: string
  readonly look: 'primary' | 'danger'
  readonly isPopover?: boolean
}

function Question(props: QuestionProps) {
  const { id, title, action, dismiss = t('common.cancel'), name, value, look, submit, isPopover, children } = props
  return (
    <Form action={action} class="stack">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <div class="actions end">
        {isPopover === true && (
          <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
            {dismiss}
          </button>
        )}
        <Button look={look} name={name} value={value}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
