import { Button } from './button.tsx'

/** The end of a form that asks a person for something: both answers have the same weight, and the safe one comes first. */
export function AllowOrDeny() {
  return (
    <div class="actions even">
      <Button name="answer" value="deny">
        Deny
      </Button>
      <Button name="answer" value="allow">
        Allow
      </Button>
    </div>
  )
}
