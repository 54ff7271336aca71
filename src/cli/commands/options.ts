import { Help, InvalidArgumentError, type Option } from 'commander'
import type { CliCommand } from '../usage/cli-command.ts'

/** Marks the options that a command requires. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** The heading of commands that only operators run. */
export const OPERATOR_GROUP = 'Operator commands:'

/** Adds a command of operators that has nothing but subcommands. */
export const addGroup = (
  program: CliCommand,
  name: string,
  description: string,
  help: Parameters<CliCommand['explain']>[0],
): CliCommand =>
  program.command(name).helpGroup(OPERATOR_GROUP).helpCommand(false).description(description).explain(help)

/** Parses a positive whole number of at most nine digits. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number of 1 or more.')
}
