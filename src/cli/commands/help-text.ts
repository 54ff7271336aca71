import { type Command, Help, type Option } from 'commander'

interface HelpText {
  /** Complete command lines, with an optional comment behind two spaces and `#`. */
  readonly examples?: readonly string[]
  /** Paragraphs about anything that the options do not cover. */
  readonly notes?: string
  /** The page of the documentation, such as `docs/tokens.md`. */
  readonly docs?: string
}

/** Adds examples above the usage of a command, notes and the documentation page below its options. */
export function addHelpText(command: Command, { examples = [], notes, docs }: HelpText): Command {
  if (examples.length > 0) command.addHelpText('before', `Examples:\n${examples.map(line => `  ${line}\n`).join('')}`)
  const below = [notes, docs === undefined ? undefined : `Documentation: ${docs}`].filter(part => part !== undefined)
  return below.length === 0 ? command : command.addHelpText('after', `\n${below.join('\n\n')}`)
}

/** Marks the options that a command requires. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** The heading of commands that only operators run. */
export const OPERATOR_GROUP = 'Operator commands:'
