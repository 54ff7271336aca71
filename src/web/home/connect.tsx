import { CopyBlock } from '../components/copy-block.tsx'
import { Tabs } from '../components/tabs.tsx'
import { t } from '../i18n/t.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The instructions for each client to connect to the MCP endpoint at `url`. */
const listClients = (url: string) => [
  {
    title: 'Claude Code',
    where: t('home.connect.terminal'),
    text: `claude mcp add --transport http dragoman ${url}`,
    next: t('home.connect.next.claude'),
  },
  {
    title: 'Codex',
    where: t('home.connect.terminal'),
    text: `codex mcp add dragoman --url ${url}\ncodex mcp login dragoman`,
  },
  {
    title: 'Cursor',
    where: t('home.connect.file', { file: '.cursor/mcp.json' }),
    text: json({ mcpServers: { dragoman: { url } } }),
    next: t('home.connect.next.cursor'),
  },
  {
    title: 'VS Code',
    where: t('home.connect.file', { file: '.vscode/mcp.json' }),
    text: json({ servers: { dragoman: { type: 'http', url } } }),
    next: t('home.connect.next.vscode'),
  },
  { title: t('home.connect.any_client'), where: t('home.connect.url'), text: url },
]

/** Instructions for connecting a coding agent, one tab for each client. */
export function ConnectInstructions({ baseUrl }: { readonly baseUrl: string }) {
  const tabs = listClients(`${baseUrl}/mcp`).map(({ title, where, text, next }) => ({
    title,
    panel: (
      <div class="stack">
        <CopyBlock label={where} text={text} />
        {next !== undefined && <p class="hint">{next}</p>}
      </div>
    ),
  }))
  return (
    <section class="card">
      <div class="intro">
        <h2>{t('home.connect.title')}</h2>
        <p>{t('home.connect.intro')}</p>
      </div>
      <Tabs id="client" label={t('home.connect.client')} tabs={tabs} />
    </section>
  )
}
