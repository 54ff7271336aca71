import { truncateNote } from '../limits.ts'
import { isBlankLine } from '../xml/edit.ts'
import { readComment } from '../xml/text.ts'
import { isElement, type XmlDocument, type XmlElement, type XmlLeaf, type XmlNode } from '../xml/tree.ts'

/**
 * Finds the notes of the elements in the root: that of the section, then their own. A comment belongs to the element below it. It belongs to the whole section if a blank line or `<eat-comment/>`
 * follows it, up to the next such comment; or if it stands above a group of elements without other comments, between blank lines, and names no placeholder.
 */
export function findNotes(document: XmlDocument): ReadonlyMap<XmlElement, string> {
  const notes = new Map<XmlElement, string>()
  if (!document.root.children.some(({ kind }) => kind === 'comment')) return notes
  let section = ''
  for (const group of listGroups(document)) {
    if (group.section !== undefined) section = group.section
    const own = group.members.map(({ comments }) => joinComments(document, comments))
    const [head = '', ...others] = own
    const isShared = !PLACEHOLDER.test(head) && others.every(note => note === '')
    for (const [at, { element }] of group.members.entries()) {
      const parts = [section, isShared ? head : (own[at] ?? '')].filter(part => part !== '')
      if (parts.length > 0) notes.set(element, truncateNote(parts.join('\n')))
    }
  }
  return notes
}

/** Joins the comments among the children of an element, such as those above the forms of a plural. */
export const readInnerComments = (document: XmlDocument, { children }: XmlElement): string =>
  joinComments(document, children.filter(isComment))

/** Finds the maximum length that a note sets, as those of Android itself do: `[CHAR LIMIT=30]`. */
export function findMaxLength(note: string | undefined): number | undefined {
  const limit = /\[CHAR[ _]LIMIT\s?[=:]\s?(\d{1,5})\]/i.exec(note ?? '')?.[1]
  return limit === undefined || Number(limit) === 0 ? undefined : Number(limit)
}

const PLACEHOLDER = /[%{]/

interface Group {
  /** The comment of the section that starts before the group, if one does. */
  readonly section: string | undefined
  readonly members: { readonly element: XmlElement; readonly comments: XmlLeaf[] }[]
}

/** Lists the elements of the root in groups, between blank lines and comments of sections. */
function listGroups(document: XmlDocument): readonly Group[] {
  const groups: Group[] = []
  let group: Group = { section: undefined, members: [] }
  let above: XmlLeaf[] = []
  let inLine: XmlLeaf[] | undefined
  const startGroup = (): void => {
    groups.push(group)
    group = { section: above.length > 0 ? toSection(joinComments(document, above)) : undefined, members: [] }
    above = []
  }
  for (const node of document.root.children) {
    if (node.kind === 'text') {
      const gap = document.text.slice(node.start, node.end)
      if (/[\r\n]/.test(gap)) inLine = undefined
      if (isBlankLine(document, node)) startGroup()
    } else if (node.kind === 'comment') (inLine ?? above).push(node)
    else if (isElement(node) && node.name === 'eat-comment') startGroup()
    else if (isElement(node)) {
      group.members.push({ element: node, comments: above })
      inLine = above
      above = []
    }
  }
  groups.push(group)
  return groups
}

/** A license stands above a blank line, too. */
const toSection = (comment: string): string => (/copyright|\blicen[cs]e/i.test(comment) ? '' : comment)

const isComment = (node: XmlNode): node is XmlLeaf => node.kind === 'comment'

/** Joins comments, without those that are strings out of use. */
const joinComments = (document: XmlDocument, comments: readonly XmlLeaf[]): string =>
  comments
    .map(comment => tidy(readComment(document, comment)))
    .filter(comment => comment !== '' && !comment.startsWith('<'))
    .join('\n')

/** Removes the indentation and the stars or tildes at the start of the lines of a comment. */
const tidy = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*[*~]? ?/, '').trimEnd())
    .join('\n')
    .trim()
