import { CopyBlock } from '../components/copy-block.tsx'
import { Tabs } from '../components/tabs.tsx'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The instructions for each client to connect to the MCP endpoint at `url`. */
const listClients = (url: string) => [
  {
    title: 'Claude Code',
    where: 'Run in a terminal',
    text: `claude mcp add --transport http dragoman ${url}`,
    next: 'Then enter /mcp in Claude Code and choose dragoman.',
  },
  { title: 'Codex', where: 'Run in a terminal', text: `codex mcp add dragoman --url ${url}\ncodex mcp login dragoman` },
  {
    title: 'Cursor',
    where: 'Add to .cursor/mcp.json',
    text: json({ mcpServers: { dragoman: { url } } }),
    next: 'Then connect dragoman in the MCP settings of Cursor.',
  },
  {
    title: 'VS Code',
    where: 'Add to .vscode/mcp.json',
    text: json({ servers: { dragoman: { type: 'http', url } } }),
    next: 'Then select Start above the entry.',
  },
  { title: 'Any MCP client', where: 'URL of the MCP server (Streamable HTTP)', text: url },
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
        <h2>Connect your agent</h2>
        <p>Your agent opens this page in a browser. Sign in and approve its permissions.</p>
      </div>
      <Tabs id="client" label="Client" tabs={tabs} />
    </section>
  )
}
