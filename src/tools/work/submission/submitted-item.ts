import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { FINAL_CHECKS, isOverridable } from '../../../l10n/checks/registry.ts'
import { MAX_FORMS, MAX_TEXT_UNITS } from '../../../l10n/message/message.ts'
import { VisibleText } from '../../schemas/fields.ts'

const maxKeys = (most: number) => [(value: object) => Object.keys(value).length <= most, `at most ${most}`] as const

/** The text of a string, or of one plural form. */
export const TextInput = z.string().max(MAX_TEXT_UNITS)

/** The text of each plural form, by CLDR category. */
export const FormsInput = z.record(z.string().max(40), TextInput).refine(...maxKeys(MAX_FORMS))

/** gettext's keys are source strings. */
export const KeyInput = z.string().max(MAX_TEXT_UNITS)

/** Checks that an item overrides. */
const MAX_OVERRIDES = 10

/** Why a text is right although a check finds an error in it. */
const OverrideInput = z.strictObject({
  check: z
    .string()
    .refine(isOverridable, `a check that can be overridden, such as markup. These can't: ${FINAL_CHECKS.join(', ')}`),
  why: VisibleText.min(5).max(500),
})

/** An item of a submit call: a string by id or key, the hash of the translated source, a text, plural forms, or a text for each locale, and the replaced revision (by locale, if they differ). `also` applies the text to the strings that the row stood for. `override` sends it to a user in spite of errors. */
export const SubmittedItem = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  key: KeyInput.optional(),
  file: z.string().min(1).optional(),
  src: z.string().regex(/^[0-9a-f]{8,64}$/i, 'the src of get_work, 8 hexadecimal digits'),
  text: TextInput.optional(),
  forms: FormsInput.optional(),
  texts: z
    .record(z.string(), z.union([TextInput, FormsInput]))
    .refine(...maxKeys(200))
    .optional(),
  rev: z.union([z.number().int(), z.record(z.string(), z.number().int())]).optional(),
  also: z.number().optional(),
  also_rev: z.string().min(1).optional(),
  override: z.union([OverrideInput, z.array(OverrideInput).max(MAX_OVERRIDES)]).optional(),
})
export type SubmittedItem = z.output<typeof SubmittedItem>

/** Maximum texts per call, over all items and locales. */
const MAX_TEXTS = 10_000

/**
 * Limits the call's size, because other writers wait for it.
 * @throws AppError `too_large`
 */
export function assertSubmissionSize(items: readonly Pick<SubmittedItem, 'texts'>[]): void {
  const texts = items.reduce((sum, item) => sum + Math.max(1, Object.keys(item.texts ?? {}).length), 0)
  if (texts <= MAX_TEXTS) return
  throw new AppError('too_large', `items holds ${texts} texts; one call may send ${MAX_TEXTS}.`, {
    fix: 'Send fewer items in each call.',
  })
}
