import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** Keys that no module names: as a literal, as the start of keys, or as a template with that shape: `layout.theme.${theme}`. */
export function findUnusedKeys(keys: Iterable<string>, paths: readonly string[]): readonly string[] {
  const literals = new Set<string>()
  const templates: RegExp[] = []
  const starts: string[] = []
  for (const path of paths) {
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value !== 'string') return
        if (/^[a-z_]+\.([a-z_]+\.)+$/.test(value)) starts.push(value)
        literals.add(value)
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.cooked ?? '')
        if (/^[a-z_]+\.[a-z_.]*$/.test(parts[0] ?? '')) templates.push(toPattern(parts))
      },
    }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  }
  return [...keys].filter(
    key =>
      !literals.has(key) &&
      !starts.some(start => key.startsWith(start)) &&
      !templates.some(template => template.test(key)),
  )
}

const toPattern = (parts: readonly string[]): RegExp =>
  new RegExp(`^${parts.map(part => part.replaceAll('.', String.raw`\.`)).join('[a-z0-9_]+')}$`)
