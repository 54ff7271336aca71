import { revokeGrant, revokeStolenFamily } from '../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { connect } from '../auth/oauth/granted.ts'
import { signInto, type Way } from './signing-in.ts'

/** The pages of connected apps, by how a user reaches them. */
export const APP_PAGES: Readonly<Record<string, Way>> = {
  'apps-and-a-theft': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const { services } = deps
    await connect(services, 'ada', { clientName: 'Claude Code' })
    await connect(services, 'ada', {
      clientName: 'An app of a long name that says all that it does, and for whom it does it',
    })
    const stolen = await connect(services, 'ada', { clientName: 'Codex' })
    const revoked = await connect(services, 'ada', { clientName: 'Cursor' })
    await services.store.transaction(async tx => {
      const family = await tx.families.get(stolen.familyId)
      const grant = await tx.grants.get(revoked.grantId)
      if (family === undefined || grant === undefined) throw new Error('nothing was connected')
      await revokeStolenFamily(tx, family, services.now())
      await revokeGrant(tx, grant, 'user', services.now())
    })
    await page.goto(`${services.baseUrl}/account/apps?revoked=${revoked.grantId}`)
    await page.getByText('Cursor is revoked').waitFor()
    await page.getByText('Codex was signed out on one device').waitFor()
  },
  'apps-that-signed-in-again': async (page, deps) => {
    await signInto(page, deps, 'grace')
    const { services, world } = deps
    for (let n = 0; n < 3; n += 1) {
      await connect(services, 'grace', { clientName: 'Qwen Code MCP Client' })
      world.pass(1)
    }
    await connect(services, 'grace', { clientName: 'Codex' })
    await page.goto(`${services.baseUrl}/account/apps`)
    await page
      .locator('summary', { hasText: /^\d+ sign-ins$/ })
      .first()
      .click()
    await page.getByText('Revoke', { exact: true }).first().waitFor()
  },
  'app-with-sign-ins': async (page, deps) => {
    await signInto(page, deps, 'grace')
    const wish = { clientName: 'Goose' }
    await connect(deps.services, 'grace', wish)
    deps.world.pass(1)
    const { grantId } = await connect(deps.services, 'grace', wish)
    await page.goto(`${deps.services.baseUrl}/account/apps/${grantId}`)
    await page.getByRole('heading', { name: 'Sign-ins' }).waitFor()
  },
  'app-that-may-do-more': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const { grantId } = await connect(deps.services, 'ada', { scopes: [...EVERYDAY_SCOPES, 'project:admin'] })
    await page.goto(`${deps.services.baseUrl}/account/apps/${grantId}?added=project:admin`)
    await page.getByText('Permissions added').waitFor()
  },
  'approval-that-nobody-asked-for': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const account = await deps.services.store.read.accounts.by('handle', 'ada')
    const { grantId } = await connect(deps.services, 'ada', { accounts: [account?.id ?? ''] })
    await deps.world.organization(`of-${grantId}`.slice(0, 30), { ada: 'admin' })
    await page.goto(`${deps.services.baseUrl}/account/apps/${grantId}/scopes?add=project:delete+nonsense`)
    await page.getByText('The app did not ask for this').waitFor()
  },
}
