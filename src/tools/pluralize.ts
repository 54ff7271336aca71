/** A number with its noun: 1 project, 2 projects, 3 entries. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
