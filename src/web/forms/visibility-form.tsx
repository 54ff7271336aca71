import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.tsx'
import type { Visit } from '../requests/visit.ts'
import { Form } from './form.tsx'

interface VisibilityFormProps {
  readonly visit: Visit
  readonly action: string
  readonly isPublic: boolean
  /** Who reads what, now and when it is public. */
  readonly children: ComponentChildren
}

/** Makes an account public, or private again. */
export function VisibilityForm({ visit, action, isPublic, children }: VisibilityFormProps) {
  return (
    <Form visit={visit} action={action} class="card">
      <h2>Who may read</h2>
      <p>{children}</p>
      <input type="hidden" name="public" value={isPublic ? 'no' : 'yes'} />
      <div class="actions">
        <Button name="setting" value="visibility">
          {isPublic ? 'Make it private' : 'Make it public'}
        </Button>
      </div>
    </Form>
  )
}
