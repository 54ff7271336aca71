import { parse as parseJsonc } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { ConfigFormat } from '../../../src/cli/connect/edit/config-format.ts'
import { jsonFormat } from '../../../src/cli/connect/edit/json.ts'
import { tomlFormat } from '../../../src/cli/connect/edit/toml.ts'
import { yamlFormat } from '../../../src/cli/connect/edit/yaml.ts'

const ENTRY = { type: 'http', url: 'http://localhost:4050/mcp', args: ['a', 'b "c"'] }
const OTHER = { type: 'http', url: 'https://l10n.example.org/mcp', args: [] }

const JSON_FILES = {
  nothing: '',
  'an empty object': '{}\n',
  'an empty object without a line break': '{}',
  'a blank in an object': '{ }\n',
  'other settings': '{\n  "theme": "dark",\n  "list": [1, 2]\n}\n',
  'other settings on one line': '{"theme":"dark"}',
  tabs: '{\n\t"theme": "dark"\n}\n',
  'four spaces': '{\n    "a": {\n        "b": 1\n    }\n}\n',
  'CR LF': '{\r\n  "a": 1\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "a": 1\n}\n',
  'another server': '{\n  "mcpServers": {\n    "x": {\n      "command": "x"\n    }\n  }\n}\n',
  'another server on one line': '{"mcpServers":{"x":{"command":"x"}}}',
  'an empty section': '{\n  "a": 1,\n  "mcpServers": {}\n}\n',
  'an empty section on one line': '{"mcpServers":{},"a":1}',
  'a trailing comma': '{\n  "mcpServers": {\n    "x": { "command": "x" },\n  },\n}\n',
  'comments everywhere':
    '// top\n{\n  // servers\n  "mcpServers": {\n    "x": { "command": "x" }, // the first, ","\n    /* two, */\n    "y": {} // last\n    // end\n  }, // after\n  "z": 1 /* , */\n}\n// bottom\n',
  'a comment in an empty section': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'a comment behind the only value': '{ "a": 1 // one\n}\n',
}

const YAML_FILES = {
  nothing: '',
  'other settings': 'GOOSE_PROVIDER: anthropic # mine\n',
  'no line break at the end': 'GOOSE_PROVIDER: anthropic',
  'an empty section': 'extensions: {}\nGOOSE_MODE: auto\n',
  'another server': 'extensions:\n  developer:\n    enabled: true\n\n# mode\nGOOSE_MODE: auto\n',
  'a deep indent': 'extensions:\n    developer:\n        enabled: true\n        args: [a, b]\n    # last\n',
  'CR LF': 'extensions:\r\n  developer:\r\n    enabled: true\r\n',
}

const TOML_FILES = {
  nothing: '',
  'other settings': 'model = "x" # mine\n',
  'no line break at the end': 'model = "x"',
  'blank lines at the end': 'model = "x"\n\n\n',
  'another server': '[mcp_servers.x]\ncommand = "x"\n\n[mcp_servers.x.env]\nA = "1"\n\n[tui]\ntheme = "dark"\n',
  'CR LF': 'model = "x"\r\n\r\n[tui]\r\na = 1\r\n',
}

type Files = Readonly<Record<string, string>>

const cases = (format: ConfigFormat, section: string, files: Files) =>
  Object.entries(files).map(([name, before]) => ({ name, before, format, section }))

const CASES = [
  ...cases(jsonFormat, 'mcpServers', JSON_FILES),
  ...cases(yamlFormat, 'extensions', YAML_FILES),
  ...cases(tomlFormat, 'mcp_servers', TOML_FILES),
]

describe.each(CASES)('$section in a file with $name', ({ before, format, section }) => {
  const place = { section, name: 'dragoman', file: 'config' }
  const added = format.add(before, place, ENTRY)

  it('is added and read again', () => {
    expect(format.read(added, place)).toEqual(ENTRY)
    expect(added.includes('\r\n') && /[^\r]\n/.test(added)).toBe(false)
  })

  it('is replaced, and nothing else changes', () => {
    const replaced = format.replace(added, place, OTHER)
    expect(format.read(replaced, place)).toEqual(OTHER)
    expect(format.remove(replaced, place)).toBe(before)
  })

  it('is removed without a trace', () => {
    expect(format.remove(added, place)).toBe(before)
    expect(format.remove(before, place)).toBe(before)
  })
})

it('other programs read what is written', () => {
  const inJson = { section: 'mcpServers', name: 'dragoman', file: 'config' }
  for (const before of Object.values(JSON_FILES)) {
    const value: unknown = parseJsonc(jsonFormat.add(before, inJson, ENTRY).replace('\uFEFF', ''))
    expect(value).toMatchObject({ mcpServers: { dragoman: ENTRY } })
  }
  const inYaml = { section: 'extensions', name: 'dragoman', file: 'config' }
  for (const before of Object.values(YAML_FILES)) {
    expect(parseYaml(yamlFormat.add(before, inYaml, ENTRY))).toMatchObject({ extensions: { dragoman: ENTRY } })
  }
})

it('keeps the style of the file', () => {
  const place = { section: 'mcpServers', name: 'dragoman', file: 'config' }
  const entry = { url: 'u' }
  expect(jsonFormat.add('{\n\t"a": 1, // one\n}\n', place, entry)).toBe(
    '{\n\t"a": 1, // one\n\t"mcpServers": {\n\t\t"dragoman": {\n\t\t\t"url": "u"\n\t\t}\n\t},\n}\n',
  )
  expect(jsonFormat.add('{"mcpServers":{}}', place, entry)).toBe('{"mcpServers":{"dragoman": { "url": "u" }}}')
})

it('removes a server that its client changed', () => {
  const codex = { section: 'mcp_servers', name: 'dragoman', file: 'config.toml' }
  const text =
    '[mcp_servers.dragoman]\nurl = "u"\n\n[mcp_servers.dragoman.tools.get_work]\napproval = "auto"\n\n[tui]\na = 1\n'
  expect(tomlFormat.remove(text, codex)).toBe('\n[tui]\na = 1\n')
  const goose = { section: 'extensions', name: 'dragoman', file: 'config.yaml' }
  const yaml =
    'extensions:\n  a:\n    x: 1\n  dragoman:\n    uri: u\n    # note\n    available_tools: []\n\n  b:\n    x: 2\n'
  expect(yamlFormat.remove(yaml, goose)).toBe('extensions:\n  a:\n    x: 1\n\n  b:\n    x: 2\n')
})

describe('refuses', () => {
  const attempt = (format: ConfigFormat, section: string, text: string): string => {
    try {
      return format.add(text, { section, name: 'dragoman', file: 'config' }, ENTRY)
    } catch (error) {
      return String(error)
    }
  }

  it.each([
    [jsonFormat, 'mcpServers', '{\n  "a": 1\n  "b": 2\n}', '"config" is not valid in line 3: CommaExpected.'],
    [jsonFormat, 'mcpServers', '[]', 'The file is not a JSON object.'],
    [jsonFormat, 'mcpServers', '{"mcpServers": []}', '"mcpServers" is not an object.'],
    [yamlFormat, 'extensions', 'a: 1\nb: [', '"config" is not valid in line 2:'],
    [yamlFormat, 'extensions', 'extensions: [1]\n', '"extensions" is not a mapping.'],
    [yamlFormat, 'extensions', 'extensions: {a: {x: 1}}\n', '"extensions" is on one line.'],
    [tomlFormat, 'mcp_servers', 'a = 1\nb = \n', 'Invalid TOML file at 2:'],
    [tomlFormat, 'mcp_servers', 'a = 1\na = 1\n', 'A key occurs twice.'],
    [tomlFormat, 'mcp_servers', 'mcp_servers = { x = { url = "u" } }\n', '"mcp_servers" is not a table of its own.'],
  ])('%# what it cannot edit', (format, section, text, message) => {
    const answer = attempt(format, section, text)
    expect(answer).toContain(message)
    expect(answer).toContain('Nothing was changed.')
  })

  it('removing a table that holds others', () => {
    const text = '[mcp_servers.dragoman]\nurl = "u"\n[tui]\na = 1\n[mcp_servers.dragoman.env]\nA = "1"\n'
    const place = { section: 'mcp_servers', name: 'dragoman', file: 'config' }
    expect(() => tomlFormat.remove(text, place)).toThrow('"dragoman" is not a table of its own.')
  })
})
