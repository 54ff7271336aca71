import type { OperatorAction } from '../../src/operator/action.ts'
import { resume, suspend } from '../../src/operator/users/suspension.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'

/** Runs an operator action as the local command line does. */
export const atMachine = <O>(services: Services, deed: OperatorAction<O>, input: unknown): Promise<O> =>
  deed.run(input, { services, requestId: 'req-machine' })

export const suspendUser = (services: Services, user: string) => atMachine(services, suspend, { user })
export const resumeUser = (services: Services, user: string) => atMachine(services, resume, { user })
