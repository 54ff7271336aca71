import { assertCount, truncateNote } from '../faults.ts'
import type { SourceEntry } from '../format.ts'
import { positionAt } from '../position.ts'
import { mergeRepeated } from '../repeated-keys.ts'
import { scriptFault } from './lexer.ts'
import type { ScriptFile } from './module.ts'
import { listChildren, type ScriptMember, type ScriptNode, type TextNode } from './tree.ts'

/** A string literal with its key. */
export interface ScriptText {
  readonly key: string
  readonly node: TextNode
  /** The members on the way to it, from the inside out. */
  readonly members: readonly ScriptMember[]
}

interface Contents {
  readonly texts: readonly ScriptText[]
  /** The values that are no literals. */
  readonly leftAlone: readonly { readonly key: string; readonly start: number }[]
}

/** Lists the string literals of a file with their keys, and the values that are left alone. */
export function listContents({ text, main, objects }: ScriptFile): Contents {
  const texts: ScriptText[] = []
  const leftAlone: { key: string; start: number }[] = []
  const visit = (node: ScriptNode, key = '', members: readonly ScriptMember[] = []): void => {
    if (node.kind === 'text') texts.push({ key, node, members })
    else if (node.kind === 'other' && node.part === undefined) leftAlone.push({ key, start: node.start })
    for (const { node: child, key: path = labelUnnamed(text, child, key), member } of listChildren(
      node,
      key || undefined,
    ))
      visit(child, path, member === undefined ? members : [member, ...members])
  }
  visit(main.object)
  const others = objects.filter(({ isExported, start }) => isExported && start !== main.start)
  for (const { name = '', start } of others) leftAlone.push({ key: name, start })
  return { texts, leftAlone }
}

/** Names a spread or computed property by its code. */
function labelUnnamed(text: string, { start, end }: ScriptNode, parent: string): string {
  const [label = ''] = text.slice(start, Math.min(end, start + MAX_LABEL)).split(/[:(\n]/)
  return parent === '' ? label.trim() : `${parent}.${label.trim()}`
}

/** Maximum characters of code that name a value without a key. */
const MAX_LABEL = 20

/**
 * Lists the entries of a file.
 * @throws AppError `invalid_input` above the limit
 */
export function listEntries({ text }: ScriptFile, { texts }: Pick<Contents, 'texts'>) {
  const ofFile = /\bBaseTranslation\b/.test(text) ? OF_DICTIONARY : undefined
  const listed = texts.map(({ key, node: { start, value, frame }, members }, at) => {
    assertCount(at, (what, fix) => scriptFault(text, start, what, fix))
    const notes = members.map(member => readNote(text, member)).filter(note => note !== '')
    const description = truncateNote(notes.join('\n'))
    const hasCode = (frame?.expressions.length ?? 0) > 0
    return [
      start,
      { key, value, ...(description !== '' && { description }), ...(hasCode ? OF_TEMPLATE : ofFile) },
    ] as const
  })
  return mergeRepeated(text, listed)
}

/** A text with the expressions of a template literal, whatever the syntax of the file is. */
const OF_TEMPLATE: Pick<SourceEntry, 'syntax' | 'tags'> = { syntax: 'plain', tags: ['template-literal-format'] }

/** A text of typesafe-i18n, in which `{{singular|plural}}` is no placeholder. */
const OF_DICTIONARY: typeof OF_TEMPLATE = { syntax: 'plain', tags: ['python-brace-format'] }

/** Maximum values that are named. */
const MAX_NAMED = 5

/** Names the values that are left alone: `home.title (line 4), items.0 (line 9) and 3 more`. */
export function describeLeftAlone({ text }: ScriptFile, { leftAlone }: Contents): string | undefined {
  if (leftAlone.length === 0) return undefined
  const named = leftAlone
    .slice(0, MAX_NAMED)
    .map(({ key, start }) => `${key.slice(0, 60)} (line ${positionAt(text, start).line})`)
  const more = leftAlone.length > MAX_NAMED ? ` and ${leftAlone.length - MAX_NAMED} more` : ''
  return `${named.join(', ')}${more}`
}

/** Comments for tools, not for translators. */
const DIRECTIVE = /^\s*(?:eslint|prettier|biome|ts-|@ts-|istanbul|v8 ignore|#(?:end)?region)/

function readNote(text: string, { above, behind, description = '' }: ScriptMember): string {
  if (above.length + behind.length === 0) return description
  const comments = [...above, ...behind].flatMap(({ start, end }) => {
    const raw = text.slice(start, end)
    const isLine = raw.startsWith('//')
    const lines = isLine ? [raw.slice(2)] : raw.slice(2, -2).split(/\r?\n/)
    const bare = lines.map(line => (isLine ? line : line.replace(/^\s*\*+ ?/, '')).trim())
    const note = bare.join('\n').trim()
    return note === '' || DIRECTIVE.test(note) ? [] : [note]
  })
  return [...comments, description].filter(note => note !== '').join('\n')
}
