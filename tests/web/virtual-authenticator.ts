import type { CDPSession, Page } from 'playwright-core'

/** A platform authenticator with user verification in a page of Chromium. */
export interface VirtualAuthenticator {
  /** The number of passkeys on it. */
  readonly count: () => Promise<number>
  /** Moves its passkeys to the authenticator of another page. A copy would count on its own, as a clone does. */
  readonly moveTo: (other: VirtualAuthenticator) => Promise<void>
  /** Whether the user's finger or PIN is accepted. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>
  readonly session: CDPSession
  readonly id: string
}

/** Plugs an authenticator into a page, by the protocol of the developer tools. It answers at once, without a dialog. */
export async function plugIntoPage(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const own = { authenticatorId: id }
  const credentials = async () => (await session.send('WebAuthn.getCredentials', own)).credentials
  return {
    session,
    id,
    count: async () => (await credentials()).length,
    moveTo: async other => {
      for (const credential of await credentials()) {
        await other.session.send('WebAuthn.addCredential', { authenticatorId: other.id, credential })
        await session.send('WebAuthn.removeCredential', { ...own, credentialId: credential.credentialId })
      }
    },
    setVerified: async isUserVerified => {
      await session.send('WebAuthn.setUserVerified', { ...own, isUserVerified })
    },
  }
}
