import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Ajv, AjvJsonSchemaValidator, addFormats } from '@modelcontextprotocol/client/validators/ajv'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, vi } from 'vitest'
import { TOOLS } from '../../src/tools/registry.ts'
import { allTests } from '../harness/each-test.ts'
import { openTestApp } from '../http/test-app.ts'

const testApp = allTests(openTestApp)
const ada = allTests(() => testApp.token('ada', ['user:read']))

interface Listed {
  readonly name: string
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
}

/** Ajv in its strict mode: what it would log, it is asked to throw. */
function strictAjv() {
  const warnings: unknown[] = []
  const note = (...said: unknown[]): void => void warnings.push(said)
  const ajv = new Ajv({ strict: true, allErrors: true, logger: { log: note, warn: note, error: note } })
  addFormats(ajv)
  return { ajv, warnings }
}

const address = () => new URL(`${testApp.url}/mcp?toolsets=all`)
const requestInit = () => ({ headers: { authorization: `Bearer ${ada.token}` } })
const INFO = { name: 'strict', version: '1.0.0' }

const CLIENTS = {
  v1: async (jsonSchemaValidator: AjvJsonSchemaValidator) => {
    const client = new ClientV1(INFO, { jsonSchemaValidator })
    await client.connect(new TransportV1(address(), { requestInit: requestInit() }))
    return client
  },
  v2: async (jsonSchemaValidator: AjvJsonSchemaValidator) => {
    const client = new ClientV2(INFO, { jsonSchemaValidator })
    await client.connect(new TransportV2(address(), { requestInit: requestInit() }))
    return client
  },
}

describe.each(Object.entries(CLIENTS))('the SDK client %s with a strict validator', (_, connect) => {
  it('compiles all schemas of tools/list without a warning', async () => {
    const spies = (['warn', 'error'] as const).map(name => vi.spyOn(console, name))
    const { ajv, warnings } = strictAjv()
    const client = await connect(new AjvJsonSchemaValidator(ajv))
    try {
      const { tools } = (await client.listTools()) as { readonly tools: readonly Listed[] }
      expect(tools).toHaveLength(TOOLS.length)
      for (const { name, inputSchema, outputSchema } of tools) {
        expect(() => ajv.compile(inputSchema), name).not.toThrow()
        if (outputSchema !== undefined) expect(() => ajv.compile(outputSchema), name).not.toThrow()
      }
      const { structuredContent } = await client.callTool({ name: 'list_tokens', arguments: {} })
      expect(structuredContent).toMatchObject({ tokens: [{ expires_at: null }] })
      expect(warnings).toEqual([])
      for (const spy of spies) expect(spy.mock.calls).toEqual([])
    } finally {
      await client.close()
      for (const spy of spies) spy.mockRestore()
    }
  })
})
