import { join } from 'node:path'
import type { Client, FileClient, ManualClient, Place } from './clients.ts'
import { inlineJson } from './edit/print-json.ts'
import { inApplicationData, inConfig, inFolder, inHome, inRepository } from './paths.ts'

const plainStdio = (command: string, args: readonly string[]) => ({ command, args })

/** Clients that read `mcpServers` of a JSON file. */
const mcpServers = { format: 'json', section: 'mcpServers', stdio: plainStdio } as const

/** Skills that several clients read from one folder. */
const AGENT_SKILLS = { project: inRepository('.agents', 'skills'), user: inHome('.agents', 'skills') }

const CLINE_SETTINGS = ['settings', 'cline_mcp_settings.json'] as const

function clineSettings(place: Place): string {
  const { CLINE_MCP_SETTINGS_PATH: file, CLINE_DATA_DIR: data } = place.env
  if (file) return file
  return data ? join(data, ...CLINE_SETTINGS) : inFolder('CLINE_DIR', '.cline', 'data', ...CLINE_SETTINGS)(place)
}

/** The steps for a client whose vendor connects to the server. */
const hostedSteps = (where: string, url: string): readonly string[] => [
  `Open ${where}.`,
  `Enter the name Dragoman and the address ${url}. It must be a public https address.`,
  'Select Connect, sign in, and allow the permissions.',
]

const FILE_CLIENTS: readonly FileClient[] = [
  {
    ...mcpServers,
    id: 'claude-code',
    name: 'Claude Code',
    program: 'claude',
    folders: place => [inFolder('CLAUDE_CONFIG_DIR', '.claude')(place)],
    files: {
      project: inRepository('.mcp.json'),
      user: place => inFolder('CLAUDE_CONFIG_DIR', '', '.claude.json')(place),
    },
    http: url => ({ type: 'http', url }),
    stdio: (command, args) => ({ type: 'stdio', command, args }),
    skills: {
      project: inRepository('.claude', 'skills'),
      user: inFolder('CLAUDE_CONFIG_DIR', '.claude', 'skills'),
    },
    signIn: 'In Claude Code run /mcp to sign in.',
  },
  {
    id: 'codex',
    name: 'Codex',
    program: 'codex',
    folders: place => [inFolder('CODEX_HOME', '.codex')(place)],
    format: 'toml',
    section: 'mcp_servers',
    files: {
      user: inFolder('CODEX_HOME', '.codex', 'config.toml'),
      project: inRepository('.codex', 'config.toml'),
    },
    http: url => ({ url }),
    stdio: plainStdio,
    skills: AGENT_SKILLS,
    signIn: 'Run codex mcp login dragoman to sign in.',
  },
  {
    ...mcpServers,
    id: 'gemini',
    name: 'Gemini CLI',
    program: 'gemini',
    folders: place => [inHome('.gemini')(place)],
    files: { user: inHome('.gemini', 'settings.json'), project: inRepository('.gemini', 'settings.json') },
    http: url => ({ url, type: 'http' }),
    skills: { user: inHome('.gemini', 'skills'), project: inRepository('.gemini', 'skills') },
    signIn: 'In Gemini CLI run /mcp auth dragoman to sign in.',
  },
  {
    ...mcpServers,
    id: 'cursor',
    isWindowsApp: true,
    name: 'Cursor',
    program: 'cursor',
    folders: place => [inHome('.cursor')(place)],
    files: { project: inRepository('.cursor', 'mcp.json'), user: inHome('.cursor', 'mcp.json') },
    http: url => ({ url }),
    skills: { project: inRepository('.cursor', 'skills'), user: inHome('.cursor', 'skills') },
    signIn: 'In the MCP settings of Cursor, select dragoman to sign in.',
  },
  {
    id: 'vscode',
    isWindowsApp: true,
    name: 'VS Code',
    program: 'code',
    folders: place => [inApplicationData('Code', 'User')(place)],
    format: 'json',
    section: 'servers',
    files: { project: inRepository('.vscode', 'mcp.json'), user: inApplicationData('Code', 'User', 'mcp.json') },
    http: url => ({ type: 'http', url }),
    stdio: (command, args) => ({ type: 'stdio', command, args }),
    skills: { project: inRepository('.github', 'skills'), user: inHome('.copilot', 'skills') },
    signIn: 'In VS Code run MCP: List Servers, dragoman, Start Server to sign in.',
  },
  {
    ...mcpServers,
    id: 'copilot',
    name: 'Copilot CLI',
    program: 'copilot',
    folders: place => [inFolder('COPILOT_HOME', '.copilot')(place)],
    files: {
      user: inFolder('COPILOT_HOME', '.copilot', 'mcp-config.json'),
      project: inRepository('.mcp.json'),
    },
    http: url => ({ type: 'http', url, tools: ['*'] }),
    stdio: (command, args) => ({ type: 'local', command, args, tools: ['*'] }),
    skills: { user: inFolder('COPILOT_HOME', '.copilot', 'skills'), project: inRepository('.github', 'skills') },
    signIn: 'In Copilot CLI run /mcp auth dragoman to sign in.',
  },
  {
    id: 'opencode',
    readsJsonc: true,
    name: 'OpenCode',
    program: 'opencode',
    folders: place => [inConfig('opencode')(place)],
    format: 'json',
    section: 'mcp',
    files: { project: inRepository('opencode.json'), user: inConfig('opencode', 'opencode.json') },
    http: url => ({ type: 'remote', url, enabled: true }),
    stdio: (command, args) => ({ type: 'local', command: [command, ...args], enabled: true }),
    skills: { project: inRepository('.opencode', 'skills'), user: inConfig('opencode', 'skills') },
    signIn: 'Run opencode mcp auth dragoman to sign in.',
  },
  {
    ...mcpServers,
    id: 'qwen',
    name: 'Qwen Code',
    program: 'qwen',
    folders: place => [inHome('.qwen')(place)],
    files: { user: inHome('.qwen', 'settings.json'), project: inRepository('.qwen', 'settings.json') },
    http: url => ({ httpUrl: url }),
    skills: { user: inHome('.qwen', 'skills'), project: inRepository('.qwen', 'skills') },
    signIn: 'In Qwen Code run /mcp, select dragoman, then Authenticate.',
  },
  {
    ...mcpServers,
    id: 'cline',
    name: 'Cline',
    program: 'cline',
    folders: place => [inFolder('CLINE_DIR', '.cline')(place)],
    files: { user: clineSettings },
    skills: { user: inFolder('CLINE_DIR', '.cline', 'skills') },
    http: url => ({ type: 'streamableHttp', url, disabled: false }),
    stdio: (command, args) => ({ type: 'stdio', command, args, disabled: false }),
    signIn: 'Run cline mcp, then Authorize OAuth and dragoman to sign in.',
  },
  {
    id: 'goose',
    name: 'Goose',
    program: 'goose',
    folders: place => [inConfig('goose')(place)],
    format: 'yaml',
    section: 'extensions',
    files: { user: inConfig('goose', 'config.yaml') },
    http: uri => ({ enabled: true, type: 'streamable_http', name: 'dragoman', uri, timeout: 300 }),
    stdio: (cmd, args) => ({ enabled: true, type: 'stdio', name: 'dragoman', cmd, args, timeout: 300 }),
    signIn: 'Start a session of Goose to sign in.',
  },
  {
    id: 'zed',
    isWindowsApp: true,
    name: 'Zed',
    program: 'zed',
    folders: place => [inConfig('zed')(place)],
    format: 'json',
    section: 'context_servers',
    files: { user: inConfig('zed', 'settings.json'), project: inRepository('.zed', 'settings.json') },
    http: url => ({ url }),
    stdio: plainStdio,
    signIn: 'Open the agent panel of Zed to sign in.',
  },
  {
    ...mcpServers,
    id: 'windsurf',
    isWindowsApp: true,
    name: 'Windsurf',
    program: 'windsurf',
    folders: place => [inHome('.codeium', 'windsurf')(place)],
    files: { user: inHome('.codeium', 'windsurf', 'mcp_config.json') },
    http: serverUrl => ({ serverUrl }),
    signIn: 'Refresh the MCP servers of Windsurf to sign in.',
  },
  {
    ...mcpServers,
    id: 'mcporter',
    readsJsonc: true,
    name: 'mcporter',
    program: 'mcporter',
    folders: place => [inHome('.mcporter')(place)],
    files: { project: inRepository('config', 'mcporter.json'), user: inHome('.mcporter', 'mcporter.json') },
    http: baseUrl => ({ baseUrl }),
    signIn: 'Run mcporter auth dragoman to sign in.',
  },
  {
    ...mcpServers,
    id: 'claude-desktop',
    isWindowsApp: true,
    name: 'Claude Desktop',
    folders: place => [inApplicationData('Claude')(place)],
    files: { user: inApplicationData('Claude', 'claude_desktop_config.json') },
    steps: url => [
      ...hostedSteps('Settings, Connectors, Add custom connector', url),
      'With --stdio, no public address is needed.',
    ],
    signIn: 'Restart Claude Desktop.',
  },
]

const MANUAL_CLIENTS: readonly ManualClient[] = [
  {
    id: 'jetbrains',
    name: 'JetBrains AI Assistant',
    signIn: 'Your browser opens when the server starts.',
    steps: url => [
      'Open Settings, Tools, AI Assistant, Model Context Protocol (MCP), and add a server as JSON:',
      inlineJson({ mcpServers: { dragoman: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
      'mcp-remote opens your browser to sign in.',
    ],
  },
  {
    id: 'claude-ai',
    name: 'claude.ai',
    signIn: 'Select Connect to sign in.',
    steps: url => hostedSteps('Settings, Connectors, Add custom connector', url),
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    signIn: 'Select Connect to sign in.',
    steps: url => hostedSteps('Settings, Apps and connectors, Create (in developer mode)', url),
  },
  {
    id: 'inspector',
    name: 'MCP Inspector',
    signIn: 'Your browser opens at once.',
    steps: url => [
      `Run npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list.`,
      'Your browser opens to sign in.',
    ],
  },
  {
    id: 'mcp-remote',
    name: 'mcp-remote',
    signIn: 'Your browser opens at once.',
    steps: url => [
      `For clients without OAuth: add a server with the command npx -y mcp-remote ${url}.`,
      'Your browser opens to sign in.',
    ],
  },
]

/** All clients, in the order of docs/clients.md. */
export const CLIENTS: readonly Client[] = [...FILE_CLIENTS, ...MANUAL_CLIENTS]

export const CLIENT_IDS: readonly string[] = CLIENTS.map(({ id }) => id)
