import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { getStatus } from '../../../tools/work/get-status.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool } from '../../requests/call-tool.ts'
import type { PageRequest } from '../../requests/page-request.ts'

const Status = z.object({
  locales: z.array(z.object({ locale: z.string(), left: z.number(), words_left: z.number() })),
})

/** A target locale with the work that is left on the branch. */
export type LocaleWork = z.output<typeof Status>['locales'][number]

export async function readLocales(
  request: PageRequest,
  signedIn: SignedIn,
  { name: project, branch }: Pick<LoadedProject, 'name' | 'branch'>,
): Promise<readonly LocaleWork[]> {
  const input = { project, branch }
  const { locales } = await callTool(request, signedIn, { tool: getStatus, input, shape: Status })
  return locales
}
