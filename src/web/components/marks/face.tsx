interface FaceProps {
  readonly name: string
  /** Whether an agent acted: a filled square, as it is no person. */
  readonly isAgent?: boolean
}

/** The first letter of an author, beside the name. */
export function Face({ name, isAgent = false }: FaceProps) {
  const [letter = '?'] = Array.from(name)
  return (
    <span class={isAgent ? 'face agent' : 'face'} aria-hidden="true">
      {letter}
    </span>
  )
}
