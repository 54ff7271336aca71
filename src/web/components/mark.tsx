/** The mark of the product: one text in two languages. */
export function Logo() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.5" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M10 1.5a8.5 8.5 0 0 0 0 17z" fill="currentColor" />
    </svg>
  )
}
