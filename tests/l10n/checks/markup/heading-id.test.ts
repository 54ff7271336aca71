import { expect, it } from 'vitest'
import { checkText } from '../../../../src/l10n/checks/check-text.ts'

const find = (source: string, target: string): readonly string[] =>
  checkText({ source, target, sourceLocale: 'en', locale: 'de', syntax: 'plain' }).findings.map(
    ({ level, message }) => `${level} ${message}`,
  )

it.each(['{#weiter}', '{ #weiter }', '{: #weiter .wide }', '{/* #weiter */}', '{/* note */}', '<!-- #weiter -->'])(
  'refuses the ID %s in a heading whose source has none',
  id => {
    expect(find('Next', `Weiter ${id}`)).toContain(`error "${id}" is not in the source.`)
    expect(find(`Next ${id}`, `Weiter ${id}`)).toEqual([])
  },
)

it.each(['Weiter {name}', 'Weiter # 3', 'Weiter {# 3}'])('takes no ID out of %s', text => {
  expect(find(text.replace('Weiter', 'Next'), text)).toEqual([])
})
