interface CopyProps {
  readonly label: string
  readonly text: string
}

/** A text to copy: one click marks all of it, and where scripts run a button copies it. */
export function CopyBlock({ label, text }: CopyProps) {
  return (
    <figure class="copy">
      <figcaption>
        {label}
        <button type="button" class="button small" data-copy hidden aria-live="polite">
          Copy
        </button>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}
