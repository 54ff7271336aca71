import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Finds several arguments that are not all numbered, where the build of the application refuses them: as Android's, in strings without plural forms. */
export function* findUnnumbered({ needsPositions, source, target, forms }: CheckContext): Generator<Fault> {
  if (needsPositions !== true || source.syntax !== 'printf' || typeof target.value !== 'string') return
  for (const form of forms) {
    // The build has no such rule for what it took from the source: an item of an array, or a string that is not formatted.
    if (form.source.computeOnce(findFirst) !== undefined) continue
    const first = form.target.computeOnce(findFirst)
    if (first === undefined) continue
    // The build does not look into styled text, but into tags that are escaped.
    const isStyled = form.target.markup.some(({ kind, name = '' }) => kind === 'tag' && !name.includes(':'))
    yield {
      ...(isStyled && { level: 'warning' as const }),
      message: `${quote(first.raw)} has no number, and the text has several arguments: the Android build ${isStyled ? 'may stop' : 'stops'}.`,
      at: first.at,
      fix: 'Number all of them, such as "%1$s" and "%2$d". Write a literal percent sign as "%%".',
    }
  }
}

/** An argument as the Android build reads it: a position or a width, flags, and the conversion. */
const ARGUMENT = /%(?:[%n]|(\d+\$|\d+|<\$?)?[-#+ ,(\d]*(.?))/gsu
/** Conversions of dates only: the build takes such a text for a pattern of `Time.format`. */
const DATES = 'DFKMWZ'

/** The first argument without a position, if there are several arguments. */
function findFirst({ text }: ParsedText): { readonly raw: string; readonly at: number } | undefined {
  let count = 0
  let first: { readonly raw: string; readonly at: number } | undefined
  for (const { 0: raw, 1: position = '', 2: conversion, index } of text.matchAll(ARGUMENT)) {
    // A sign at the end of the text, and one that prints itself.
    if (conversion === undefined || raw === '%') continue
    if (conversion !== '' && DATES.includes(conversion)) return undefined
    count += 1
    if (!/^\d+\$$/.test(position)) first ??= { raw, at: index }
  }
  return count > 1 ? first : undefined
}
