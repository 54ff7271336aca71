import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Format, WriteRequest } from '../format.ts'
import { leadBefore } from '../json/style.ts'
import { toTranslations } from '../repeated-keys.ts'
import { type Edit, splice } from '../splice.ts'
import type { FileRules } from '../tree/cut.ts'
import { listScriptCode } from './code.ts'
import { describeLeftAlone, listContents, listEntries, type ScriptText } from './entries.ts'
import { scriptFault, tokenize } from './lexer.ts'
import { findMemberEnd, mergeInto } from './merge.ts'
import { listDeclared, parseScript, type ScriptFile } from './module.ts'
import { newFile } from './render.ts'
import { toSourceNames } from './source-names.ts'
import { detectStyle } from './style.ts'
import { type ArrayNode, listChildren, type ObjectNode, type ScriptMember, type ScriptNode } from './tree.ts'

/** Returns the text of a file without some of its literals, with their lines and commas, and without objects and arrays that become empty. */
function removeTexts({ text, main }: ScriptFile, rules: FileRules): string {
  const gone = new Set<ScriptNode>()
  findGone(main.object, undefined, rules, gone)
  return gone.size === 0 ? text : splice(text, [...removeIn(text, main.object, gone)])
}

/** Collects what is removed completely; returns whether a node is, and whether a text in it was withdrawn. */
function findGone(node: ScriptNode, key: string | undefined, rules: FileRules, gone: Set<ScriptNode>) {
  const parts: readonly { readonly isGone: boolean; readonly isWithdrawn: boolean }[] = listChildren(node, key).map(
    child => findGone(child.node, child.key, rules, gone),
  )
  const isText = node.kind === 'text'
  const isWithdrawn = isText ? rules.isWithdrawn(key ?? '') : parts.some(part => part.isWithdrawn)
  const isAll = isText ? rules.isRemoved(key ?? '') : parts.length > 0 && parts.every(part => part.isGone)
  // The statement of a linked object stays.
  const stays = key === undefined || (node.kind === 'object' && node.isLinked === true)
  const isGone = !stays && (isAll || (isWithdrawn && node.kind !== 'object'))
  if (isGone) gone.add(node)
  return { isGone, isWithdrawn }
}

function* removeIn(text: string, node: ScriptNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  if (node.kind === 'object') yield* removeMembers(text, node, gone)
  else if (node.kind === 'array') yield* removeItems(node, gone)
  for (const child of listChildren(node)) if (!gone.has(child.node)) yield* removeIn(text, child.node, gone)
}

function* removeMembers(text: string, { members }: ObjectNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  const kept = members.findLast(member => !gone.has(member.node))
  let run: ScriptMember[] = []
  for (const member of [...members, undefined]) {
    if (member !== undefined && gone.has(member.node)) run.push(member)
    else {
      yield* removeRun(text, run)
      run = []
    }
  }
  const last = members.at(-1)
  const isLastGone = last !== undefined && kept !== last && last.comma === undefined
  // The file has no trailing commas.
  if (isLastGone && kept?.comma !== undefined) yield { start: kept.comma - 1, end: kept.comma, text: '' }
}

function* removeRun(text: string, run: readonly ScriptMember[]): Generator<Edit> {
  const [member] = run
  const last = run.at(-1)
  if (member === undefined || last === undefined) return
  const first = member.above[0]?.start ?? member.start
  const lead = leadBefore(text, first)
  const start = first - lead.length
  const end = findMemberEnd(last)
  const isAfterBlank = lead.includes('\n') && /\n[ \t]*$/.test(text.slice(Math.max(0, start - MAX_BLANKS), start))
  const blank = isAfterBlank ? /^[ \t]*\r?\n(?=[ \t]*\r?\n)/.exec(text.slice(end, end + MAX_BLANKS))?.[0] : undefined
  yield { start, end: end + (blank?.length ?? 0), text: '' }
}

/** Characters around a member that are searched for blank lines. */
const MAX_BLANKS = 200

/** Only the last elements of an array are removed, because the others would change their positions. */
function* removeItems({ items }: ArrayNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  const kept = items.findLastIndex(item => !gone.has(item))
  const [stays, last] = [items[kept], items.at(-1)]
  if (stays !== undefined && last !== undefined && stays !== last) yield { start: stays.end, end: last.end, text: '' }
}

const EXTENSION = /\.(?:[cm]?js|ts)$/i
const FOLDERS = /^(?:i18n|intl|l10n|lang|langs|languages?|locales?|localizations?|messages|nls|strings|translations?)$/i
/** Scripts of such folders that set up a library, or are no texts. */
const OTHER_NAMES = /^(?:index|setup|config|types?|utils?|helpers?|constants)$/i
const EXPORT = /\bexport\s+(?:default\b|const\b|let\b|var\b|=|\{)|\bmodule\s*\.\s*exports\s*=/

/** Whether a script may hold texts: by its name or folder, and because it exports something. */
function isMessagesScript(path: string, text: string): boolean {
  if (!EXTENSION.test(path)) return false
  const segments = path.split('/')
  const stem = (segments.pop() ?? '').replace(EXTENSION, '')
  const namesLocale = segments.some(isLocaleName)
  const isNamed = isLocaleName(stem) || stem.split(/[._-]/).some(isLocaleName)
  if (/\.(?:d|config|test|spec|stories)$/i.test(stem)) return false
  if (!namesLocale && !isNamed && (!segments.some(name => FOLDERS.test(name)) || OTHER_NAMES.test(stem))) return false
  return text.includes('{') && EXPORT.test(text)
}

/**
 * Objects with texts in TypeScript and JavaScript: the string literals of the object that a file exports. Nothing is run, and nothing but names, string
 * literals and functions of the source is written: such a file is code. All other values are left alone, and the answer of a push names them.
 */
export const typescript: Format = {
  id: 'typescript',
  extensions: '.ts, .js, .mjs, .cjs',
  escape: /\0|\\(?:(0(?![0-9])|x00|u0000|u\{0{1,6}\})|[^])/g,
  about: {
    name: 'TypeScript and JavaScript objects',
    placeholders: 'Detected, such as ICU, i18next, vue-i18n',
    plurals: 'Those of the message syntax',
    notes: 'The comments above a key and behind its value, then those of the objects around it',
    unsupported:
      'Only the string literals of one exported object are entries: `export default { … }`, `export const en = { … }`, `module.exports = { … }`, `export { en }`, also as the argument of a function beside literals, or given to an empty object: `en.strings = { … }`. ' +
      'Templates with `${…}`, and functions that only return a string or a template, are texts, too: each `${…}` is a placeholder. ' +
      'Other functions, spreads, computed names and other expressions are left alone and named when you push. ' +
      'A translation may have other functions for keys with a function in the source: those that compute a text from the same parameters, with calls that the source has. A new target file has the translated keys alone, with the imports and types of the object: ' +
      'if a type demands every key, the compiler reports those that are missing. JSX is refused.',
  },
  matches: isMessagesScript,
  read(text, rootLocale) {
    const file = parseScript(text)
    if (rootLocale !== undefined) assertNoLocales(file, rootLocale)
    const contents = listContents(file)
    const entries = listEntries(file, contents)
    const { eol, indent } = detectStyle(file)
    const leftAlone = describeLeftAlone(file, contents)
    return {
      entries,
      options: {
        syntax: detectSyntax(entries.flatMap(({ value, syntax }) => (syntax === undefined ? [value] : []))),
        separator: '.',
        indent,
        eol,
        final_newline: text.endsWith('\n'),
        ...(leftAlone !== undefined && { left_alone: leftAlone }),
      },
    }
  },
  readTarget(text, _locale, source) {
    const file = parseScript(text)
    return toTranslations(listEntries(file, { texts: listTexts(file, source) }))
  },
  listCode: text => listScriptCode(parseScript(text)),
  write: request => writeScript(request),
}

/** Rejects a file whose object has its texts below locales: each is a file of its own here. */
function assertNoLocales({ text, main }: ScriptFile, rootLocale: string): void {
  const { members } = main.object
  const own = members.find(({ name = '' }) => spellsLocale(name, rootLocale))
  if (own === undefined || !members.every(({ name = '', node }) => node.kind === 'object' && isLocaleName(name))) return
  const fix = `Put each language into a file of its own, which exports its texts without ${own.name} around them.`
  throw scriptFault(text, own.start, `the texts are below the locale ${own.name}`, fix)
}

/** The texts of a target file, with the names of parameters that its source has. */
function listTexts(file: ScriptFile, source: string | undefined): readonly ScriptText[] {
  const { texts } = listContents(file)
  const hasCode = texts.some(({ node }) => (node.frame?.expressions.length ?? 0) > 0)
  if (source === undefined || !hasCode) return texts
  const models = new Map(listContents(parseScript(source)).texts.map(({ key, node }) => [key, node]))
  return texts.map(one => ({ ...one, node: { ...one.node, value: toSourceNames(one.node, models.get(one.key)) } }))
}

function writeScript(request: WriteRequest): string {
  const { values } = request
  const sibling = request.sibling === undefined ? undefined : parseScript(request.sibling)
  if (request.base === undefined || tokenize(request.base).next().done === true) {
    const head = request.base?.trimEnd()
    const written = newFile(parseScript(request.source), sibling, request)
    return head ? `${head}\n\n${written}` : written
  }
  const source = parseScript(request.source)
  const base = removeDropped(source, parseScript(request.base), request)
  const style = detectStyle(base, detectStyle(source))
  return mergeInto(base, source.main.object, { from: source.text, values, style, declared: listDeclared(base) })
}

function removeDropped(source: ScriptFile, base: ScriptFile, { removed, withdrawn, values }: WriteRequest): ScriptFile {
  const current = new Set(listContents(source).texts.map(({ key }) => key))
  const text = removeTexts(base, {
    isRemoved: key => removed?.has(key) === true && !current.has(key) && !values.has(key),
    isWithdrawn: key => withdrawn?.has(key) === true && !values.has(key),
  })
  return text === base.text ? base : parseScript(base.bom + text)
}
