import type { WriteRequest } from '../format.ts'
import { detectIndent, isBlankLine } from '../xml/edit.ts'
import { getAttribute, type XmlDocument } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'
import { type Rendering, renderResource } from './render.ts'
import type { Keys, Resource, ResourceList } from './resources.ts'

interface NewFile {
  readonly source: XmlDocument
  readonly resources: ResourceList
  readonly keys: Keys
  readonly sibling: XmlDocument | undefined
  readonly request: WriteRequest
  readonly escapes: Escapes
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

/**
 * Creates a target file: the resources with values, in the order of the source, with its blank lines if the sibling has such, and without notes. The root
 * declares only the prefixes that the file uses. A base without elements keeps its declaration and comments.
 */
export function createFile({ source, resources, keys, sibling, request, escapes }: NewFile): string {
  const model = sibling ?? source
  const { eol, bom } = model
  const indent = detectIndent(model)
  const missing = new Set<string>()
  const { values } = request
  const own = request.base?.replace(/^\uFEFF/, '').trim() ?? ''
  // Only a file with the DOCTYPE of the source knows its entities.
  const entities = own === '' ? source.entities : new Set<string>()
  const rendering: Rendering = {
    escapes,
    source,
    values,
    target: { eol, entities },
    indent,
    prefixes: new Set(),
    missing,
  }
  const hasGroups = sibling === undefined || countGroups(sibling) > 1
  const lines: string[] = []
  let isNewGroup = false
  for (const resource of resources.all) {
    isNewGroup ||= hasBlankLineAbove(source, resource)
    if (!resource.isTranslatable || resource.repeats !== undefined) continue
    const rendered = renderResource(rendering, resource, keys.get(resource))
    if (rendered === undefined) continue
    if (hasGroups && isNewGroup && lines.length > 0) lines.push('')
    isNewGroup = false
    lines.push(...rendered.map(line => indent + line))
  }
  const namespaces = [...missing].map(prefix => ` xmlns:${prefix}="${getRaw(source, `xmlns:${prefix}`)}"`)
  const head = own === '' ? findHead(model, source) : [own]
  const content = [`<resources${namespaces.join('')}>`, ...lines, '</resources>'].join(eol)
  const end = model.text.endsWith('\n') ? eol : ''
  return (
    (request.base?.startsWith('\uFEFF') === true ? '\uFEFF' : bom) +
    head.map(line => line + eol).join('') +
    content +
    end
  )
}

/** The lines before the root: the declaration of the model and the DOCTYPE of the source. */
function findHead(model: XmlDocument, source: XmlDocument): readonly string[] {
  const first = model.prolog[0]
  const declaration = first?.kind === 'instruction' ? model.text.slice(first.start, first.end) : DECLARATION
  const doctype = source.prolog.find(({ kind }) => kind === 'doctype')
  return [declaration, ...(doctype === undefined ? [] : [source.text.slice(doctype.start, doctype.end)])]
}

const getRaw = ({ root }: XmlDocument, name: string): string =>
  (getAttribute(root, name) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Whether a blank line stands above a resource or its comments. */
function hasBlankLineAbove(document: XmlDocument, { index }: Resource): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const node = document.root.children[at]
    if (node === undefined || node.kind === 'element') return false
    if (isBlankLine(document, node)) return true
  }
  return false
}

/** The number of groups of a file, which blank lines separate; those at its ends do not count. */
const countGroups = (document: XmlDocument): number =>
  document.root.children.slice(1, -1).filter(node => isBlankLine(document, node)).length + 1
