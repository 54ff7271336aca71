const LITERAL_BRACE = "write '{' for a literal brace."
const CHOICE = 'Write {0,choice,0#none|1#one|1<many}, with the limits in ascending order.'

/** Why a Java message is not valid: what is wrong, as a sentence without its end, and how to correct it. */
export const JAVA_FAULTS = {
  unclosed: ['A { is never closed', `Add the missing }, or ${LITERAL_BRACE}`],
  quoted: ['An apostrophe quotes the rest of an argument', "Write '' or ’ for an apostrophe."],
  empty: ['Braces are empty', `Write the number of the argument from the source, or ${LITERAL_BRACE}`],
  name: [
    'The text after { is not the number of an argument',
    `Write {0} as in the source; remove a doubled {, or ${LITERAL_BRACE}`,
  ],
  spaces: ['Spaces surround the number of an argument', 'Write {0} without spaces.'],
  type: ['The type of an argument is not valid', 'Do not translate the words number, date, time and choice.'],
  number_style: ['The number format of an argument is not valid', 'Copy the argument from the source.'],
  date_style: ['The date format of an argument is not valid', 'Copy the argument from the source.'],
  no_branch: ['A choice has no texts', CHOICE],
  no_limit: ['A limit of a choice is missing', `${CHOICE} Quote a literal #, < or | with apostrophes.`],
  limit: ['A limit of a choice is not a number', CHOICE],
  order: ['The limits of a choice are not in ascending order', CHOICE],
  lost_branch: ['A text of a choice has no limit', `${CHOICE} Quote a literal | with apostrophes.`],
  depth: ['Choices are nested too deeply', 'Nest no deeper than the source.'],
} as const satisfies Readonly<Record<string, readonly [what: string, fix: string]>>

export class JavaFault extends Error {
  readonly code: keyof typeof JAVA_FAULTS
  readonly at: number

  constructor(code: keyof typeof JAVA_FAULTS, at: number) {
    super(code)
    this.code = code
    this.at = at
  }
}
