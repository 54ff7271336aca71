import { CopyBlock } from '../components/copy-block.tsx'

/** The addresses of the API, and the ways to get access. */
export function ApiPage({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>Overview</h1>
        <p>Agents connect over MCP. Scripts and CI use REST. Both have the same tools and scopes.</p>
      </div>
      <section class="card">
        <h2>Addresses</h2>
        <CopyBlock label="MCP" text={`${baseUrl}/mcp`} />
        <CopyBlock label="REST" text={`${baseUrl}/api`} />
        <CopyBlock label="OpenAPI spec (JSON)" text={`${baseUrl}/api/openapi.json`} />
      </section>
      <section class="card">
        <h2>Access</h2>
        <ul class="rows">
          <Row href="/account/tokens" name="Account tokens">
            Long-lived tokens for scripts and CI.
          </Row>
          <Row href="/account/apps" name="Connected apps">
            Agents and other apps that act for you.
          </Row>
          <Row href="/api/openapi.json" name="OpenAPI spec (JSON)">
            All REST operations with their fields and scopes, as OpenAPI.
          </Row>
        </ul>
      </section>
    </>
  )
}

interface RowProps {
  readonly href: string
  readonly name: string
  readonly children: string
}

const Row = ({ href, name, children }: RowProps) => (
  <li>
    <div>
      <span class="name">
        <a href={href}>{name}</a>
      </span>
      <span class="hint">{children}</span>
    </div>
  </li>
)
