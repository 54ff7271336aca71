import { PLACEHOLDER } from './literal.ts'
import type { TextNode } from './tree.ts'

/** A name that is not read from another value. */
const NAME = /(?<![\p{ID_Continue}$]|\.\s{0,10})[\p{ID_Start}$_][\p{ID_Continue}$]*/gu

/** The text of a translated function with the names that the source has for the same parameters. */
export function toSourceNames({ value, frame }: TextNode, source: TextNode | undefined): string {
  const model = source?.frame
  if (frame === undefined || model === undefined) return value
  const names = new Map([...model.names].map(([name, shared]) => [shared, name]))
  const rename = (code: string): string => {
    const renamed = code.replace(NAME, name => names.get(frame.names.get(name) ?? '') ?? name)
    return model.expressions.find(one => squeeze(one) === squeeze(renamed)) ?? renamed
  }
  const renamed = new Map(frame.expressions.map(code => [code, rename(code)]))
  const taken = new Set(renamed.values())
  const listed = [...value.matchAll(PLACEHOLDER)].map(([, code = '']) => code)
  // Such text would look like a placeholder.
  if (listed.some(code => !renamed.has(code) && taken.has(code))) return value
  return value.replace(PLACEHOLDER, (raw, code: string) => (renamed.has(code) ? `\${${renamed.get(code)}}` : raw))
}

const squeeze = (code: string): string => code.replace(/\s/g, '')
