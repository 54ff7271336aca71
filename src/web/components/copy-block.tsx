import { t } from '../i18n/t.ts'

interface CopyProps {
  readonly label: string
  readonly text: string
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
export function CopyBlock({ label, text }: CopyProps) {
  return (
    <figure class="copy">
      <figcaption>
        {label}
        <CopyButton />
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}
