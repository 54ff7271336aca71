import { ALLOW_ALL } from '../../auth/oauth/consent.ts'
import { Button } from './button.tsx'

/** What is sent, and what stands on the button. */
type Answer = readonly [string, string]

interface AnswersProps {
  readonly no: Answer
  readonly yes: Answer
  /** A yes to more. */
  readonly all?: Answer | undefined
}

/** The end of a form that asks a person for something: all answers have the same weight, and the safe one comes first. */
export function Answers({ no, yes, all }: AnswersProps) {
  return (
    <div class="actions even">
      {[no, yes, ...(all === undefined ? [] : [all])].map(([value, text]) => (
        <Button key={value} name="answer" value={value}>
          {text}
        </Button>
      ))}
    </div>
  )
}

interface AllowOrDenyProps {
  /** Whether everything that is asked for can be allowed by one button. */
  readonly offersAll?: boolean
}

/** Answers what an app asks for. */
export const AllowOrDeny = ({ offersAll = false }: AllowOrDenyProps) => (
  <Answers
    no={['deny', 'Deny']}
    yes={['allow', 'Allow']}
    all={offersAll ? [ALLOW_ALL, 'Allow all requested'] : undefined}
  />
)
