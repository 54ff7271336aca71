import type { Token } from '../../message/token.ts'

/** An attribute with its value, whatever quotes it has. */
interface Attribute {
  readonly name: string
  readonly value: string
}

const ATTRIBUTE = /([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/g

/** The attributes of a tag, with names in lower case. */
export const listAttributes = ({ raw }: Token): readonly Attribute[] =>
  raw.includes('=')
    ? [...raw.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => ({
        name: name.toLowerCase(),
        value: (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim(),
      }))
    : []

/** The name of a tag, in lower case. */
export const getTagName = ({ name = '' }: Token): string => name.toLowerCase()
