import { decodeXml, findElements } from './xml.ts'

/** The units of an XLIFF file that have a translation. Source and target are in the same file. */
export function readXliff(
  text: string,
): readonly { readonly key: string; readonly source: string; readonly target: string }[] {
  return [...findElements(text, 'trans-unit', 'segment')].flatMap(({ attributes, inner }, at) => {
    const [source] = findElements(inner, 'source')
    const [target] = findElements(inner, 'target')
    if (source === undefined || target === undefined || target.inner.trim() === '') return []
    if (target.attributes.get('state')?.startsWith('needs-') === true) return []
    const key = attributes.get('id') ?? String(at)
    return [{ key, source: decodeXml(source.inner), target: decodeXml(target.inner) }]
  })
}
