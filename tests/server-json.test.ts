import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CliContext } from '../src/cli/context.ts'
import { createProgram } from '../src/cli/program.ts'
import { Environment } from '../src/config.ts'
import { PUBLISHED_NAME } from '../src/package-root.ts'

const ROOT = resolve(import.meta.dirname, '..')
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

/** What the schema of the MCP registry asks for, in the version that `$schema` names. Unknown fields are errors here: they are typing mistakes. */
const input = {
  description: z.string().optional(),
  placeholder: z.string().optional(),
  default: z.string().optional(),
  value: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
}
const Variables = z.record(z.string(), z.strictObject(input))
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(
        z.union([
          z.strictObject({ ...input, type: z.literal('positional'), value: z.string() }),
          z.strictObject({ ...input, type: z.literal('named'), name: z.string().startsWith('--') }),
        ]),
      ),
      environmentVariables: z.array(z.strictObject({ ...input, name: z.string() })),
    }),
  ),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https?:\/\/\S+$/),
      variables: Variables,
    }),
  ),
})

describe('server.json', () => {
  const server = ServerJson.parse(readJson('server.json'))
  const manifest = readJson('package.json') as { version: string; mcpName: string }

  it('describes this version of the package, which names it as its own', () => {
    expect(server.version).toBe(manifest.version)
    expect(server.name).toBe(manifest.mcpName)
    expect(server.packages.map(({ identifier, version }) => [identifier, version])).toEqual(
      PUBLISHED_NAME === undefined ? [] : [[PUBLISHED_NAME, manifest.version]],
    )
  })

  it('names a command, options and variables that exist', () => {
    const program = createProgram(
      { command: String, commandAnywhere: String, version: '' } as unknown as CliContext,
      () => async () => {},
    )
    for (const { packageArguments, environmentVariables } of server.packages) {
      const [first, ...rest] = packageArguments
      const command = program.commands.find(known => first?.type === 'positional' && known.name() === first.value)
      const options = command?.options.map(({ long }) => long)
      for (const argument of rest) expect(options).toContain(argument.type === 'named' ? argument.name : argument.value)
      for (const { name } of environmentVariables) expect(Object.keys(Environment.shape)).toContain(name)
    }
  })

  it('has an address that is complete with its variables', () => {
    for (const { url, variables } of server.remotes) {
      const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      expect(names).toEqual(Object.keys(variables))
      const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.placeholder ?? ' ')
      expect(new URL(filled).pathname).toBe('/mcp')
    }
  })
})
