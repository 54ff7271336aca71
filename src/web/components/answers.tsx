import { Button } from './button.tsx'

interface AnswersProps {
  /** What is sent, and what stands on the button. */
  readonly no: readonly [string, string]
  readonly yes: readonly [string, string]
}

/** The end of a form that asks a person for something: both answers have the same weight, and the safe one comes first. */
export function Answers({ no, yes }: AnswersProps) {
  return (
    <div class="actions even">
      {[no, yes].map(([value, text]) => (
        <Button key={value} name="answer" value={value}>
          {text}
        </Button>
      ))}
    </div>
  )
}

/** Answers what an app asks for. */
export const AllowOrDeny = () => <Answers no={['deny', 'Deny']} yes={['allow', 'Allow']} />
