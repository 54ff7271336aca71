import { t } from '../i18n/t.ts'
import type { GlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'

/** The glossary of the project, which includes that of its account, or the account's alone. */
export function GlossaryTabs({ place: { project, isOfAccount } }: { readonly place: GlossaryPlace }) {
  const tabs = [
    { isOf: false, text: project.name },
    { isOf: true, text: project.account.handle },
  ]
  return (
    <nav class="tabset" aria-label={t('glossary.of')}>
      {tabs.map(({ isOf, text }) => (
        <a
          key={text}
          href={glossaryPath({ project, isOfAccount: isOf })}
          aria-current={isOf === isOfAccount ? 'true' : undefined}
        >
          {t(isOf ? 'glossary.of_account' : 'glossary.of_project', { name: text })}
        </a>
      ))}
    </nav>
  )
}
