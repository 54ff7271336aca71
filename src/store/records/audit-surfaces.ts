/** The interfaces through which audited actions arrive. */
export const AUDIT_SURFACES = ['mcp', 'rest', 'stdio', 'cli', 'control', 'web', 'oauth'] as const
