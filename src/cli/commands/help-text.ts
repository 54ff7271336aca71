import { Help, type Option } from 'commander'

/** Marks the options that a command requires. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** The heading of commands that only operators run. */
export const OPERATOR_GROUP = 'Operator commands:'
