import type { Family, FileFamilies } from './families.ts'

/** Families by the language of a gettext flag. */
const BY_LANGUAGE: Readonly<Record<string, readonly Family[]>> = {
  ...Object.fromEntries(
    (
      'awk d elisp gcc-internal gfc-internal go java-printf javascript librep lua modula2 objc object-pascal ocaml ' +
      'perl php sh-printf tcl ycp'
    )
      .split(' ')
      .map(language => [language, ['printf']]),
  ),
  // With `%1%`, which is compared as `%1`.
  boost: ['qt', 'printf'],
  c: ['printf', 'strerror'],
  'c++': ['python_brace'],
  elixir: ['ruby'],
  python: ['python'],
  'python-brace': ['python_brace'],
  rust: ['python_brace'],
  csharp: ['dotnet'],
  'perl-brace': ['braces'],
  java: ['icu'],
  icu: ['icu'],
  ruby: ['ruby', 'printf'],
  qt: ['qt'],
  'qt-plural': ['qt'],
  kde: ['qt'],
  'kde-kuit': ['qt'],
  sh: ['template'],
  'template-literal': ['template'],
}

/** Returns the families of an entry by gettext's flags (`python-format`, `no-c-format`); undefined if it has none, or none that is known. */
export function findFlagFamilies(tags: readonly string[]): readonly Family[] | undefined {
  for (const tag of tags) {
    const language = /^(?:possible-)?(.+)-format$/.exec(tag)?.[1]
    if (language === undefined) continue
    if (language.startsWith('no-')) return []
    return Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined
  }
  return undefined
}

/** The families of an entry: those of its flags, else those of its file. */
export function getEntryFamilies(tags: readonly string[], ofFile: FileFamilies | undefined): FileFamilies | undefined {
  const flagged = findFlagFamilies(tags)
  return flagged === undefined ? ofFile : { families: flagged, sure: 'certain', quotes: true }
}
