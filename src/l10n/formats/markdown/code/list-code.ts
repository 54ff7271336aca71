import { type CodePiece, toPieces } from '../../code.ts'
import type { Span } from '../../splice.ts'
import { type Dialect, type Node, parseTree, spanOf } from '../parse.ts'
import { listPlainCode } from './html-code.ts'

/** Lists what a renderer of Markdown runs, in file order: imports, expressions, scripts, event handlers, and links that are scripts. */
export function listMarkdownCode(content: string, dialect: Dialect): readonly CodePiece[] {
  const bom = content.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = content.slice(bom.length)
  const spans: Span[] = []
  const quiet: Span[] = []
  const open: Node[] = [parseTree(text, dialect)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []).toReversed())
    const span = spanOf(node)
    const raw = text.slice(span.start, span.end)
    if (node.type === 'yaml' || (node.type === 'code' && /^(?:`{3}|~{3})/.test(raw))) quiet.push(span)
    // A renderer can read the start of code as a part of a link, and TOML as text.
    else if (node.type === 'inlineCode' || node.type === 'toml') {
      quiet.push(span)
      if (MAYBE_ACTIVE.test(raw)) spans.push(span)
    } else spans.push(...listNodeCode(text, node, span))
  }
  spans.push(...listPlainCode(mask(text, quiet), dialect))
  return toPieces(bom, text, spans)
}

const MAYBE_ACTIVE = /[{}]|\bon[a-z]{3,}\s*=|<\/?(?:script|iframe|object|embed)\b|script:/i
/** An expression with a comment, or with a text without an escape. */
const INERT_EXPRESSION = /^(?:\{\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/|"[^"\\\n{}]*"|'[^'\\\n{}]*')?\s*\}|<!--[^]*-->)$/

function* listNodeCode(text: string, node: Node, span: Span): Generator<Span> {
  switch (node.type) {
    case 'mdxjsEsm':
      return yield* splitModule(text, span)
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      if (!INERT_EXPRESSION.test(text.slice(span.start, span.end))) yield span
      return
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      for (const attribute of node.attributes ?? []) {
        const isText = attribute.value === null || typeof attribute.value === 'string'
        const own = spanOf(attribute)
        // A renderer can read an attribute as a part of a link.
        if (!isText || /[{}]/.test(text.slice(own.start, own.end))) yield own
      }
  }
}

/** The statements of imports and exports without a blank line between them. */
function* splitModule(text: string, { start, end }: Span): Generator<Span> {
  let from = start
  for (const { index } of text.slice(start, end).matchAll(/\n(?=(?:import|export)\b)/g)) {
    yield { start: from, end: start + index }
    from = start + index + 1
  }
  yield { start: from, end }
}

/** Replaces spans by blanks of the same length. */
function mask(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}
