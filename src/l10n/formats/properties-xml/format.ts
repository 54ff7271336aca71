import type { Format } from '../format.ts'
import { detectPropertiesSyntax, hasArguments } from '../properties/syntax.ts'
import { type DataDialect, readData, readDataTarget, writeData } from '../resx/format.ts'

const DIALECT: DataDialect = {
  name: 'Java XML properties',
  root: 'properties',
  item: 'entry',
  key: 'key',
  model: 'java.util.Properties does: <properties><entry key="…">…</entry></properties>',
}

/** Java's properties in XML, as `Properties.storeToXML` writes them. */
export const propertiesXml: Format = {
  id: 'properties-xml',
  extensions: '.xml',
  escape: /\0/g,
  about: {
    name: 'Java properties in XML',
    marks: 'The root element `<properties>` with `<entry key="…">`',
    example: 'src/main/resources/messages_en.xml',
    placeholders: 'Those of Java properties: `java.text.MessageFormat`, or others, detected by file',
    plurals: 'Those of the detected syntax, and `{0,choice,…}`, inside the message',
    notes: 'XML comments above an entry',
    unsupported: '`<comment>` of the file is kept; a new file copies it.',
  },
  matches: (path, text) => /\.xml$/i.test(path) && isProperties(text),
  read(text) {
    const { entries, options } = readData(text, DIALECT)
    const texts = entries.map(({ value }) => (typeof value === 'string' ? value : ''))
    const { syntax, withoutArguments } = detectPropertiesSyntax(texts)
    const isPlain = (at: number): boolean => syntax !== withoutArguments && !hasArguments(texts[at] ?? '')
    return {
      entries: entries.map((entry, at) => (isPlain(at) ? { ...entry, syntax: withoutArguments } : entry)),
      options: { ...options, syntax },
    }
  },
  readTarget: (text, _locale, source) => readDataTarget(text, source, DIALECT),
  write: request => writeData(request, DIALECT),
}

/** How far the root may be from the start of a file. */
const MAX_HEAD = 4_000

/** Whether the first element of a file is that of properties. */
function isProperties(text: string): boolean {
  const head = text.slice(0, MAX_HEAD).replace(/<!--[^]*?-->/g, '')
  const root = head.search(/<[A-Za-z]/)
  return /^<properties[\s>]/.test(head.slice(root, root + 20)) && /<entry\s+key\s*=/.test(text)
}
