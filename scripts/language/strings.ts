import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** A text of the source that people or agents read. */
export interface SourceString {
  readonly line: number
  readonly text: string
}

/** A sentence or a heading, of three words or more. Names, paths and fragments of code are none. */
const isProse = (text: string): boolean =>
  (/^["“]?\p{Lu}/u.test(text) || /[.!?]$/.test(text)) &&
  /\p{Ll}/u.test(text) &&
  (text.match(/(?<!\S)[("“]?\p{L}{2,}/gu)?.length ?? 0) >= 3

/** The texts of a module: string literals and templates that read as sentences, and the content of elements. An expression counts as one word. */
export function readStrings(path: string): readonly SourceString[] {
  const source = readFileSync(path, 'utf8')
  const found: SourceString[] = []
  const add = (at: number, text: string): void => {
    const clean = text.replace(/\s+/g, ' ').trim()
    if (isProse(clean)) found.push({ line: source.slice(0, at).split('\n').length, text: clean })
  }
  const contentOf = (children: readonly JsxChild[]): string =>
    children
      .map(child => {
        if (child.type === 'JSXText') return child.value
        if (child.type === 'JSXElement' || child.type === 'JSXFragment') return contentOf(child.children)
        return /^\{'\s*'\}$/.test(source.slice(child.start, child.end)) ? ' ' : 'X'
      })
      .join('')
  const visited = new Set<number>()
  const markChildren = (children: readonly JsxChild[]): void => {
    for (const child of children) {
      if (child.type !== 'JSXElement' && child.type !== 'JSXFragment') continue
      visited.add(child.start)
      markChildren(child.children)
    }
  }
  const element = ({ start, children }: JsxParent): void => {
    if (visited.has(start) || !children.some(({ type, value }) => type === 'JSXText' && /\p{L}/u.test(value ?? '')))
      return
    markChildren(children)
    add(start, contentOf(children))
  }
  new Visitor({
    Literal: node => {
      if (typeof node.value === 'string') add(node.start, node.value)
    },
    TemplateLiteral: node => add(node.start, node.quasis.map(({ value }) => value.cooked ?? '').join('X')),
    JSXElement: node => element(node as unknown as JsxParent),
    JSXFragment: node => element(node as unknown as JsxParent),
  }).visit(parseSync(path, source).program)
  return found
}

interface JsxParent {
  readonly start: number
  readonly children: readonly JsxChild[]
}
interface JsxChild extends JsxParent {
  readonly type: string
  readonly end: number
  readonly value: string
}
