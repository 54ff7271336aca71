const ICONS = {
  up: 'M4.5 9.5L8 6l3.5 3.5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  back: 'M9.5 4L5.5 8l4 4',
  close: 'M4.5 4.5l7 7m0-7l-7 7',
  search: 'M10.4 10.4L14 14M11.4 7A4.4 4.4 0 1 1 2.6 7a4.4 4.4 0 0 1 8.8 0z',
} as const

/** A plain line icon beside words, or in a labelled link. */
export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return (
    <svg class={`se-icon ${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={ICONS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
