export function BarPatterns() {
  return (
    <svg class="unseen" aria-hidden="true">
      <defs>
        <pattern id="bar-dots" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect class="review-back" width="4" height="4" />
          <circle class="review-dot" cx="2" cy="2" r="1" />
        </pattern>
        <pattern id="bar-stripes" width="5" height="8" patternUnits="userSpaceOnUse" patternTransform="skewX(-20)">
          <rect class="suggested-back" width="5" height="8" />
          <rect class="suggested-stripe" width="2" height="8" />
        </pattern>
        <pattern id="bar-lines" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect class="skipped-back" width="4" height="4" />
          <rect class="skipped-line" width="1.4" height="4" />
        </pattern>
      </defs>
    </svg>
  )
}
