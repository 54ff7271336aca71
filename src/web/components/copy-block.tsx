interface CopyProps {
  readonly label: string
  readonly text: string
}

/** Text to copy: one click selects all of it. With scripts, there is a copy button. */
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
