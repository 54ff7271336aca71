import { ASSETS } from '../assets/manifest.ts'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { buttonClass } from './button.tsx'

interface RetryBoxProps {
  readonly request: Pick<PageRequest, 'incoming' | 'form'>
  /** How long the server asks to wait. */
  readonly seconds: number
}

/** Offers the same request again: a page, or a form with all that the user typed. A script waits and presses the button (`assets/retry.js`). */
export function RetryBox({ request: { incoming, form }, seconds }: RetryBoxProps) {
  const path = incoming.url ?? '/'
  const text = (
    <p data-retry-text hidden role="status">
      {t('layout.error.retry.when', { seconds })}
    </p>
  )
  return (
    <>
      <script type="module" src={ASSETS.retry.path} />
      {incoming.method === 'POST' ? (
        <form method="post" action={path} data-retry={seconds} class="stack">
          {[...form].map(([name, value], at) => (
            <input key={at} type="hidden" name={name} value={value} />
          ))}
          <p>{t('layout.error.retry.kept')}</p>
          {text}
          <div class="actions">
            <button type="submit" class={buttonClass({})} data-retry-now>
              {t('layout.error.retry.send')}
            </button>
          </div>
        </form>
      ) : (
        <div data-retry={seconds} class="stack">
          {text}
          <div class="actions">
            <a class={buttonClass({})} href={path} data-retry-now>
              {t('layout.error.reload')}
            </a>
          </div>
        </div>
      )}
    </>
  )
}
