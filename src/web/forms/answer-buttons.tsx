import { ALLOW_ALL } from '../../auth/oauth/authorize/consent.ts'
import { Button } from '../components/button.tsx'

/** The value that is sent, and the text of the button. */
type AnswerOption = readonly [string, string]

interface AnswerButtonsProps {
  readonly no: AnswerOption
  readonly yes: AnswerOption
  /** Allows more. */
  readonly all?: AnswerOption | undefined
}

/** The answers of a form that asks a user: all have the same weight, and the safe one comes first. */
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

/** The answers to an app's request. */
export const AllowDenyButtons = ({ offersAll = false }: AllowDenyButtonsProps) => (
  <AnswerButtons
    no={['deny', 'Deny']}
    yes={['allow', 'Allow']}
    all={offersAll ? [ALLOW_ALL, 'Allow all requested'] : undefined}
  />
)
