import { t } from '../i18n/t.ts'

interface CopyProps {
  readonly label: string
  readonly text: string
  /** The language of the text, if it is a sentence in another language than the page. */
  readonly lang?: 'en'
}

/** Copies the text of its figure. The script shows it, and says whether it worked. */
export const CopyButton = () => (
  <button
    type="button"
    class="button small"
    data-copy
    hidden
    aria-live="polite"
    data-copied={t('components.copy.copied')}
    data-failed={t('components.copy.failed')}
  >
    {t('components.copy.copy')}
  </button>
)

/** Text to copy: one click selects all of it. With scripts, there is a copy button. */
export function CopyBlock({ label, text, lang }: CopyProps) {
  return (
    <figure class="copy">
      <figcaption>
        {label}
        <CopyButton />
      </figcaption>
      <pre tabIndex={0} lang={lang} dir="auto">
        {text}
      </pre>
    </figure>
  )
}
