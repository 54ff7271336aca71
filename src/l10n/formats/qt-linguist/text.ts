import { echo } from '../../../text/escape.ts'
import { memoize } from '../../memoize.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { escapeText, type TextTarget } from '../xml/references.ts'
import { xmlFault } from '../xml/scan.ts'
import { decodeLeaf } from '../xml/text.ts'
import { getAttribute, type XmlDocument, type XmlElement } from '../xml/tree.ts'

const MAX_RAW_UNITS = 30 * MAX_TEXT_UNITS

/**
 * Reads the text of an element. `<byte value="x1b"/>` is a character that XML cannot contain.
 * @throws AppError `invalid_input` with line and column for other elements, which Qt rejects, and for a text that is too long
 */
export function readContent(document: XmlDocument, element: XmlElement): string {
  const { contentStart, contentEnd, children } = element
  if (contentEnd - contentStart > MAX_RAW_UNITS) throw longTextError(document, element)
  const text = children
    .map(node => {
      if (node.kind !== 'element') return decodeLeaf(document, node)
      if (node.name !== 'byte') throw strayElementError(document, node, element)
      return decodeByte(getAttribute(node, 'value') ?? '')
    })
    .join('')
  if (text.length > MAX_TEXT_UNITS) throw longTextError(document, element)
  return text
}

/** The values of `<byte>` are decimal, or hexadecimal after an `x`. Qt ignores the null character. */
function decodeByte(value: string): string {
  const code = /^x[0-9a-fA-F]{1,4}$/.test(value) ? Number.parseInt(value.slice(1), 16) : Number(value)
  return Number.isInteger(code) && code > 0 && code <= 0xffff ? String.fromCharCode(code) : ''
}

function longTextError(document: XmlDocument, { start, name }: XmlElement) {
  const what = `<${name}> has more than ${MAX_TEXT_UNITS} characters`
  return xmlFault(document, start, what, 'Split the string into several messages.')
}

function strayElementError(document: XmlDocument, { start, name }: XmlElement, within: XmlElement) {
  const what = `<${echo(name.slice(0, 60))}> stands in <${within.name}>`
  return xmlFault(document, start, what, 'Write markup in a text as &lt;b&gt;.')
}

/** `lupdate` writes quotes and spaces beyond ASCII as references; other programs do not. */
export interface TextStyle extends TextTarget {
  readonly escaped: RegExp
}

const ESCAPED: readonly string[] = ['"', "'", '\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000']

/** Detects the style from raw texts of a file: what none of them has is escaped. */
export function detectTextStyle({ eol, entities }: TextTarget, raw: readonly string[]): TextStyle {
  const absent = ESCAPED.filter(characters => {
    const some = new RegExp(`[${characters}]`)
    return !raw.some(text => some.test(text))
  })
  return { eol, entities, escaped: new RegExp(`[${absent.join('')}]`, 'g') }
}

/** The characters that Qt writes as `<byte>`, and the text between them. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /([\u0001-\u0008\u000B-\u001F])/

/** Renders a text as the content of an element. */
export function renderContent(text: string, style: TextStyle): string {
  return text
    .split(CONTROLS)
    .map((part, at) => (at % 2 === 0 ? escapePart(part, style) : `<byte value="x${part.charCodeAt(0).toString(16)}"/>`))
    .join('')
}

const NAMED: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&apos;' }

const escapePart = (text: string, style: TextStyle): string =>
  escapeText(text, style).replace(style.escaped, char => NAMED[char] ?? `&#x${char.charCodeAt(0).toString(16)};`)

/**
 * The forms that Qt has for each language, in its order, with the CLDR category that each is closest to. Qt's table differs from CLDR: Hebrew has two forms,
 * Hungarian and Turkish one, and no language has a form for fractions. A language that the table lacks has one form.
 * https://doc.qt.io/qt-6/i18n-plural-rules.html
 */
const FORMS: readonly (readonly [forms: string, languages: string])[] = [
  [
    'one other',
    'aa ab af am as ay az ba bg bn br ca co da de el en eo es et eu fi fil fo fr fur fy gl gu ha he hi hy ia ie is it iw ka kk kl km kn ks ku kw ky la ' +
      'lb ln lo mg ml mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so sq ss st sv sw ta te tg ti tk tl tn to ts ug ur uz vo wa wo xh yi zu',
  ],
  ['one few many', 'be pl ru uk'],
  ['one few other', 'bs cs hr lt mo ro sh sk sr'],
  ['one two other', 'dv ga gv ik iu mi mk sa se sm'],
  ['one two few other', 'gd sl'],
  ['zero one two few many other', 'ar'],
  ['one other zero', 'lv'],
  ['one few many other', 'mt'],
  ['zero one two many other', 'cy'],
]

const BY_LANGUAGE: ReadonlyMap<string, readonly string[]> = new Map(
  FORMS.flatMap(([forms, languages]) => languages.split(' ').map(language => [language, forms.split(' ')] as const)),
)

const ONE_FORM: readonly string[] = ['other']

const MAX_LOCALES = 500

/** Returns the CLDR category of each `<numerusform>` of a locale. */
export const getNumerusForms = memoize(
  MAX_LOCALES,
  (locale): readonly string[] => BY_LANGUAGE.get(locale.split(/[-_@]/)[0]?.toLowerCase() ?? '') ?? ONE_FORM,
)
