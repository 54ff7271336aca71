import { echo } from '../../../../text/escape.ts'
import type { HeaderRules, LocaleField } from '../../format.ts'
import type { PoEntry } from '../entries.ts'
import { headerField, parseHeader } from '../file.ts'
import { poFault } from '../scan.ts'
import { parsePluralHeader } from './header.ts'
import { findPluralFault } from './header-fault.ts'

/** Without plural forms, the rule of a file decides nothing. */
const HAS_PLURAL = /^[ \t]*msgid_plural\b/m

/** Rules about `Plural-Forms` in the header of a target file. */
export const headerRules: HeaderRules = {
  findFault(target, locale, before) {
    const { header } = parseHeader(target)
    const fault = HAS_PLURAL.test(target) ? findPluralFault(header, locale) : undefined
    const own = fault && findRightLine(before, locale)
    return fault && own !== undefined ? { ...fault, right: own } : fault
  },
  check(target, locale, before) {
    const { text, header } = parseHeader(target)
    const fault = headerRules.findFault(target, locale, before)
    if (header === undefined || fault === undefined) return
    const what = `Plural-Forms in the header is wrong for ${locale}: ${fault.why}`
    const isKnown = fault.right === findRightLine(before, locale)
    const fix = `Write "${fault.right}\\n"${isKnown ? ', as in the file before' : ''}, and a msgstr for each form.`
    throw poFault(text, findPluralLine(text, header), what, fix)
  },
  describeChange(before, after) {
    const [was, now] = [before, after].map(file => headerField(parseHeader(file).header, 'Plural-Forms') ?? '')
    if (was === undefined || now === undefined || squeeze(was) === squeeze(now)) return undefined
    return `Plural-Forms changed from ${quoteLine(was)} to ${quoteLine(now)}`
  },
}

/** The header line `Language`. */
export const localeField: LocaleField = {
  name: 'Language',
  find: target => headerField(parseHeader(target).header, 'Language') || undefined,
}

/** The line of a file, if it has a rule that is not wrong. */
function findRightLine(file: string | undefined, locale: string): string | undefined {
  const header = file === undefined ? undefined : parseHeader(file).header
  const line = headerField(header, 'Plural-Forms')
  const isRight = line !== undefined && parsePluralHeader(line).hasRule && findPluralFault(header, locale) === undefined
  return isRight ? `Plural-Forms: ${line}` : undefined
}

const squeeze = (line: string): string => line.replace(/\s+|;$/g, '')

const quoteLine = (line: string): string => (parsePluralHeader(line).hasRule ? echo(line) : 'none')

/** Finds the offset of the line in the file, or of the header. */
function findPluralLine(text: string, { texts: [{ start, end }] }: PoEntry): number {
  const at = text.slice(start, end).search(/"\s*plural-forms/i)
  return start + Math.max(0, at)
}
