import { listTexts } from '../../message/message.ts'
import { detectEol } from '../eol.ts'
import type { Format } from '../format.ts'
import { readMessage } from './block.ts'
import type { PoEntry } from './entries.ts'
import { getKey, listFlags, type PoFile, parsePo } from './file.ts'
import { po, toEntry, writePo } from './format.ts'
import { findIdEvidence, findMarkedIds, looksLikeId } from './ids.ts'
import { getFormCategories } from './plural/categories.ts'
import { poFault } from './scan.ts'
import { fileSyntax, findFlagSyntax, isIcuCatalog } from './syntax.ts'

const { keysAreSources: _keys, obsoleteMark: _mark, ...shared } = po

/** gettext's PO with IDs: the `msgid` is the key, and the `msgstr` of the source file is the source string. Otherwise the same as PO. */
export const poMonolingual: Format = {
  ...shared,
  id: 'po-monolingual',
  about: {
    name: 'gettext PO with IDs (Lingui, next-intl)',
    example: 'src/locales/en/messages.po',
    marks:
      'The header `X-Crowdin-SourceKey: msgstr`, the comment `js-lingui-explicit-id`, or a source file whose `msgid` are IDs and whose `msgstr` are texts',
    placeholders: 'ICU in catalogs of Lingui and next-intl, else as in PO',
    plurals: 'ICU, or `msgid_plural` with the number of forms in the header of the file',
    states: '`fuzzy` is `needs_review`',
    notes: 'As in PO',
    unsupported:
      'Entries without a text in the source file are kept. A stale translation is not `fuzzy`, because programs would show its ID.',
  },
  matches: (path, text) => /\.pot?$/i.test(path) && ['mark', 'texts'].includes(findIdEvidence(text)),
  rivals: ({ options }) => (options['ids'] === 'mark' ? [] : ['po']),
  read(text, _rootLocale, locale) {
    const file = parsePo(text)
    const { entries, header } = file
    const categories = getFormCategories(header, locale ?? 'en')
    const marked = findMarkedIds(entries)
    const listed = entries.flatMap(entry => {
      const value = readMessage(entry, categories) ?? readOwnId(entry, marked)
      const own = findFlagSyntax(listFlags(entry))
      return value === undefined || entry.id.value === '' ? [] : [{ entry, value, own }]
    })
    if (listed.length === 0 && entries.length > 0) throw noTextError(file, entries)
    const texts = listed.flatMap(({ value }) => listTexts(value))
    const flagged = listed.map(({ own }) => own)
    const syntax = isIcuCatalog(file) ? 'icu' : fileSyntax(flagged, texts)
    return {
      entries: listed.map(({ entry, value, own }) => ({
        ...toEntry(entry),
        value,
        ...file.repeated.get(getKey(entry)),
        ...(own !== undefined && own !== syntax && { syntax: own }),
      })),
      options: { syntax, eol: detectEol(text), final_newline: text.endsWith('\n'), ids: findIdEvidence(text) },
    }
  },
  write: request => writePo(request, true),
}

/** Programs show the `msgid` of an entry without a text. It is the source string, unless it is an ID. */
function readOwnId(entry: PoEntry, marked: ReadonlySet<PoEntry> | undefined): string | undefined {
  const { id, plural } = entry
  const isId = marked?.has(entry) ?? (looksLikeId(id.value) || !/\s/.test(id.value))
  return isId || plural !== undefined ? undefined : id.value
}

const noTextError = ({ text }: PoFile, [first]: readonly PoEntry[]) =>
  poFault(
    text,
    first?.id.start ?? 0,
    'the msgid are IDs, and no msgstr has a text',
    'Push the catalog of the source locale, or push with format: po if the msgid are the texts.',
  )
