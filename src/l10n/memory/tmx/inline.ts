import { decodeLeaf } from '../../formats/xml/text.ts'
import { getAttribute, isElement, type XmlDocument, type XmlElement } from '../../formats/xml/tree.ts'

/** Elements that mark a part of the text without changing it. */
const TRANSPARENT = new Set(['hi', 'sub'])

/** Attributes that tell codes without content apart. */
const IDENTIFYING = ['i', 'x']

/**
 * Reads the text of a `<seg>`. The content of `bpt`, `ept`, `ph`, `it` and `ut` is code of the translated file, such as `<b>` or `{0}`: it is part of the text. A
 * code without content becomes a tag: `<ph x="1"/>`. What `hi` highlights is text.
 */
export function readSegment(document: XmlDocument, segment: XmlElement): string {
  const parts: string[] = []
  addText(document, segment, parts)
  return parts.join('')
}

function addText(document: XmlDocument, { children }: XmlElement, parts: string[]): void {
  for (const node of children) {
    if (!isElement(node)) parts.push(decodeLeaf(document, node))
    else if (!TRANSPARENT.has(node.name) && !node.children.some(({ kind }) => kind !== 'comment')) {
      parts.push(toTag(node))
    } else addText(document, node, parts)
  }
}

function toTag(code: XmlElement): string {
  const attributes = IDENTIFYING.flatMap(name => {
    const value = getAttribute(code, name)
    return value === undefined ? [] : [` ${name}="${value.replaceAll('"', '&quot;')}"`]
  })
  return `<${code.name}${attributes.join('')}/>`
}
