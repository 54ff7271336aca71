import type { SourceString } from '../tree.ts'
import type { TestFormat } from './format.ts'

const toName = (key: string): string => key.replace('.', '_')

/** Android string resources. */
export const android: TestFormat = {
  sourcePath: file => `res/values/${file}.xml`,
  target: file => `res/values-{locale_android}/${file}.xml`,
  targetPath: (file, locale) => `res/values-${locale}/${file}.xml`,
  writeSource: strings => write(strings.map(one => [one, one.source])),
  writeTarget: strings => write(strings),
  read: content =>
    Array.from(content.matchAll(/<string name="([^"]+)">([^<]*)<\/string>/g), ([, key = '', text = '']) => ({
      key,
      context: undefined,
      text,
    })),
  nameOf: ({ key }) => ({ key: toName(key), context: undefined }),
}

function write(strings: readonly (readonly [SourceString, string])[]): string {
  const rows = strings.map(([{ key }, text]) => `    <string name="${toName(key)}">${text}</string>\n`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${rows.join('')}</resources>\n`
}
