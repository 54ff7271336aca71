import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ORGANIZATION_ROLES } from '../../../src/auth/policy/organization-roles.ts'
import { ALL_SCOPES, getScopeRule, ROLES } from '../../../src/auth/policy/scopes.ts'
import { httpStatus } from '../../../src/http/responses/status.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/policy.md'), 'utf8')

/** The cells of the table below this heading, without the two lines of its head. */
function tableBelow(text: string, heading: string): readonly (readonly string[])[] {
  const [, below = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  return section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line => line.split('|').slice(1, -1))
    .map(cells => cells.map(cell => cell.replaceAll('`', '').trim()))
}

describe('docs/policy.md', () => {
  it('has the table that the server uses', () => {
    expect(tableBelow(page, 'The table')).toEqual(
      ALL_SCOPES.map(scope => {
        const { roles, needsAccess } = getScopeRule(scope)
        return [scope, roles.join(', '), needsAccess ? 'yes' : 'no']
      }),
    )
  })

  it('explains every role, in table order', () => {
    expect(tableBelow(page, 'Roles').map(([role]) => role)).toEqual(ROLES)
  })

  it('says what each role may do in an organization', () => {
    expect(Object.fromEntries(tableBelow(page, 'Roles in an organization'))).toEqual(ORGANIZATION_ROLES)
  })

  it('has the status of each error', () => {
    const written = tableBelow(page, 'Refusals').map(([code, status]) => [code, Number(status)])
    const codes = ['invalid_token', 'insufficient_scope', 'not_found', 'forbidden', 'no_access'] as const
    expect(written).toEqual(codes.map(code => [code, httpStatus[code]]))
  })
})
