export interface JsonOption {
  readonly json?: boolean
}

/** Each command's text knows the shape of its own answer. */
export type FormatAnswer = (answer: never) => string

/** Runs a command where the data folder is held, and prints its answer. */
export type RunAndPrint = (command: string, input: object, options: JsonOption, show: FormatAnswer) => Promise<number>
