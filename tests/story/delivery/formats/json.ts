import type { SourceString } from '../tree.ts'
import type { Delivered, TestFormat } from './format.ts'

type Tree = { [name: string]: string | Tree }

/** Nested JSON: an object per section of the keys. */
export const json: TestFormat = {
  sourcePath: file => `web/${file}/en.json`,
  target: file => `web/${file}/{locale}.json`,
  targetPath: (file, locale) => `web/${file}/${locale}.json`,
  writeSource: strings => write(strings.map(one => [one, one.source])),
  writeTarget: strings => write(strings),
  read: content => flatten(JSON.parse(content) as Tree, ''),
  nameOf: ({ key }) => ({ key, context: undefined }),
}

function write(strings: readonly (readonly [SourceString, string])[]): string {
  const root: Tree = {}
  for (const [{ key }, text] of strings) {
    const [section = '', name = ''] = key.split('.')
    const within = root[section] ?? {}
    root[section] = typeof within === 'string' ? within : { ...within, [name]: text }
  }
  return `${JSON.stringify(root, null, 2)}\n`
}

function flatten(tree: Tree, prefix: string): readonly Delivered[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ key: `${prefix}${name}`, context: undefined, text: value }]
      : flatten(value, `${prefix}${name}.`),
  )
}
