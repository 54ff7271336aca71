import type { BuildOptions, Metafile } from 'esbuild'

export function createBuildFolder(): string
export function bundleProgram(folder: string): Promise<void>
export function bundle(
  entryPoints: string[] | Record<string, string>,
  outdir: string,
  options?: BuildOptions,
): Promise<Metafile>
