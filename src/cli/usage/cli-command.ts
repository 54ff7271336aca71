import { type Argument, Command, InvalidArgumentError, Option } from 'commander'
import { quote } from '../../text/quote.ts'
import { findClosestName } from '../../tools/closest-name.ts'
import type { Action, CliContext, WrapAction } from '../context.ts'
import { projectOption, serverOption } from '../repository/project-options.ts'

interface HelpText {
  /** Command lines without the program, with an optional comment behind two spaces and `#`. */
  readonly examples?: readonly string[]
  /** Complete lines below them. */
  readonly lines?: readonly string[]
  /** Paragraphs about anything that the options do not cover. */
  readonly notes?: string
  /** The page of the documentation, such as `docs/tokens.md`. */
  readonly docs?: string
}

type Parsed = (Option | Argument) & { readonly argChoices?: readonly string[] }

/**
 * A command that reports wrong usage in our words, and names what the user may have meant. Commander calls these methods by name, but its types
 * do not list them.
 */
export class CliCommand extends Command {
  readonly #format: CliContext['command']
  readonly #wrap: WrapAction

  constructor(name: string | undefined, format: CliContext['command'], wrap: WrapAction) {
    super(name)
    this.#format = format
    this.#wrap = wrap
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#format, this.#wrap)
  }

  /** Sets what the command does. The action returns the exit code. */
  run(action: Action): this {
    return this.action(this.#wrap(action))
  }

  /** Adds `--project` and `--server`, which a repository with `dragoman.json` does not need. */
  onProject(): this {
    return this.addOption(projectOption()).addOption(serverOption())
  }

  /** Adds examples above the usage, and notes and the documentation page below the options. */
  explain({ examples = [], lines = [], notes, docs }: HelpText): this {
    const shown = [...examples.map(example => this.#format(example)), ...lines]
    if (shown.length > 0) this.addHelpText('before', `Examples:\n${shown.map(line => `  ${line}\n`).join('')}`)
    const below = [notes, docs === undefined ? undefined : `Documentation: ${docs}`].filter(part => part !== undefined)
    return below.length === 0 ? this : this.addHelpText('after', `\n${below.join('\n\n')}`)
  }

  /** The path below the program: `token create`. */
  get path(): string {
    return this.parent === null ? '' : `${(this.parent as CliCommand).path} ${this.name()}`.trim()
  }

  unknownCommand(name = this.args[0] ?? ''): never {
    const inGroup = (word: string): string => `${this.path} ${word}`.trim()
    const close = findMeant(
      name,
      this.commands.map(command => command.name()),
    )
    return this.refuse(`Unknown command ${quote(inGroup(name))}.`, close === undefined ? undefined : inGroup(close))
  }

  unknownOption(flag: string): never {
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? [])
    return this.refuse(`Unknown option ${quote(flag)}.`, flag.startsWith('--') ? findMeant(flag, flags) : undefined)
  }

  missingArgument(name: string): never {
    return this.refuse(`Argument <${name}> is missing.`)
  }

  optionMissingArgument(option: Option): never {
    return this.refuse(`Option ${option.long ?? option.flags} needs a value: ${option.flags}.`)
  }

  missingMandatoryOptionValue(option: Option): never {
    return this.refuse(`Option ${option.flags} is required.`)
  }

  _conflictingOption(option: Option, other: Option): never {
    return this.refuse(
      `Options ${option.long ?? option.flags} and ${other.long ?? other.flags} cannot be used together.`,
    )
  }

  _excessArguments(given: readonly string[]): never {
    return this.refuse(`Unexpected argument ${quote(given[this.registeredArguments.length] ?? '')}.`)
  }

  _callParseArg(target: Parsed, value: string, previous: unknown): unknown {
    try {
      return target.parseArg?.(value, previous as never)
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      const close = findMeant(value, target.argChoices ?? [])
      const message =
        target instanceof Option
          ? `Option ${target.long ?? target.flags} ${quote(value)} is not valid.`
          : `${quote(value)} is not a valid <${target.name()}>.`
      return close === undefined ? this.refuse(`${message} ${error.message}`) : this.refuse(message, close)
    }
  }

  /** Prints the error, and how to go on; ends the command. */
  refuse(message: string, meant?: string): never {
    if (meant !== undefined) return this.error(`${message} Did you mean ${quote(meant)}?`, { code: 'usage' })
    const help = this.#format(`${this.path} --help`.trim())
    return this.error(`${message}\nRun ${help} to see how to use it.`, { code: 'usage' })
  }
}

/** The name that a user may have meant: mistyped, or only begun. */
const findMeant = (word: string, names: readonly string[]): string | undefined =>
  findClosestName(word, names) ?? (word === '' ? undefined : names.find(name => name.startsWith(word)))
