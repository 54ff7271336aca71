import { ALLOW_ALL } from '../../auth/oauth/authorize/consent.ts'
import { Button } from '../components/button.tsx'
import { t } from '../i18n/t.ts'

/** The submitted value and the text of the button. */
type AnswerOption = readonly [string, string]

interface AnswerButtonsProps {
  readonly no: AnswerOption
  readonly yes: AnswerOption
  /** Whether `yes` is the main action of the page. */
  readonly isYesPrimary?: boolean
  /** The answer that allows everything. */
  readonly all?: AnswerOption | undefined
}

/** The answers of a form that asks a user. The safe one is first. */
export function AnswerButtons({ no, yes, isYesPrimary = false, all }: AnswerButtonsProps) {
  return (
    <div class="actions even">
      {[no, yes, ...(all === undefined ? [] : [all])].map(([value, text]) => (
        <Button key={value} name="answer" value={value} look={isYesPrimary && value === yes[0] ? 'primary' : undefined}>
          {text}
        </Button>
      ))}
    </div>
  )
}

interface AllowDenyButtonsProps {
  /** Whether one button allows everything that is requested. */
  readonly offersAll?: boolean
}

/** The answers to an app's request. */
export const AllowDenyButtons = ({ offersAll = false }: AllowDenyButtonsProps) => (
  <AnswerButtons
    no={['deny', t('forms.deny')]}
    yes={['allow', offersAll ? t('forms.allow_selected') : t('forms.allow')]}
    isYesPrimary
    all={offersAll ? [ALLOW_ALL, t('forms.allow_everything')] : undefined}
  />
)
