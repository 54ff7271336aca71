/** Code blocks, code in one line, and comments of HTML, in which nothing is MDX. */
const QUIET =
  /^(?:[ \t>*+-]|\d{1,9}[.)])*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1|$(?![^]))|(`+)[^`\n]+\2|<!--(?:(?!<!--)[^])*?-->/gm

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

/** An import or export of a module, or an attribute of a component that is an expression. */
const MARK =
  /^import\s{1,20}(?:[\w$*{},\s]{1,500}?\sfrom\s{1,20})?(["'])[^"'\n]{1,500}\1[ \t]*;?[ \t]*\r?$|^export\s{1,20}(?:const|let|function)\s{1,20}\w{1,100}\s{0,20}[=(]|<[A-Za-z][\w.]{0,100}(?:\s[^<>\n]{0,500})?\s(?:[\w-]{1,100}=\{[^{]|style=\{\{)/m

/** Returns whether Markdown is MDX in a file with its own extension, as Docusaurus reads it. */
export const isMdx = (text: string): boolean => MARK.test(text.replace(QUIET, blank))

/** Writes the comments of HTML, which Docusaurus reads in MDX, as comments of MDX of the same length. */
export const maskComments = (text: string): string =>
  text.replace(QUIET, found => (found.startsWith('<!--') ? `{/*${blank(found.slice(3, -3))}*/}` : found))
