import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import type { CliContext } from '../src/cli/context.ts'
import { createProgram } from '../src/cli/program.ts'
import { Environment } from '../src/config.ts'
import { ERROR_CODES } from '../src/errors.ts'
import { TOOLS } from '../src/tools/registry.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

// A line that disappears breaks a client: keep the old name for a release, and say so in CHANGELOG.md. `npx vitest run tests/public-names.test.ts -u` records new names.
it('names that outsiders rely on are those that are recorded', async () => {
  const names = [...toolNames(), ...restNames(), ...errorCodes(), ...variables(), ...commands()]
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot('fixtures/public-names.txt')
})

const toolNames = () => TOOLS.map(({ name }) => `tool ${name}`).toSorted()
const errorCodes = () => ERROR_CODES.map(code => `error ${code}`).toSorted()
const variables = () => Object.keys(Environment.shape).map(name => `variable ${name}`)

function restNames(): readonly string[] {
  const text = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId: id, parameters = [], requestBody, responses } = operation
      return [
        `rest ${method.toUpperCase()} ${path} ${id}`,
        ...parameters.map(parameter => `  ${id} ${parameter.in} ${parameter.name}`),
        ...fieldsOf(requestBody?.content).map(field => `  ${id} input ${field}`),
        ...Object.entries(responses).flatMap(([status, { content }]) =>
          fieldsOf(content).map(field => `  ${id} ${status} ${field}`),
        ),
      ]
    }),
  )
}

const fieldsOf = (content: Content = {}): readonly string[] => [
  ...new Set(Object.values(content).flatMap(({ schema }) => fieldPaths(schema, ''))),
]

function fieldPaths(schema: Schema, path: string): readonly string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema
  return [
    ...Object.entries(properties).flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`
      return [at, ...fieldPaths(value, at)]
    }),
    ...(items === undefined ? [] : fieldPaths(items, `${path}[]`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(part => fieldPaths(part, path)),
    ...(typeof additionalProperties === 'object' ? fieldPaths(additionalProperties, `${path}.*`) : []),
  ]
}

function commands(): readonly string[] {
  const context = { command: (args: string) => args, commandAnywhere: (args: string) => args, version: '' }
  const namesOf = (command: Command, path: string): readonly string[] => [
    ...command.options.map(({ long, flags }) => `  ${path} ${long ?? flags}`),
    ...command.commands.flatMap(sub => [`command ${path} ${sub.name()}`, ...namesOf(sub, `${path} ${sub.name()}`)]),
  ]
  return namesOf(
    createProgram(context as unknown as CliContext, () => async () => {}),
    'dragoman',
  )
}
