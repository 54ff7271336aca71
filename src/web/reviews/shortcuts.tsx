import { Form } from '../forms/form.tsx'
import { type MessageKey, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { hasLetterKeys } from '../strings/key-hints.tsx'

type Shortcut = readonly [keys: readonly string[], text: MessageKey]

const KEYS: readonly Shortcut[] = [
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

/** Those of the line below the ends. */
const SHOWN: readonly Shortcut[] = [
  [['j', 'k'], 'review.keys.move'],
  [['g', 'm', 'x'], 'review.keys.decide'],
  [['f'], 'review.keys.fix'],
  [['u'], 'review.keys.undo'],
  [['c'], 'review.keys.comment'],
]

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <>
    {keys.map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
  </>
)

/** The line of keys below the ends, and the dialog with all of them. They need the script. */
export function Shortcuts({ request }: { readonly request: PageRequest }) {
  const isOn = hasLetterKeys(request)
  return (
    <>
      <p class="rv-hints rv-scripted">
        {SHOWN.map(([keys, text]) => (
          <span key={text}>
            <Keys keys={keys} />
            {t(text)}
          </span>
        ))}
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
                <Keys keys={keys} />
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{t('review.keys.fields')}</p>
        <Form request={request} action="/letters">
          <button type="submit" class="button small" name="letters" value={isOn ? 'off' : 'on'}>
            {isOn ? t('review.keys.turn_off') : t('review.keys.turn_on')}
          </button>
        </Form>
        <form method="dialog">
          <button type="submit" class="button">
            {t('review.keys.close')}
          </button>
        </form>
      </dialog>
    </>
  )
}
