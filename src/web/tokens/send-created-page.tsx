import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock, CopyButton } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Tabs } from '../components/tabs.tsx'
import { Facts } from '../forms/facts.tsx'
import type { PriorSubmission } from '../forms/submit-once.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type PageRequest, type SignedInRequest, useRequest } from '../requests/page-request.ts'
import { Expiry, RevokeConsequence, ScopeNames } from './facts.tsx'

/** The part of the output of `create_token` that the page reads. */
export const CreatedTokenShape = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
  /** The secret, which no other page ever shows. */
  token: z.string(),
})
type CreatedToken = z.output<typeof CreatedTokenShape>

/** Sends the page with the value of a new token, the only page that has it. `isRegenerated`: the value replaces another one. */
export function sendCreatedPage(request: PageRequest, created: CreatedToken, { isRegenerated = false } = {}): void {
  const title = isRegenerated ? t('tokens.created.regenerated') : t('tokens.created.title')
  sendPage(request, { title, body: <TokenCreatedPage {...{ created, title, isRegenerated }} /> })
}

/** Responds to a form that already created its token. */
export async function sendAlreadyCreatedPage(request: SignedInRequest, { id }: PriorSubmission): Promise<void> {
  const { user } = request.signedIn
  const token = await request.services.store.read.tokens.get(id ?? '')
  const created = token?.user_id === user.id && token.revoked_at === null ? token : undefined
  sendPage(request, {
    title: t('tokens.already_created.title'),
    body: <TokenAlreadyCreatedPage created={created} />,
  })
}

interface TokenAlreadyCreatedPageProps {
  /** The token that the form created; undefined while it is being created, and after it was revoked. */
  readonly created: Frozen<TokenRecord> | undefined
}

/** The response to a form that already created its token. */
function TokenAlreadyCreatedPage({ created }: TokenAlreadyCreatedPageProps) {
  return (
    <section class="card">
      <h1>{t('tokens.already_created.title')}</h1>
      <p>{created === undefined ? t('tokens.already_created.find') : t('tokens.already_created.regenerate')}</p>
      {created !== undefined && (
        <>
          <p>
            <bdi>{created.name}</bdi> <code>{created.prefix}…</code>
          </p>
          <div class="actions">
            <ButtonLink href={`/account/tokens/${created.id}/regenerate`} look="primary">
              {t('tokens.regenerate.open')}
            </ButtonLink>
            <Confirm
              id={created.id}
              open={t('tokens.revoke.open')}
              title={t('tokens.revoke.title', { name: created.name })}
              action={`/account/tokens/${created.id}/revoke`}
            >
              <RevokeConsequence />
            </Confirm>
          </div>
        </>
      )}
      <div class="actions">
        <ButtonLink href="/account/tokens">{t('tokens.already_created.list')}</ButtonLink>
      </div>
    </section>
  )
}

interface TokenCreatedPageProps {
  readonly created: CreatedToken
  readonly title: string
  readonly isRegenerated: boolean
}

/** The value of a new token, shown once, with instructions for using it. */
function TokenCreatedPage({ created, title, isRegenerated }: TokenCreatedPageProps) {
  const { baseUrl, now } = useRequest().services
  const { name, account, scopes, expires_at, token } = created
  return (
    <>
      <div class="intro">
        <h1>{title}</h1>
        <p>{isRegenerated ? rich('tokens.created.replaced', { name: <bdi>{name}</bdi> }) : <bdi>{name}</bdi>}</p>
      </div>
      <section class="card" aria-label={t('tokens.created.label')}>
        <Notice kind="warning" title={t('tokens.created.copy_now')}>
          <p>{t('tokens.created.copy_advice')}</p>
        </Notice>
        <figure class="copy">
          <figcaption>
            <label for="token">{t('tokens.created.value')}</label>
            <CopyButton />
          </figcaption>
          <textarea id="token" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
            {token}
          </textarea>
        </figure>
      </section>
      <section class="card">
        <h2>{t('tokens.created.usage')}</h2>
        <Tabs id="client" label={t('tokens.created.client')} tabs={listUsages(baseUrl, token)} />
        <p class="hint">{rich('tokens.created.browser', { link: text => <a href="/">{text}</a> })}</p>
      </section>
      <section class="card">
        <h2>{t('tokens.created.details')}</h2>
        <Facts
          of={{
            [t('tokens.created.account')]: account,
            [t('tokens.created.expiration')]: <Expiry at={expires_at} now={now()} />,
            [t('tokens.created.permissions')]: <ScopeNames scopes={scopes} />,
          }}
        />
      </section>
      <div class="actions">
        <ButtonLink href="/account/tokens" look="primary">
          {t('common.done')}
        </ButtonLink>
      </div>
    </>
  )
}

const json = (content: unknown): string => JSON.stringify(content, null, 2)

/** Lists the configuration to paste, by client. */
function listUsages(baseUrl: string, token: string) {
  const url = `${baseUrl}/mcp`
  const headers = { Authorization: `Bearer ${token}` }
  const input = {
    type: 'promptString',
    id: 'dragoman-token',
    description: t('tokens.created.vscode_prompt'),
    password: true,
  }
  return [
    {
      title: 'Claude Code',
      panel: (
        <CopyBlock
          label={t('tokens.created.terminal')}
          text={`claude mcp add --transport http dragoman ${url} --header "Authorization: Bearer ${token}"`}
        />
      ),
    },
    {
      title: 'Codex',
      panel: (
        <CopyBlock
          label={t('tokens.created.terminal')}
          text={`export DRAGOMAN_TOKEN=${token}\ncodex mcp add dragoman --url ${url} --bearer-token-env-var DRAGOMAN_TOKEN`}
        />
      ),
    },
    {
      title: 'Cursor',
      panel: <CopyBlock label="~/.cursor/mcp.json" text={json({ mcpServers: { dragoman: { url, headers } } })} />,
    },
    {
      title: 'VS Code',
      panel: (
        <CopyBlock
          label={t('tokens.created.vscode')}
          text={json({
            inputs: [input],
            // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it with the token.
            servers: { dragoman: { type: 'http', url, headers: { Authorization: 'Bearer ${input:dragoman-token}' } } },
          })}
        />
      ),
    },
    {
      title: 'curl',
      panel: (
        <>
          <CopyBlock
            label={t('tokens.created.terminal')}
            text={`export DRAGOMAN_URL=${baseUrl} DRAGOMAN_TOKEN=${token}\ncurl -H "Authorization: Bearer $DRAGOMAN_TOKEN" $DRAGOMAN_URL/api/context`}
          />
          <CopyBlock label={t('tokens.created.header')} text={`Authorization: Bearer ${token}`} />
        </>
      ),
    },
  ]
}
