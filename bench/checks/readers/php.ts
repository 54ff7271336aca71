import type { Strings } from '../pair.ts'

/** Laravel's PHP arrays of quoted strings; nested arrays have dotted keys. */
export function readPhp(text: string): Strings {
  const strings = new Map<string, string>()
  const path: string[] = []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const item =
    /(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*=>\s*(?:(\[|array\()|'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)")|[\])]/g
  for (const [, single, double, nested, plain, escaped] of code.matchAll(item)) {
    const key = single ?? double
    if (key === undefined) path.pop()
    else if (nested !== undefined) path.push(key)
    else {
      const value = plain?.replace(/\\([\\'])/g, '$1') ?? escaped?.replace(/\\n/g, '\n').replace(/\\(["$\\])/g, '$1')
      if (value !== undefined && value !== '') strings.set([...path, key].join('.'), value)
    }
  }
  return strings
}
