/** Groups of tools that a client lists with `/mcp?toolsets=`. */
export const TOOLSETS = ['core', 'organizations', 'advanced'] as const
export type Toolset = (typeof TOOLSETS)[number]

export const DEFAULT_TOOLSETS: readonly Toolset[] = ['core']
