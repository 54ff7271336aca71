import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/tools/registry.ts'
import { allTests } from '../harness/each-test.ts'
import { openTestApp } from './test-app.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly { readonly bearer: readonly string[] }[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Record<string, unknown> } }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Document {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const testApp = allTests(() => openTestApp())
let document: Document

beforeAll(async () => {
  const response = await fetch(`${testApp.url}/api/openapi.json`)
  document = (await response.json()) as Document
})

describe('/api/openapi.json', () => {
  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) })
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: testApp.services.baseUrl }])
  })

  it('gives each schema one type: nullable values have anyOf', () => {
    expect(JSON.stringify(document)).not.toContain('"type":[')
  })

  it('has every route of every tool, each with a name of its own', () => {
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    // One more: the events of a run, which are not a tool's answer.
    expect(operations).toHaveLength(TOOLS.flatMap(tool => tool.rest).length + 1)
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, scope, rest } of TOOLS) {
      if (rest.length === 0) continue
      const operation = operations.find(({ operationId }) => operationId === name)
      expect(operation?.security).toEqual([{ bearer: scope === null ? [] : [scope] }])
    }
  })

  it('says which lists of the query may be separated by commas', () => {
    const find = (path: string, method: string, name: string): string | undefined =>
      document.paths[`/api/projects/{account}/{project}/${path}`]?.[method]?.parameters.find(one => one.name === name)
        ?.description
    expect(find('work', 'get', 'keys')).toMatch(/comma is part of the value/)
    expect(find('work', 'get', 'files')).toMatch(/comma is part of the value/)
    expect(find('work', 'get', 'locales')).toMatch(/separate them with commas/)
    expect(find('file', 'put', 'families')).toMatch(/separate them with commas/)
    expect(find('work', 'get', 'locale')).toBeUndefined()
  })

  it('describes bodies as they are validated, without path parameters', () => {
    const schema = document.paths['/api/tokens/{id}']?.['patch']?.requestBody?.content['application/json'].schema
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(schema?.['properties']).toHaveProperty('name')
    expect(schema?.['properties']).not.toHaveProperty('id')
  })

  it('describes fields of GET as query parameters, and 204 without content', () => {
    const list = document.paths['/api/tokens']?.['get']
    expect(list?.parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual([
      'query limit',
      'query cursor',
    ])
    expect(document.paths['/api/tokens/{id}']?.['delete']?.responses['204']).toEqual({ description: 'Done' })
  })

  it('describes an object in the query as JSON', () => {
    const pull = document.paths['/api/projects/{account}/{project}/file']?.['get']
    expect(pull?.parameters.find(({ name }) => name === 'have')).toMatchObject({
      in: 'query',
      content: { 'application/json': { schema: { type: 'object' } } },
    })
  })

  it('distinguishes the bytes of a file from its JSON answer by media type', () => {
    const responses = document.paths['/api/projects/{account}/{project}/file']?.['get']?.responses ?? {}
    const { content } = responses['200'] as { content: Record<string, { schema: Record<string, unknown> }> }
    expect(Object.keys(content).sort()).toEqual(['application/json', 'application/octet-stream'])
    expect(content['application/json']?.schema['properties']).toHaveProperty('files')
    expect(content['application/octet-stream']?.schema).toEqual({})
  })
})
