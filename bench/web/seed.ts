import { LOCALES, PROJECT, type TestApp } from '../l10n/test-app.ts'

/** Strings in one file: without every seventh, 1,000 translations in a locale (a batch), and 5,000 in all (a review). */
const FILE_STRINGS = 1167

/** Fills the project: this many strings, each translated into all locales but every seventh. */
export async function seedTranslations({ call }: Pick<TestApp, 'call'>, strings: number): Promise<void> {
  const numbers = Array.from({ length: strings }, (_, at) => at)
  for (let from = 0; from < strings; from += FILE_STRINGS) {
    const part = numbers.slice(from, from + FILE_STRINGS)
    const folder = `part${from / FILE_STRINGS}`
    const render = (text: (at: number) => string): string =>
      JSON.stringify(Object.fromEntries(part.map(at => [`page.section${at % 40}.key${at}`, text(at)])))
    const source = render(at => `Your trial of {plan} number ${at} ends on {date}.`)
    await call('push_source', { project: PROJECT, files: [{ path: `${folder}/en.json`, content: source }] })
    for (const locale of LOCALES) {
      const content = JSON.stringify(
        Object.fromEntries(
          part
            .filter(at => at % 7 !== 0)
            .map(at => [`page.section${at % 40}.key${at}`, `${locale}: {plan} ${at} bis {date}.`]),
        ),
      )
      await call('push_translations', { project: PROJECT, files: [{ path: `${folder}/${locale}.json`, content }] })
    }
  }
}
