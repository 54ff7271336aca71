/** A key before a separator: its width, and the blanks between both. */
export interface AlignedKey {
  readonly width: number
  readonly blanks: number
}

/** Returns the blanks between a new key and its separator: those of its closest neighbor, or as many as align it if the neighbors are aligned. */
export function alignBlanks([closest, ...others]: readonly AlignedKey[], width: number): number {
  if (closest === undefined) return 1
  const column = closest.width + closest.blanks
  const isAligned = others.some(other => other.width !== closest.width && other.width + other.blanks === column)
  if (isAligned && closest.blanks > 0) return Math.max(1, column - width)
  return Math.min(1, closest.blanks)
}
