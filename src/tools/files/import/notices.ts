import { formatById } from '../../../l10n/formats/registry.ts'
import { describeConflicts, describeDuplicates } from '../../../l10n/formats/repeated-keys.ts'
import { getRootKey } from '../../../l10n/formats/root-key.ts'
import { hasKnownLanguage, spellsLocale } from '../../../l10n/locales/spellings.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import { quote } from '../../../text/quote.ts'
import type { Project } from '../../translations/records.ts'
import type { ImportFile } from './import-file.ts'
import { describeSpelling, type Spelling } from './spellings.ts'

const MAX_NOTICES = 3

/**
 * Sentences about files whose path spells the locale in another way than before, with a header that changed since the import before or names another locale,
 * with keys that occur twice, without translations, with empty plural forms, or with texts that were not read, such as plural forms under a wrong header.
 */
export function listImportNotices(
  files: readonly ImportFile[],
  spellings: readonly Spelling[],
  project: Project,
): readonly string[] {
  const notices = files.flatMap(file => [
    ...describeUnclear(file),
    ...describeSpelling(file, spellings, project),
    ...describeHeaderChange(file),
    ...describeOtherLocale(file),
    ...describeSourceRoot(file),
    ...[describeConflicts(file.place.path, file.conflicts), describeDuplicates(file.place.path, file.entries)].flatMap(
      notice => notice ?? [],
    ),
    ...describeUntranslated(file),
    ...describeEmptyForms(file),
    ...describeUnplaced(file),
  ])
  const more = notices.length - MAX_NOTICES
  return more > 0 ? [...notices.slice(0, MAX_NOTICES), `${more} more files have such notices.`] : notices
}

/** A pull keeps the header, so a wrong locale in it stays in the file. */
function describeOtherLocale({ content, place: { path, locale, source } }: ImportFile): readonly string[] {
  const field = formatById(source.file.format).localeField
  const stated = field?.find(content)
  if (field === undefined || stated === undefined || !hasKnownLanguage(locale) || spellsLocale(stated, locale))
    return []
  return [
    `In ${escapeInvisible(path)}, ${field.name} is ${quote(stated)}, but the file was read as ${locale}: correct it, or push the file as ${quote(stated)}.`,
  ]
}

/** The strings of a copied file are read below the root key of its source. */
function describeSourceRoot({ content, entries, place: { path, locale, source } }: ImportFile): readonly string[] {
  const root = getRootKey(source.file.options)
  if (root === undefined || entries.length === 0 || spellsLocale(root, locale)) return []
  const start = /^\s*\{/.exec(content)?.[0] ?? ''
  const first = new RegExp(`^\\s*["']?${root}["']?\\s*:`, start === '' ? 'm' : '')
  const text = start === '' ? content.replaceAll(/^[ \t].*$/gm, '') : content.slice(start.length)
  if (!first.test(text)) return []
  return [
    `In ${escapeInvisible(path)}, the root key is ${quote(root)}, but the file was read as ${locale}: pulls write ${quote(locale)}.`,
  ]
}

function describeHeaderChange({ before, content, place }: ImportFile): readonly string[] {
  if (before === undefined || before === content) return []
  const change = formatById(place.source.file.format).header?.describeChange(before, content)
  return change === undefined ? [] : [`In ${escapeInvisible(place.path)}, ${change}.`]
}

/** A template is a valid file. A file with all locales has a part for a locale only if that has translations. */
function describeUntranslated({
  entries,
  empty,
  reshaped,
  place: { path, locale, source },
}: ImportFile): readonly string[] {
  const isTemplate = entries.length + empty.length + reshaped.length === 0 && source.branchFile.items.length > 0
  return isTemplate ? [`${escapeInvisible(path)} has no ${locale} translations.`] : []
}

function describeEmptyForms({ entries, empty: whole, place: { path } }: ImportFile): readonly string[] {
  const empty = [...entries, ...whole].flatMap(({ key, emptyForms = [] }) => emptyForms.map(form => ({ key, form })))
  const [first] = empty
  if (first === undefined) return []
  const name = `${quote(first.form)} of ${quote(first.key)}`
  const what =
    empty.length === 1
      ? `the plural form ${name} is empty: pulls keep it.`
      : `${empty.length} plural forms are empty, such as ${name}: pulls keep them.`
  return [`In ${escapeInvisible(path)}, ${what}`]
}

function describeUnclear({ unclear, place: { path, locale } }: ImportFile): readonly string[] {
  const [first] = unclear?.keys ?? []
  if (unclear === undefined || first === undefined) return []
  const { keys, fault } = unclear
  const texts = keys.length === 1 ? '1 plural was' : `${keys.length} plurals were`
  return [
    `In ${escapeInvisible(path)}, ${texts} not imported, such as ${quote(first)}: Plural-Forms is wrong for ${locale} (${fault.why}). ` +
      `Write "${fault.right}\\n" and a msgstr for each form, and push the file again.`,
  ]
}

function describeUnplaced({ entries, place: { path } }: ImportFile): readonly string[] {
  const count = entries.reduce((sum, { unplaced = 0 }) => sum + unplaced, 0)
  if (count === 0) return []
  const texts = count === 1 ? '1 text was' : `${count} texts were`
  return [
    `In ${escapeInvisible(path)}, ${texts} not read: the source has no text in the same place. Give the file the structure of the source.`,
  ]
}
