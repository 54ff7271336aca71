/** A message, or the text of a branch without the quotes of its choice. */
export interface Piece {
  readonly text: string
  /** The offset of a character in the whole message. */
  readonly toOffset: (index: number) => number
}

/** The offset behind the character before an index. */
export const toEnd = ({ toOffset }: Piece, index: number): number =>
  index === 0 ? toOffset(0) : toOffset(index - 1) + 1
