import { InvalidArgumentError } from 'commander'

/** Creates the parser of `--json [fields]`: names of fields, separated by commas. */
export const createFieldsParser =
  <Name extends string>(known: readonly Name[]) =>
  (text: string): readonly Name[] =>
    text.split(',').map(name => {
      const field = known.find(one => one === name.trim())
      if (field !== undefined) return field
      throw new InvalidArgumentError(`Fields are ${known.join(', ')}. Give locales before --json.`)
    })
