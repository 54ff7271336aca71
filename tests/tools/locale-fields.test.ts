import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../src/errors.ts'
import { parseInput } from '../../src/tools/pipeline/parse.ts'
import { findTool, TOOLS } from '../../src/tools/registry.ts'
import { allTests } from '../harness/each-test.ts'
import { type Answer, openLoop } from './loop.ts'

/** A field of a tool that takes a locale, or several. */
interface LocaleField {
  readonly tool: string
  /** As an error names it: `items.0.locale`. */
  readonly path: string
  /** The arguments of a call that gives this value alone. */
  readonly args: (value: string) => Readonly<Record<string, unknown>>
}

const FIELDS: readonly LocaleField[] = TOOLS.flatMap(({ name, input }) =>
  listFields(input, '', '').map(({ path, wrap }) => ({
    tool: name,
    path,
    args: value => wrap(value) as Readonly<Record<string, unknown>>,
  })),
)

interface FoundField {
  readonly path: string
  readonly wrap: (value: string) => unknown
}

/** Walks a schema to every text in a field whose name ends in `locale` or `locales`. */
function listFields(schema: unknown, name: string, path: string): readonly FoundField[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return listFields(schema.def.innerType, name, path)
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => listFields(option, name, path))
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      listFields(inner, field, path === '' ? field : `${path}.${field}`).map(found => ({
        path: found.path,
        wrap: (value: string) => ({ [field]: found.wrap(value) }),
      })),
    )
  }
  if (schema instanceof z.ZodArray) {
    return listFields(schema.element, name, `${path}.0`).map(found => ({
      path: found.path,
      wrap: (value: string) => [found.wrap(value)],
    }))
  }
  return schema instanceof z.ZodString && /(^|_)locales?$/.test(name) ? [{ path, wrap: value => value }] : []
}

const named = ({ tool, path }: LocaleField) => `${tool} ${path}`

it('every tool declares its locale fields', () => {
  expect(FIELDS).toHaveLength(30)
})

describe.each([
  ['pt-BRR', 'pt'],
  ['de-', 'de'],
  ['germn!', 'de'],
  ['', 'de or pt-BR'],
])('%j, which is no BCP 47 tag', (typo, nearest) => {
  it.each(FIELDS.map(field => [named(field), field] as const))('gets the same answer from %s', (_, field) => {
    const { tool, path, args } = field
    const shown = typo === '' ? 'empty' : JSON.stringify(typo)
    expect(parseFault(tool, args(typo))).toContain(`${path} is ${shown}: give a BCP 47 tag such as ${nearest}.`)
  })
})

it.each(FIELDS.map(field => [named(field), field] as const))('accepts any spelling of a locale: %s', (_, field) => {
  for (const tag of ['DE', 'pt_BR', 'zh-hant-tw', 'iw', 'sr@latin', 'pt-rBR', 'klingon', 'qaa-Abcd', 'art-x-mine']) {
    expect(parseFault(field.tool, field.args(tag))).not.toContain(`${field.path} is`)
  }
})

/** The errors of arguments by the schema of a tool alone. */
function parseFault(tool: string, args: unknown): string {
  try {
    parseInput(findTool(tool).input.strict(), args, tool)
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

describe('a locale in the spelling of a file', () => {
  const loop = allTests(() => openLoop(['iw', 'no', 'sr@latin', 'ca@valencia', 'pt-rBR', 'zh_CN']))
  beforeAll(() => loop.push({ a: 'Apple' }))

  it('is stored canonically', async () => {
    expect((await loop.record()).target_locales).toEqual(['he', 'no', 'sr-Latn', 'ca-valencia', 'pt-BR', 'zh-CN'])
  })

  it.each([
    ['iw', 'he'],
    ['nb', 'no'],
    ['sr_Latn', 'sr-Latn'],
    ['sr@latin', 'sr-Latn'],
    ['ca@valencia', 'ca-valencia'],
    ['pt_BR', 'pt-BR'],
    ['zh-cn', 'zh-CN'],
  ])('names the target locale: %s', async (tag, locale) => {
    expect(await loop.pull({ locale: tag })).toMatchObject({ locale })
  })

  it('never suggests another language with similar letters', async () => {
    await expect(loop.pull({ locale: 'id' })).rejects.toMatchObject({
      fix: expect.not.stringContaining('Did you mean'),
    })
    await expect(loop.pull({ locale: 'nb-SJ' })).rejects.toMatchObject({
      fix: expect.stringContaining('Did you mean no?'),
    })
  })
})

describe('a well-formed locale tag', () => {
  const loop = allTests(() => openLoop(['de', 'pl']))
  beforeAll(async () => {
    await loop.push({ a: 'Apple' })
    await loop.translate({ a: 'Apfel' })
  })

  /** The other required arguments, by field or by tool. */
  const OTHERS: Readonly<Record<string, (value: string) => Readonly<Record<string, unknown>>>> = {
    annotate_entry: () => ({ key: 'a', lock: true }),
    check_text: () => ({ source: 'Apple', text: 'Apfel' }),
    compare_translations: () => ({ path: 'locales/en.json', texts: {} }),
    'create_project source_locale': () => ({ project: 'ada/new', target_locales: ['de'] }),
    'create_project target_locales.0': () => ({ project: 'ada/new', source_locale: 'en' }),
    list_changes: () => ({ key: 'a' }),
    push_translations: value => ({ files: [{ path: 'locales/x.json', content: '{}', locale: value }] }),
    revert_changes: value => ({ person: 'ada', items: [{ key: 'a', locale: value }] }),
    'review_translations items.0.locale': value => ({ items: [{ key: 'a', action: 'approve', locale: value }] }),
    'review_translations locale': () => ({ items: [{ key: 'a', action: 'approve' }] }),
    submit_translations: () => ({ items: [{ key: 'a', src: '00000000', text: 'x' }] }),
  }

  /** The answer of a tool to this locale: an error, or the refusal of an item. */
  async function answerOf(field: LocaleField, value: string): Promise<{ why: unknown; fix: unknown }> {
    const { tool, args } = field
    const place = 'target' in findTool(tool).input.shape ? { target: loop.project } : { project: loop.project }
    const others = OTHERS[named(field)] ?? OTHERS[tool]
    try {
      const { refused = [] } = await loop.ada.call<Answer>(tool, { ...place, ...args(value), ...others?.(value) })
      return { why: refused[0]?.['why'], fix: refused[0]?.['fix'] }
    } catch (error) {
      if (error instanceof AppError) return { why: error.message, fix: error.fix }
      throw error
    }
  }

  it.each(FIELDS.map(field => [named(field), field] as const))(
    'that names no locale gets the same answer from %s',
    async (_, field) => {
      const { why } = await answerOf(field, 'germn')
      expect(why).toMatch(/(?:^|: )[a-z_.0-9]+ is "germn": give a BCP 47 tag such as de\.$/)
    },
  )

  const ofProject = FIELDS.filter(
    field => !/^(create_project|get_voice|get_glossary)|(source|target|add)_locale/.test(named(field)),
  )
  it.each(ofProject.map(field => [named(field), field] as const))(
    'that names no target gets the same answer from %s',
    async (_, field) => {
      const { why, fix } = await answerOf(field, 'pl-Latn')
      expect(why).toMatch(/(?:^|: )[a-z_.0-9]+ is "pl-Latn", which is not a target locale of the project\.$/)
      expect(fix).toBe('The project’s target locales are de, pl. Did you mean pl?')
    },
  )
})
