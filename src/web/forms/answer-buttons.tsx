import { ALLOW_ALL } from '../../auth/oauth/authorize/consent.ts'
import { Button } from '../components/button.tsx'

/** What is sent, and what stands on the button. */
type AnswerOption = readonly [string, string]

interface AnswerButtonsProps {
  readonly no: AnswerOption
  readonly yes: AnswerOption
  /** A yes to more. */
  readonly all?: AnswerOption | undefined
}

/** The end of a form that asks a person for something: all answers have the same weight, and the safe one comes first. */
export function AnswerButtons({ no, yes, all }: AnswerButtonsProps) {
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

interface AllowDenyButtonsProps {
  /** Whether everything that is asked for can be allowed by one button. */
  readonly offersAll?: boolean
}

/** Answers what an app asks for. */
export const AllowDenyButtons = ({ offersAll = false }: AllowDenyButtonsProps) => (
  <AnswerButtons
    no={['deny', 'Deny']}
    yes={['allow', 'Allow']}
    all={offersAll ? [ALLOW_ALL, 'Allow all requested'] : undefined}
  />
)
