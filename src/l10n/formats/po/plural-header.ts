/** What the `Plural-Forms` line of a header says: `nplurals=2; plural=(n != 1);`. */
export interface PluralHeader {
  /** Whether it gives a rule. Templates have `nplurals=INTEGER; plural=EXPRESSION;`, to be filled in. */
  readonly hasRule: boolean
  /** The number of forms, also of a line that is faulty behind it. */
  readonly count: number | undefined
  /** The C expression; undefined when the line has another form. */
  readonly expression: string | undefined
}

/** Reads the value of `Plural-Forms`; without one there is no rule. The expression is not parsed: see `parsePluralExpression`. */
export function parsePluralHeader(line = ''): PluralHeader {
  const count = /nplurals\s*=\s*(\d+)/.exec(line)?.[1]
  const expression = /^nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;]*);?$/.exec(line)?.[1]
  return {
    hasRule: line !== '' && !/INTEGER|EXPRESSION/.test(line),
    count: count === undefined ? undefined : Number(count),
    expression: expression === '' ? undefined : expression,
  }
}
