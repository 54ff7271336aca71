import type { Syntax } from '../../message/message.ts'
import type { Format, ParsedSource } from '../format.ts'
import { type OutlinedSource, ofDialect } from '../json/dialect.ts'
import { readDetails } from '../json/messages/details.ts'
import {
  findFields,
  findFirstField,
  isMessagesFile,
  isOwnPath,
  type MessagePlaces,
  outlineMessages,
} from '../json/messages/fields.ts'
import { planMessages } from '../json/messages/plan.ts'
import { textsIn } from '../json/outline.ts'
import { findProperty, type JsonTree, listProperties } from '../json/tree.ts'

/**
 * JSON whose values are objects with a text and its notes, or texts. The text is under `message` in browser extensions, Docusaurus and Visual Studio Code, under
 * `defaultMessage`, `string` or `translation` in other programs.
 */
export const jsonMessages: Format = {
  id: 'json-messages',
  ...ofDialect({
    isNested: tree => findFields(tree)?.isNested === true,
    source: tree => outlineMessages(tree, findPlaces(tree)),
    target(tree, _locale, source) {
      const isOfSource = source !== undefined && findFirstField(source.tree.root) !== undefined
      if (!isOfSource) return outlineMessages(tree, findPlaces(tree))
      const keys = new Set(textsIn(source.root).map(({ key }) => key))
      return outlineMessages(tree, { ...findPlaces(source.tree), keys })
    },
    plan: (root, request) => planMessages(root, request, getField(request.source)),
    keepsLayout: true,
    describe: describeMessages,
  }),
  about: {
    name: 'JSON messages with notes (browser extensions, Docusaurus, Visual Studio Code)',
    marks:
      'The path (`_locales/*/messages.json`, `package.nls.json`, `bundle.l10n.json`, `i18n/*/code.json`), or objects with `message`, `messageformat`, `string` or `translation` alone, of which one has a note',
    example: '_locales/en/messages.json',
    placeholders: '`$NAME$` and `$1` in browser extensions; otherwise detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes:
      '`description`, `comment`, `developer_comment`, `notes`, `meaning`, `context`, and the content and example of `placeholders`',
    unsupported: 'All other properties are kept, and copied with a new entry. `$schema` and `@@` properties are kept.',
    details: [
      'Texts: an entry is an object or a plain text, as in the target file. A new entry has the form of most others there, and a new file that of the source.',
      'Placeholders: a new entry has the `placeholders` of the source. A changed text with `$NAME$` gets those that it lacks.',
    ],
  },
  matches: isMessagesFile,
  rivals: ({ path, options }) => (options['shape'] === 'message' && !isOwnPath(path) ? ['json'] : []),
}

const getField = ({ root }: JsonTree) => findFirstField(root) ?? 'message'

const findPlaces = (tree: JsonTree): MessagePlaces => ({ field: getField(tree), nested: tree.nested })

function describeMessages({ entries, options }: ParsedSource, { tree }: OutlinedSource): ParsedSource {
  const details = readDetails(tree.root, tree.nested)
  const texts = entries.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const shape = findShape(tree, texts)
  return {
    entries: entries.map(entry => ({ ...entry, ...details.get(entry.key) })),
    options: { ...options, syntax: toSyntax(options.syntax, shape, texts), shape },
    ...(shape === 'webextension' && { families: ['webextension'] }),
  }
}

/** The programs that have the text in a field of their own. */
const SHAPES = new Map(Object.entries({ defaultMessage: 'formatjs', string: 'transifex', translation: 'lokalise' }))

/** What only browsers replace: a name between dollar signs, or a number behind one where all keys are names. */
const NAME = /\$[A-Za-z][A-Za-z0-9_@]*\$/
const NUMBER = /\$[1-9](?![\d$]|[.,]\d)/
const KEY = /^[A-Za-z0-9_@]+$/

/** Finds the program that a source file is written for, as far as its content shows it. */
function findShape(tree: JsonTree, texts: readonly string[]): string {
  const field = getField(tree)
  if (field !== 'message') return SHAPES.get(field) ?? field
  const messages = listProperties(tree.root)
  const has = (name: string, type: string): boolean =>
    messages.some(({ value }) => findProperty(value, name)?.value.type === type)
  if (has('placeholders', 'object') || texts.some(text => NAME.test(text))) return 'webextension'
  if (has('comment', 'array')) return 'vscode'
  const isNamed = messages.every(({ name }) => KEY.test(name))
  return isNamed && texts.some(text => NUMBER.test(text)) ? 'webextension' : 'message'
}

/** Programs that do not read ICU. */
const OWN_SYNTAX: ReadonlySet<string> = new Set(['message', 'webextension', 'vscode'])

const ICU_CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,/

/** Braces of programs with a syntax of their own are no arguments of ICU, unless a text has a choice. */
function toSyntax(detected: Syntax, shape: string, texts: readonly string[]): Syntax {
  if (detected !== 'icu' || !OWN_SYNTAX.has(shape)) return detected
  return texts.some(text => ICU_CHOICE.test(text)) ? 'icu' : 'plain'
}
