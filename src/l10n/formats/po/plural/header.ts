/** A parsed `Plural-Forms` line of a header: `nplurals=2; plural=(n != 1);`. */
export interface PluralHeader {
  /** Whether the line has a rule. Templates have the unfilled `nplurals=INTEGER; plural=EXPRESSION;`. */
  readonly hasRule: boolean
  /** The number of forms, even if the rest of the line is invalid. */
  readonly count: number | undefined
  /** The C expression; undefined if the line does not match. */
  readonly expression: string | undefined
}

/** Parses the value of `Plural-Forms`; without one there is no rule. Leaves the expression to `parsePluralExpression`. */
export function parsePluralHeader(line = ''): PluralHeader {
  const count = /nplurals\s*=\s*(\d+)/.exec(line)?.[1]
  const expression = /^nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;]*);?$/.exec(line)?.[1]
  return {
    hasRule: line !== '' && !/INTEGER|EXPRESSION/.test(line),
    count: count === undefined ? undefined : Number(count),
    expression: expression === '' ? undefined : expression,
  }
}
