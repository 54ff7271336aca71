import { CopyBlock } from '../components/copy-block.tsx'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The address to paste into an app, and the commands that do it. */
export function ConnectInstructions({ baseUrl }: { readonly baseUrl: string }) {
  const url = `${baseUrl}/mcp`
  return (
    <section class="card">
      <div class="intro">
        <h2>Connect your agent</h2>
        <p>Paste the address. Your app opens this service in the browser, and you say what it may do.</p>
      </div>
      <CopyBlock label="Any app that speaks MCP" text={url} />
      <div class="columns">
        <CopyBlock label="Claude Code" text={`claude mcp add --transport http dragoman ${url}`} />
        <CopyBlock label="Codex" text={`codex mcp add dragoman --url ${url}\ncodex mcp login dragoman`} />
        <CopyBlock label="Cursor, .cursor/mcp.json" text={json({ mcpServers: { dragoman: { url } } })} />
        <CopyBlock label="VS Code, .vscode/mcp.json" text={json({ servers: { dragoman: { type: 'http', url } } })} />
      </div>
    </section>
  )
}
