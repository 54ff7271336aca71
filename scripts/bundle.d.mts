import type { BuildOptions, Metafile } from 'esbuild'

export const PROGRAM: { main: string; thread: string; 'markdown-libraries': string }
export function createBuildFolder(): string
export function bundleProgram(folder: string): Promise<void>
export function bundle(
  entryPoints: string[] | Record<string, string>,
  outdir: string,
  options?: BuildOptions,
): Promise<Metafile>
