import { Form } from '../forms/form.tsx'
import type { MessageKey } from '../i18n/t.ts'
import { t } from '../i18n/t.ts'
import { readCookie } from '../requests/cookies.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface RequestProps {
  readonly request: PageRequest
}

/** Whether single letters are shortcuts in this browser. */
export const hasLetters = ({ incoming, services }: PageRequest): boolean =>
  readCookie(incoming, 'letters', services.baseUrl) !== 'off'

const KEYS: readonly (readonly [keys: readonly string[], text: MessageKey])[] = [
  [['g'], 'review.verdict.good'],
  [['m'], 'review.keys.minor'],
  [['x'], 'review.keys.major'],
  [['1', '…', '6'], 'review.keys.reason'],
  [['f'], 'review.keys.fix'],
  [['s'], 'review.keys.skip'],
  [['u'], 'review.keys.undo'],
  [['c'], 'review.keys.comment'],
  [['↵'], 'review.keys.next'],
  [['j', 'k'], 'review.keys.move'],
  [['?'], 'review.keys.help'],
]

/** The line of keys below the ends, and the dialog with all of them. They need the script. */
export function Shortcuts({ request }: RequestProps) {
  return (
    <>
      <p class="rv-hints rv-scripted">
        <span>
          <kbd>j</kbd>
          <kbd>k</kbd>
          {t('review.keys.move')}
        </span>
        <span>
          <kbd>g</kbd>
          <kbd>m</kbd>
          <kbd>x</kbd>
          {t('review.keys.decide')}
        </span>
        <span>
          <kbd>f</kbd>
          {t('review.keys.fix')}
        </span>
        <span>
          <kbd>u</kbd>
          {t('review.keys.undo')}
        </span>
        <span>
          <kbd>c</kbd>
          {t('review.keys.comment')}
        </span>
        <button type="button" class="rv-help" id="help" aria-haspopup="dialog">
          <kbd>?</kbd>
          {t('review.keys.all')}
        </button>
      </p>
      <dialog class="rv-dialog" id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">{t('review.keys.title')}</h2>
        <dl>
          {KEYS.map(([keys, text]) => (
            <div key={text}>
              <dt>
                {keys.map(key => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{t('review.keys.fields')}</p>
        <LettersSetting request={request} />
        <form method="dialog">
          <button type="submit" class="button">
            {t('review.keys.close')}
          </button>
        </form>
      </dialog>
    </>
  )
}

function LettersSetting({ request }: RequestProps) {
  const isOn = hasLetters(request)
  return (
    <Form request={request} action="/letters">
      <button type="submit" class="button small" name="letters" value={isOn ? 'off' : 'on'}>
        {isOn ? t('review.keys.turn_off') : t('review.keys.turn_on')}
      </button>
    </Form>
  )
}
