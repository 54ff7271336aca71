/** The fields that have a value, in the same order. */
export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** The counts above zero, in the same order. */
export const omitZeros = <N extends string>(counts: Readonly<Record<N, number>>): Partial<Record<N, number>> =>
  Object.fromEntries(Object.entries<number>(counts).filter(([, count]) => count > 0)) as Partial<Record<N, number>>
