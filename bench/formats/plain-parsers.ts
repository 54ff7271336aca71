import { parse as parseScript } from '@babel/parser'
import { parse as parseToml } from '@decimalturn/toml-patch'
import { FluentParser } from '@fluent/syntax'
import { po } from 'gettext-parser'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mdxFromMarkdown } from 'mdast-util-mdx'
import { gfm } from 'micromark-extension-gfm'
import { mdxjs } from 'micromark-extension-mdxjs'
import { Engine } from 'php-parser'
import { getProperties } from 'properties-file'
import { SaxesParser } from 'saxes'
import { parseDocument } from 'yaml'

/** A parser that others wrote for a format. It only reads, without the places of texts. */
interface PlainParser {
  readonly name: string
  parse(text: string): unknown
}

const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '')

const json: PlainParser = { name: 'JSON.parse', parse: text => JSON.parse(withoutBom(text)) as unknown }
const xml: PlainParser = { name: 'saxes', parse: text => new SaxesParser().write(withoutBom(text)).close() }
const yaml: PlainParser = { name: 'yaml', parse: text => parseDocument(text) }

/** Plain parsers by format. There is none for Apple's `.strings` and CSV. */
export const PLAIN_PARSERS: Readonly<Record<string, PlainParser>> = {
  android: xml,
  arb: json,
  compose: xml,
  fluent: { name: '@fluent/syntax', parse: text => new FluentParser({ withSpans: false }).parse(withoutBom(text)) },
  'go-i18n': json,
  i18next: json,
  json,
  markdown: {
    name: 'mdast',
    parse: text => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  },
  mdx: {
    name: 'mdast',
    parse: text =>
      fromMarkdown(text, { extensions: [gfm(), mdxjs()], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] }),
  },
  php: { name: 'php-parser', parse: text => new Engine({}).parseCode(withoutBom(text), 'file.php') },
  po: { name: 'gettext-parser', parse: text => po.parse(text) },
  properties: { name: 'properties-file', parse: text => getProperties(withoutBom(text)) },
  rails: yaml,
  'qt-linguist': xml,
  'properties-xml': xml,
  resx: xml,
  stringsdict: xml,
  toml: { name: 'toml-patch', parse: text => parseToml(withoutBom(text)) },
  typescript: {
    name: '@babel/parser',
    parse: text => parseScript(text, { sourceType: 'module', plugins: ['typescript'] }),
  },
  xcstrings: json,
  xliff: xml,
  yaml,
}
