/** An element of an XML file with its attributes and the raw text between its tags. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly inner: string
}

/** The elements with one of the names, without those inside another of them. Enough for localization files that are well-formed. */
export function* findElements(xml: string, ...names: readonly string[]): Generator<XmlElement> {
  const text = xml.replace(/<!--[\s\S]*?-->/g, '')
  const open = new RegExp(`<(${names.join('|')})((?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*(/?)>`, 'g')
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const [, name = '', given = '', isEmpty] = match
    const from = open.lastIndex
    const end = isEmpty === '/' ? from : text.indexOf(`</${name}>`, from)
    if (end < 0) return
    yield { name, attributes: readAttributes(given), inner: text.slice(from, end) }
    open.lastIndex = end
  }
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map([...found].map(([, name = '', double, single]) => [name, decodeXml(double ?? single ?? '')]))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces references and CDATA sections by their characters. */
export const decodeXml = (text: string): string =>
  text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (raw, data, decimal, hex, name) => {
    if (data !== undefined) return data
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[name] ?? raw
  })
