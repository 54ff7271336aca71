import { PUBLISHED_NAME, VERSION } from '../../src/package-root.ts'

/** Name of the server in the MCP registry. package.json repeats it as `mcpName`, which proves who owns the package. */
const NAME = 'io.github.dragoman-l10n/dragoman'

/** server.json: how clients of the MCP registry install and start the package, or reach a server. */
export const SERVER_JSON = `${JSON.stringify(
  {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: NAME,
    title: 'Dragoman',
    description: 'Localization for coding agents: source strings, translations, glossary, checks and reviews.',
    version: VERSION,
    // Clients of the registry would start a package of somebody else under a name that is not ours.
    packages: (PUBLISHED_NAME === undefined ? [] : [PUBLISHED_NAME]).map(identifier => ({
      registryType: 'npm',
      identifier,
      version: VERSION,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'positional', value: 'mcp' },
        {
          type: 'named',
          name: '--url',
          description: 'Base URL of the server to sign in to. Default: the data folder of this machine.',
          placeholder: 'https://l10n.example.org',
        },
      ],
      environmentVariables: [
        {
          name: 'DRAGOMAN_URL',
          description: 'Base URL of a server to use with a token, instead of signing in.',
          placeholder: 'https://l10n.example.org',
        },
        { name: 'DRAGOMAN_TOKEN', description: 'Account token for DRAGOMAN_URL.', isSecret: true },
        {
          name: 'DRAGOMAN_DATA_DIR',
          description: 'Data folder of this machine, where no server is named.',
          format: 'filepath',
        },
      ],
    })),
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: {
          host: {
            description: 'Host of your Dragoman server.',
            isRequired: true,
            placeholder: 'l10n.example.org',
          },
        },
      },
    ],
  },
  null,
  2,
)}\n`
